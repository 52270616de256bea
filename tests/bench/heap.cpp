/// Makes heaps, finds out what is true of them, and has this library answer.

#include "heap.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>

#include "random.h"

namespace bench {

namespace {

constexpr size_t probe_count = 1000, corner_count = 16;

std::vector<Placed> place_hulls(Random &r, size_t count, double side) {
    std::vector<Placed> placed;
    for (size_t i = 0; i < count; i++) {
        Points points = make_points(Family::Ellipsoid, corner_count, r());
        cld_vec3 at = {uniform(r, 0, side), uniform(r, 0, side), uniform(r, 0, side)};
        Shape shape = make_shape(points);
        placed.push_back({{points, std::move(shape)}, at});
    }
    return placed;
}

Shape make_compound(const std::vector<Placed> &parts) {
    std::vector<cld_shape_def> children;
    for (const Placed &part : parts) {
        cld_shape_def def = cld_shape_def_make(CLD_HULL);
        def.points = part.hull.points[0].data();
        def.point_count = part.hull.points.size();
        def.transform = cld_transform_make_translation(part.at);
        children.push_back(def);
    }
    cld_shape_def def = cld_shape_def_make(CLD_COMPOUND);
    def.children = children.data();
    def.child_count = children.size();
    cld_shape *shape = nullptr;
    cld_error err;
    if (cld_shape_create(&def, nullptr, nullptr, &shape, &err) != CLD_OK)
        std::abort();
    return Shape(shape);
}

cld_pose pose_at(cld_vec3 at) {
    cld_pose pose = cld_pose_make_identity();
    pose.t = at;
    return pose;
}

/// By all parts, one by one, and their bounds.
bool is_hit(const Heap &heap, const Placed &probe, cld_workspace *workspace) {
    cld_query_options options = cld_query_options_make();
    cld_pose pose = pose_at(probe.at);
    return std::any_of(heap.parts.begin(), heap.parts.end(), [&](const Placed &part) {
        cld_pose part_pose = pose_at(part.at);
        cld_result result;
        cld_error err;
        if (cld_find_distance(part.hull.shape.get(), &part_pose, probe.hull.shape.get(), &pose, &options,
                              workspace, &result, &err) != CLD_OK)
            std::abort();
        return result.upper < 0;
    });
}

} // namespace

/// About four parts' boxes meet each.
Heap make_heap(size_t part_count) {
    Random r(part_count);
    double side = 3 * std::cbrt(static_cast<double>(part_count) / 4);
    Heap heap = {place_hulls(r, part_count, side), place_hulls(r, probe_count, side), nullptr, 0};
    heap.compound = make_compound(heap.parts);
    cld_workspace *workspace = cld_workspace_create();
    for (const Placed &probe : heap.probes)
        heap.hits += is_hit(heap, probe, workspace);
    cld_workspace_destroy(workspace);
    return heap;
}

HeapAnswer ask_heap_with_collide(const Heap &heap) {
    cld_query_options options = cld_query_options_make();
    cld_workspace *workspace = cld_workspace_create();
    HeapAnswer answer = {0, 0};
    auto start = std::chrono::steady_clock::now();
    for (const Placed &probe : heap.probes) {
        cld_pose pose = pose_at(probe.at);
        bool colliding;
        cld_error err;
        if (cld_is_colliding(heap.compound.get(), nullptr, probe.hull.shape.get(), &pose, &options, workspace,
                             &colliding, &err) != CLD_OK)
            std::abort();
        answer.hits += colliding;
    }
    std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    answer.ns = took.count() / static_cast<double>(heap.probes.size());
    cld_workspace_destroy(workspace);
    return answer;
}

} // namespace bench
