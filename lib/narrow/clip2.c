/// Contacts in the plane: the other shape's edge is clipped to the strip across the reference edge.
///
/// Source: D. Gregorius, Robust contact creation for physics simulation, 2015, for two dimensions. The
/// reference edge is A's, if it has one on its supporting line, else B's; the incident edge is the other
/// shape's that is turned most against it. Edges that are one but for noise, as those of a side with vertices
/// on it whose coordinates were rounded, are seen as one, with the heights that each has. Depths are those
/// below the supporting line across the normal, or below what is bent. Two vertices give one contact.

#include "narrow/clip2.h"

#include <math.h>
#include <string.h>

#include "narrow/contact_list.h"

/// A point at `t` along the tangent and `h` along the normal.
typedef struct spot {
    double t, h;
} spot;

/// A core as seen along the normal: its points relative to A's centre.
typedef struct view {
    const cld_shape *shape;
    const cld_cloud *cloud;
    cld_vec3 shift;
    cld_vec3 n, t;  ///< the normal, from A to B, and the tangent
    double outward; ///< 1 for A, whose supporting line is across n; -1 for B, whose line is across -n
    spot outermost; ///< on that line
    bool has_edge;  ///< on that line
    bool is_bent;   ///< what is seen of it is several edges, or of the reference not level
} view;

static uint32_t corner(const cld_shape *shape, uint32_t i) {
    return shape->rare->outline[i % shape->rare->outline_count];
}

/// How far edge i is turned towards n: 1 if its outward normal is n.
static double find_turn(const cld_shape *shape, const cld_cloud *cloud, uint32_t i, cld_vec3 n) {
    cld_vec3 e = cld_sub(cld_cloud_at(cloud, corner(shape, i + 1)), cld_cloud_at(cloud, corner(shape, i)));
    double length = cld_length(e), towards = e.y * n.x - e.x * n.y;
    return length > 0 ? (shape->mirrored ? -towards : towards) / length : -2;
}

cld_touch2 cld_find_touch2(const cld_shape *shape, const cld_cloud *cloud, cld_vec3 n, double slack) {
    cld_touch2 touch = {CLD_FEATURE_VERTEX, shape->rare->outline[0]};
    double farthest = -INFINITY, most = 0;
    for (uint32_t i = 0; i < shape->rare->outline_count; i++) {
        double along = cld_dot(n, cld_cloud_at(cloud, shape->rare->outline[i]));
        if (along > farthest) {
            farthest = along;
            touch.index = shape->rare->outline[i];
        }
    }
    for (uint32_t i = 0; i < shape->rare->outline_count; i++) {
        bool touches = cld_dot(n, cld_cloud_at(cloud, corner(shape, i))) >= farthest - slack &&
                       cld_dot(n, cld_cloud_at(cloud, corner(shape, i + 1))) >= farthest - slack;
        double turn = touches ? find_turn(shape, cloud, i, n) : 0;
        if (turn > most + CLD_ALIKE) {
            most = turn;
            touch = (cld_touch2){CLD_FEATURE_EDGE, i};
        }
    }
    return touch;
}

static spot look_at(const view *v, uint32_t vertex) {
    cld_vec3 p = cld_add(cld_cloud_at(v->cloud, vertex), v->shift);
    return (spot){cld_dot(v->t, p), cld_dot(v->n, p)};
}

/// The two ends of an edge in the order of t; of a single point twice that.
static void view_ends(const view *v, uint32_t first, uint32_t second, spot end[2]) {
    spot p = look_at(v, first), q = look_at(v, second);
    end[0] = p.t <= q.t ? p : q;
    end[1] = p.t <= q.t ? q : p;
}

static void view_edge(const view *v, uint32_t edge, spot end[2]) {
    view_ends(v, corner(v->shape, edge), corner(v->shape, edge + 1), end);
}

static uint32_t find_facing(const cld_shape *shape, const cld_cloud *cloud, cld_vec3 n) {
    uint32_t facing = 0;
    double most = -2;
    for (uint32_t i = 0; i < shape->rare->outline_count; i++) {
        double turn = find_turn(shape, cloud, i, n);
        if (turn > most + CLD_ALIKE) {
            most = turn;
            facing = i;
        }
    }
    return facing;
}

/// How high along n counts as on the supporting line with outward normal n: what is within the slack of it,
/// or nearly on it if the shape is thick beside that.
static double find_level(const cld_shape *shape, const cld_cloud *cloud, cld_vec3 n, cld_slack2 slack) {
    double highest = -INFINITY, lowest = INFINITY;
    for (uint32_t i = 0; i < shape->rare->outline_count; i++) {
        double h = cld_dot(n, cld_cloud_at(cloud, corner(shape, i)));
        highest = fmax(highest, h), lowest = fmin(lowest, h);
    }
    bool is_thick = highest - lowest > CLD_BROAD * slack.nearly;
    return highest - (is_thick ? fmax(slack.nearly, slack.of_lines) : slack.of_lines);
}

/// Finds the ends of what is on that line, and how many vertices that are.
static uint32_t find_run(const cld_shape *shape, const cld_cloud *cloud, cld_vec3 n, cld_slack2 slack,
                         uint32_t end[2]) {
    double from = INFINITY, to = -INFINITY, least = find_level(shape, cloud, n, slack);
    uint32_t count = 0;
    for (uint32_t i = 0; i < shape->rare->outline_count; i++) {
        cld_vec3 p = cld_cloud_at(cloud, corner(shape, i));
        double t = n.x * p.y - n.y * p.x;
        if (!(cld_dot(n, p) >= least))
            continue;
        if (t < from)
            from = t, end[0] = corner(shape, i);
        if (t > to)
            to = t, end[1] = corner(shape, i);
        count++;
    }
    return count;
}

/// The unit normal of the line through two vertices, turned as n is; n if they are at one place.
static cld_vec3 find_normal(const cld_cloud *cloud, const uint32_t end[2], cld_vec3 n) {
    cld_vec3 e = cld_sub(cld_cloud_at(cloud, end[1]), cld_cloud_at(cloud, end[0]));
    cld_vec3 across = {e.y, -e.x, 0};
    double length = cld_length(e), towards = cld_dot(across, n);
    return length > 0 ? cld_scale(across, (towards < 0 ? -1 : 1) / length) : n;
}

/// From the supporting line, or that of one edge, to that through the ends of what is on it, which are
/// farther from each other.
uint32_t cld_find_facing2(const cld_shape *shape, const cld_cloud *cloud, cld_vec3 n, bool touches,
                          cld_slack2 slack, uint32_t end[2]) {
    uint32_t edge = find_facing(shape, cloud, n);
    end[0] = corner(shape, edge), end[1] = corner(shape, edge + 1);
    uint32_t count = find_run(shape, cloud, touches ? n : find_normal(cloud, end, n), slack, end);
    cld_vec3 across = find_normal(cloud, end, n);
    // A run that is no longer than rounding may be turned anywhere, and be off its own supporting line.
    double least = find_level(shape, cloud, across, slack);
    bool holds = cld_dot(across, cld_cloud_at(cloud, end[0])) >= least &&
                 cld_dot(across, cld_cloud_at(cloud, end[1])) >= least;
    return holds ? find_run(shape, cloud, across, slack, end) : count;
}

/// The ends of what is turned most towards the other shape.
static void view_facing(view *v, cld_slack2 slack, spot end[2]) {
    uint32_t vertex[2];
    v->is_bent =
        cld_find_facing2(v->shape, v->cloud, cld_scale(v->n, v->outward), v->has_edge, slack, vertex) > 2;
    view_ends(v, vertex[0], vertex[1], end);
}

static spot cut(const spot *p, const spot *q, double t) {
    return (spot){t, p->h + (t - p->t) / (q->t - p->t) * (q->h - p->h)};
}

/// The point of the boundary that is farthest out at t; where there is none, `otherwise`.
static spot find_outermost(const view *v, double t, spot otherwise) {
    spot best = otherwise;
    double most = -INFINITY;
    for (uint32_t i = 0; i < v->shape->rare->outline_count; i++) {
        spot end[2];
        view_edge(v, i, end);
        if (!(end[0].t <= t && t <= end[1].t))
            continue;
        bool is_across = end[0].t == end[1].t;
        spot s = is_across && v->outward * end[1].h > v->outward * end[0].h ? end[1]
                 : is_across                                                ? end[0]
                                                                            : cut(&end[0], &end[1], t);
        if (v->outward * s.h > most)
            most = v->outward * s.h, best = s;
    }
    return best;
}

/// How far what is bent between two ends is behind the supporting line at t, which the slack may have left
/// beyond them.
static double find_sag(const view *v, const spot end[2], double t) {
    spot s = find_outermost(v, fmax(end[0].t, fmin(t, end[1].t)), v->outermost);
    return fmax(0, v->outward * (v->outermost.h - s.h));
}

/// Where a segment, or what is bent between its ends, is cut.
static spot cut_view(const view *v, const spot end[2], double t) {
    spot straight = cut(&end[0], &end[1], t);
    return v->is_bent ? find_outermost(v, t, straight) : straight;
}

/// Clips it to from .. to; an end that is out by no more than the slack stays where it is. False if nothing
/// is left.
static bool clip(const view *v, spot end[2], double from, double to, double slack) {
    if (end[1].t < from - slack || end[0].t > to + slack)
        return false;
    const spot whole[2] = {end[0], end[1]};
    if (whole[0].t < from - slack)
        end[0] = whole[1].t <= from ? whole[1] : cut_view(v, whole, from);
    if (whole[1].t > to + slack)
        end[1] = whole[0].t >= to ? whole[0] : cut_view(v, whole, to);
    return true;
}

/// The contact of a point on one shape with the supporting line of the other.
static cld_core_contact make_contact(const view *v, spot s, bool is_b, double depth) {
    cld_vec3 point = cld_add_scaled(cld_scale(v->t, s.t), s.h, v->n);
    return cld_contact_at(v->n, point, is_b, depth);
}

/// The same point at another depth: what lies on the supporting line within the slack lies on it.
static cld_core_contact deepen(const cld_core_contact *c, cld_vec3 n, bool is_b, double depth) {
    cld_core_contact r = {c->a, c->b, depth};
    if (is_b)
        r.a = cld_add_scaled(c->b, depth, n);
    else
        r.b = cld_add_scaled(c->a, -depth, n);
    return r;
}

/// Leaves the two that are farthest from each other along the tangent, the deeper one first, or one where
/// those are at the same place on either shape.
static size_t settle(const view *v, cld_core_contact *c, size_t count, double merge) {
    for (size_t i = 2; i < count; i++) {
        double t = cld_dot(v->t, c[i].a), first = cld_dot(v->t, c[0].a), second = cld_dot(v->t, c[1].a);
        bool is_between = (t - first) * (t - second) <= 0;
        if (!is_between)
            c[fabs(t - first) < fabs(t - second) ? 0 : 1] = c[i];
    }
    count = count < 2 ? count : 2;
    if (count == 2 && c[1].depth > c[0].depth) {
        cld_core_contact t = c[0];
        c[0] = c[1];
        c[1] = t;
    }
    bool same =
        count == 2 && (cld_distance(c[0].a, c[1].a) <= merge || cld_distance(c[0].b, c[1].b) <= merge);
    return same ? 1 : count;
}

static view make_view(const cld_pair *pair, cld_vec3 n, bool is_b, cld_touch2 touch) {
    view v = {.shape = is_b ? pair->b.shape : pair->a.shape,
              .cloud = &cld_cso_get_side(&pair->cso, is_b)->cloud,
              .n = n};
    v.t = cld_vec3_make(-n.y, n.x, 0);
    v.shift = is_b ? pair->cso.offset : cld_vec3_make(0, 0, 0);
    v.outward = is_b ? -1 : 1;
    v.has_edge = touch.kind == CLD_FEATURE_EDGE;
    v.outermost = look_at(&v, cld_cloud_find_extreme(v.cloud, cld_scale(n, v.outward)));
    return v;
}

/// The deepest in a window: the outermost, unless that is outside, and what is inside is as deep within the
/// slack. Where it is not, the deepest is above another edge, which is nearly one line with that of the
/// window.
static spot find_deepest_within(const view *v, const spot window[2], double slack) {
    spot deepest = v->outermost;
    double from = window[0].t - slack, to = window[1].t + slack;
    if (deepest.t >= from && deepest.t <= to)
        return deepest;
    double nearest = deepest.t < from ? window[0].t : window[1].t;
    spot best = find_outermost(v, nearest, (spot){nearest, -v->outward * INFINITY});
    for (uint32_t i = 0; i < v->shape->rare->outline_count; i++) {
        spot s = look_at(v, v->shape->rare->outline[i]);
        if (s.t >= from && s.t <= to && v->outward * s.h > v->outward * best.h)
            best = s;
    }
    return v->outward * (deepest.h - best.h) > slack ? deepest : best;
}

/// The ends of what touches the supporting line.
static void view_touching(const view *v, double slack, spot end[2]) {
    uint32_t vertex[2] = {0, 0};
    find_run(v->shape, v->cloud, cld_scale(v->n, v->outward), (cld_slack2){slack, 0}, vertex);
    view_ends(v, vertex[0], vertex[1], end);
}

/// How deep a point of the other shape is below the reference.
static double find_depth(const view *reference, const spot window[2], const view *other, spot s,
                         double most) {
    double sag = reference->is_bent ? find_sag(reference, window, s.t) : 0;
    return fmin(most, most - other->outward * (other->outermost.h - s.h) - sag);
}

/// Puts the deepest first, in the place of those that are at the same place on either shape.
static size_t add_deepest(cld_core_contact *contacts, size_t count, cld_core_contact deepest, double merge) {
    cld_core_contact kept[CLD_MOST_CONTACTS2] = {deepest};
    size_t kept_count = 1;
    for (size_t i = 0; i < count; i++)
        if (cld_distance(contacts[i].a, deepest.a) > merge && cld_distance(contacts[i].b, deepest.b) > merge)
            kept[kept_count++] = contacts[i];
    memcpy(contacts, kept, kept_count * sizeof *kept);
    return kept_count;
}

/// Adds the ends of what of the other shape is below the reference; seen as one is what bends back by no more
/// than `bend`. Whether none is too high for a contact.
static bool add_ends(const cld_pair *pair, view *reference, view *other, double most, double least,
                     double bend, cld_core_contact *contacts, size_t *count) {
    spot window[2], end[2];
    double slack = cld_pair_find_slack(pair);
    bool is_reference_a = reference->outward > 0, is_low = true;
    view_facing(reference, cld_slack2_make(pair, !is_reference_a, bend), window);
    view_facing(other, cld_slack2_make(pair, is_reference_a, bend), end);
    for (int i = 0; i < 2; i++)
        reference->is_bent |= reference->outward * (reference->outermost.h - window[i].h) > slack;
    bool meets = clip(other, end, window[0].t, window[1].t, slack);
    for (int i = 0; i < 2 && meets; i++) {
        double depth = find_depth(reference, window, other, end[i], most);
        depth = depth >= most - CLD_SAME_DEPTH_OF_CORNERS * pair->cso.size ? most : depth;
        if (depth >= least)
            contacts[(*count)++] = make_contact(other, end[i], is_reference_a, depth);
        else
            is_low = false;
    }
    return is_low;
}

size_t cld_clip2(const cld_pair *pair, const cld_core_answer *answer, cld_touch2 a, cld_touch2 b,
                 double least, double merge, cld_core_contact contacts[CLD_MOST_CONTACTS2]) {
    view view_a = make_view(pair, answer->normal, false, a),
         view_b = make_view(pair, answer->normal, true, b);
    bool a_refers = view_a.has_edge;
    view *reference = a_refers ? &view_a : &view_b, *other = a_refers ? &view_b : &view_a;
    double most = -answer->signed_distance, slack = cld_pair_find_slack(pair);
    spot deepest = other->outermost, touching[2];
    cld_core_contact end[4];
    size_t count = 0;
    if (reference->has_edge) {
        // Where the ends of what bends back are no contacts, those of what does not may be; both sides' bends
        // add up.
        if (!add_ends(pair, reference, other, most, least, INFINITY, end, &count))
            add_ends(pair, reference, other, most, least, (most - least) / 2, end, &count);
        count = settle(other, end, count, merge);
        memcpy(contacts, end, count * sizeof *end);
        view_touching(reference, slack, touching);
        deepest = find_deepest_within(other, touching, slack);
    }
    if (count > 0 && contacts[0].depth >= most - slack) {
        contacts[0] = deepen(&contacts[0], answer->normal, a_refers, most);
        return count;
    }
    return add_deepest(contacts, count, make_contact(other, deepest, a_refers, most), merge);
}
