/// Makes scenes, finds out what is true of them, and has this library check them.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>

#include "collide/scene.h"
#include "random.h"
#include "world.h"

namespace bench {

namespace {

/// 8 to 32 points in random directions on an ellipsoid with semi-axes from 0.5 to 1.
Points make_points(Random &r) {
    Points points;
    double half[3] = {uniform(r, 0.5, 1), uniform(r, 0.5, 1), uniform(r, 0.5, 1)};
    for (size_t count = 8 + r() % 25; points.size() < count;) {
        std::array<double, 3> p = {uniform(r, -1, 1), uniform(r, -1, 1), uniform(r, -1, 1)};
        double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        if (length < 0.01 || length > 1)
            continue;
        for (size_t k = 0; k < 3; k++)
            p[k] *= half[k] / length;
        points.push_back(p);
    }
    return points;
}

/// Pairs whose boxes meet, by a sweep along x, and of those the ones that overlap by their proven bounds.
size_t count_overlaps(const World &world) {
    size_t n = world.placed.size(), overlaps = 0;
    std::vector<cld_vec3> low(n), high(n);
    for (size_t i = 0; i < n; i++)
        cld_shape_find_box(world.placed[i].get(), &low[i], &high[i]);
    std::vector<size_t> order(n);
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(), [&](size_t i, size_t j) { return low[i].x < low[j].x; });
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n && low[order[j]].x <= high[order[i]].x; j++) {
            size_t a = order[i], b = order[j];
            if (low[a].y > high[b].y || low[b].y > high[a].y || low[a].z > high[b].z || low[b].z > high[a].z)
                continue;
            cld_result result;
            cld_error err;
            if (cld_find_distance(world.placed[a].get(), nullptr, world.placed[b].get(), nullptr, &options,
                                  workspace, &result, &err) != CLD_OK)
                std::abort();
            overlaps += result.upper < 0;
        }
    cld_workspace_destroy(workspace);
    return overlaps;
}

} // namespace

World make_world(size_t count) {
    Random r(count);
    World world;
    world.arena.reset(new cld_arena{nullptr});
    // The boxes are about 1.35 wide: two meet in a part (2 * 1.35 / side)^3 of the places.
    double side = 2.7 * std::cbrt(static_cast<double>(count) / 4.1);
    for (size_t i = 0; i < count; i++) {
        Points points = make_points(r);
        cld_vec3 at = {uniform(r, 0, side), uniform(r, 0, side), uniform(r, 0, side)};
        world.placed.push_back(make_shape(points, world.arena.get(), at));
        world.hulls.push_back({points, make_shape(points)});
        world.at.push_back(at);
    }
    world.overlaps = count_overlaps(world);
    return world;
}

Outcome check_with_collide(const World &world) {
    cld_rule rule = cld_rule_make(CLD_RULE_NO_OVERLAP);
    std::vector<cld_object> objects(world.placed.size());
    std::vector<std::string> names(objects.size());
    for (size_t i = 0; i < objects.size(); i++) {
        names[i] = "hull " + std::to_string(i);
        objects[i].name = names[i].c_str();
        objects[i].shape = world.placed[i].get();
    }
    cld_scene scene = {"bench", objects.data(), objects.size(), &rule, 1, false};
    cld_check_options options = {1, nullptr, nullptr};
    cld_check check = {};
    auto start = std::chrono::steady_clock::now();
    if (cld_check_scene(&scene, &options, &check, nullptr) != CLD_OK)
        std::abort();
    std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    Outcome outcome = {took.count(), check.finding_count};
    cld_check_clear(&check);
    return outcome;
}

} // namespace bench
