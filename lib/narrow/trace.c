#include "narrow/trace.h"

#include "narrow/pair.h"
#include "shape/faces.h"

static const char *const names[CLD_TRACE_KIND_COUNT] = {
    [CLD_TRACE_PAIR] = "pair",         [CLD_TRACE_BALLS] = "balls",       [CLD_TRACE_GJK] = "gjk",
    [CLD_TRACE_EPA] = "epa",           [CLD_TRACE_NEWTON] = "newton",     [CLD_TRACE_SAT] = "sat",
    [CLD_TRACE_SAMPLING] = "sampling", [CLD_TRACE_ANALYTIC] = "analytic", [CLD_TRACE_ANSWER] = "answer"};

const char *cld_trace_name(cld_trace_kind kind) {
    return kind < CLD_TRACE_KIND_COUNT ? names[kind] : "unknown";
}

/// A point in the world and with the caller's A and B.
static cld_trace_point place(const cld_cso *cso, const cld_cso_vertex *v) {
    const cld_tracer *tracer = cso->tracer;
    cld_trace_point p = {.a = cld_cso_world_a(cso, v->a), .b = cld_cso_world_b(cso, v->b)};
    p.w = cld_scale(v->w, cso->unit);
    p.index_a = cso->a.curve || tracer->a->kind == CLD_HALFSPACE ? CLD_NO_INDEX : v->ia;
    p.index_b = cso->b.curve ? CLD_NO_INDEX : v->ib;
    if (tracer->swapped)
        p = (cld_trace_point){cld_negate(p.w), p.b, p.a, p.index_b, p.index_a};
    p.w = cld_without_negative_zero(p.w);
    return p;
}

/// As place, but a face of a surface that has been turned inside out is wound the other way.
static void place_all(const cld_cso *cso, const cld_cso_vertex *v, uint32_t count, bool reversed,
                      cld_trace_point *to) {
    for (uint32_t i = 0; i < count; i++)
        to[i] = place(cso, &v[reversed ? count - 1 - i : i]);
}

static cld_trace_source name_source(const cld_shape *shape, cld_trace_source source) {
    cld_feature_kind kind = source.is_face ? CLD_FEATURE_FACE : CLD_FEATURE_EDGE;
    if (source.is_set)
        source.index = cld_shape_find_number(shape, kind, source.index);
    return source;
}

bool cld_trace_prepare(const cld_shape *a, const cld_shape *b) {
    const cld_facets *facets;
    return !a->is_brick || !b->is_brick ||
           (cld_shape_find_facets(a, &facets, NULL) != CLD_INTERNAL &&
            cld_shape_find_facets(b, &facets, NULL) != CLD_INTERNAL);
}

void cld_trace_tell(const cld_cso *cso, const cld_event *event) {
    cld_tracer *tracer = cso->tracer;
    cld_trace_step step = {.kind = event->kind, .is_exact = event->is_exact};
    bool swapped = tracer->swapped, planar = tracer->a->dimension == 2;
    step.is_planar = planar;
    step.child_a = step.child_b = CLD_NO_INDEX;
    place_all(cso, event->simplex, step.simplex_count = event->simplex_count, false, step.simplex);
    // Negating all points mirrors a surface of space, and turns one of the plane by half a turn.
    place_all(cso, event->face, step.face_count = event->face_count, swapped && !planar, step.face);
    double largest = cld_max_abs(event->direction);
    if (largest > 0) {
        cld_vec3 n = cld_unit(cld_scale(event->direction, 1 / largest));
        cld_cso_vertex support = event->support ? *event->support : cld_cso_support(cso, n);
        step.has_direction = step.has_support = true;
        step.direction = cld_without_negative_zero(swapped ? cld_negate(n) : n);
        step.support = place(cso, &support);
    }
    cld_trace_source a = name_source(tracer->a, event->source_a), b = name_source(tracer->b, event->source_b);
    step.source_a = swapped ? b : a;
    step.source_b = swapped ? a : b;
    tracer->lower = event->lower > tracer->lower ? event->lower : tracer->lower; // which NaN is not
    tracer->upper = event->upper < tracer->upper ? event->upper : tracer->upper;
    step.lower = (tracer->lower - cso->radius) * cso->unit + 0.0;
    step.upper = (tracer->upper - cso->radius) * cso->unit + 0.0;
    tracer->sink->add(tracer->sink->context, &step);
}

void cld_trace_begin(cld_pair *pair) {
    const cld_trace *sink = pair->options->trace;
    pair->tracer = cld_tracer_make(sink, pair->a.shape, pair->b.shape, pair->swapped);
    pair->cso.tracer = &pair->tracer;
    pair->workspace->failed |= !cld_trace_prepare(pair->a.shape, pair->b.shape);
    cld_trace_step step = {.kind = CLD_TRACE_PAIR, .lower = -INFINITY, .upper = INFINITY};
    step.is_planar = pair->a.shape->dimension == 2;
    step.child_a = pair->swapped ? pair->b.child : pair->a.child;
    step.child_b = pair->swapped ? pair->a.child : pair->b.child;
    sink->add(sink->context, &step);
}

void cld_trace_end(const cld_trace *sink, const cld_result *result) {
    cld_trace_step step = {.kind = CLD_TRACE_ANSWER, .has_direction = true, .direction = result->normal};
    step.is_planar = result->dimension == 2;
    step.child_a = step.child_b = CLD_NO_INDEX;
    step.lower = result->lower;
    step.upper = result->upper;
    sink->add(sink->context, &step);
}
