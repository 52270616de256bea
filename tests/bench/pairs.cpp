/// The pairs: hulls of two families, and curved bodies, moved to where each scenario wants them.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "bench.h"
#include "random.h"

namespace bench {

namespace {

using Vec = std::array<double, 3>;

/// A direction with equal chances for all.
Vec make_direction(Random &r) {
    for (;;) {
        Vec v = {uniform(r, -1, 1), uniform(r, -1, 1), uniform(r, -1, 1)};
        double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        if (square > 1e-6 && square < 1)
            return {v[0] / std::sqrt(square), v[1] / std::sqrt(square), v[2] / std::sqrt(square)};
    }
}

cld_pose make_pose(Random &r, Vec at) {
    for (;;) {
        cld_quat q = {uniform(r, -1, 1), uniform(r, -1, 1), uniform(r, -1, 1), uniform(r, -1, 1)};
        double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        if (length > 1e-3 && length < 1)
            return cld_pose_make({q.x / length, q.y / length, q.z / length, q.w / length},
                                 {at[0], at[1], at[2]});
    }
}

void scale_points(Points &points, Vec by) {
    for (Vec &p : points)
        for (size_t k = 0; k < 3; k++)
            p[k] *= by[k];
}

Vec make_semi_axes(Random &r) { return {uniform(r, 0.5, 1), uniform(r, 0.5, 1), uniform(r, 0.5, 1)}; }

Points make_box(Vec half) {
    Points points;
    for (int i = 0; i < 8; i++)
        points.push_back(
            {i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]});
    return points;
}

Points make_ellipsoid(Random &r, size_t corners) {
    Vec half = make_semi_axes(r);
    if (corners == 8)
        return make_box(half);
    Points points;
    for (size_t i = 0; i < corners; i++)
        points.push_back(make_direction(r));
    scale_points(points, half);
    return points;
}

/// A regular polygon below and above; `top` shrinks the upper one along each axis.
Points make_prism(size_t corners, double half_height, std::array<double, 2> top) {
    Points points;
    size_t sides = corners / 2;
    for (size_t i = 0; i < sides; i++) {
        double turn = 2 * 3.14159265358979323846 * static_cast<double>(i) / static_cast<double>(sides);
        double x = std::cos(turn), y = std::sin(turn);
        points.push_back({x, y, -half_height});
        points.push_back({x * top[0], y * top[1], half_height});
    }
    return points;
}

/// Points of a box with rounded edges and corners.
Points make_bevelled(Random &r, size_t corners) {
    Points points;
    double bevel = uniform(r, 0.05, 0.3);
    for (size_t i = 0; i < corners; i++) {
        Vec u = make_direction(r);
        for (double &c : u)
            c = (c < 0 ? bevel - 1 : 1 - bevel) + bevel * c;
        points.push_back(u);
    }
    return points;
}

using HullPointer = std::unique_ptr<cld_hull, decltype(&cld_hull_destroy)>;

HullPointer make_convex_hull(const Points &points) {
    cld_hull *hull = nullptr;
    cld_error err;
    if (cld_hull_create(points[0].data(), points.size(), &hull, &err) != CLD_OK)
        std::abort();
    return {hull, cld_hull_destroy};
}

/// The poles of random half-spaces around the origin, none of which the others make needless. What has so
/// many faces is cut as deep, beside their sizes, as what has few.
Points make_poles(Random &r, size_t count) {
    double deepest = std::min(0.2, 3.2 / static_cast<double>(count));
    Points poles;
    for (size_t i = 0; i < 2 * count; i++) {
        Vec n = make_direction(r);
        double offset = uniform(r, 1 - deepest, 1);
        poles.push_back({n[0] / offset, n[1] / offset, n[2] / offset});
    }
    HullPointer hull = make_convex_hull(poles);
    if (hull->vertex_count < count)
        return make_poles(r, count);
    for (size_t i = 0; i < count; i++)
        poles[i] = poles[hull->vertex[i]]; // which ascend
    poles.resize(count);
    return poles;
}

/// The corners of what random half-spaces have in common: one for each face of the hull of their poles.
Points make_cuts(Random &r, size_t corners) {
    Points poles = make_poles(r, corners / 2 + 2), points;
    HullPointer hull = make_convex_hull(poles);
    bool around = hull->rank == 3 && hull->face_count == corners;
    for (uint32_t f = 0; around && f < hull->face_count; f++) {
        cld_vec3 n = hull->face_normal[f];
        const Vec &p = poles[hull->face_vertex[hull->face_start[f]]];
        double offset = n.x * p[0] + n.y * p[1] + n.z * p[2];
        around = offset > 0.15; // else a corner would be too far out to be of use
        points.push_back({n.x / offset, n.y / offset, n.z / offset});
    }
    return around ? points : make_cuts(r, corners);
}

Points make_mixed(Random &r, size_t corners) {
    size_t kind = corners < 6 ? 4 : r() % 5;
    Points points;
    switch (kind) {
    case 0: points = make_prism(corners, uniform(r, 0.3, 1), {1, 1}); break;    // prism
    case 1: points = make_prism(corners, uniform(r, 0.02, 0.1), {1, 1}); break; // disc
    case 2: points = make_prism(corners, 1, {1, uniform(r, 0.05, 0.2)}); break; // wedge
    case 3: points = corners == 8 ? make_box({1, 1, 1}) : make_bevelled(r, corners); break;
    default: points = make_cuts(r, corners); break;
    }
    scale_points(points, make_semi_axes(r));
    if (kind >= 3) // stretched
        scale_points(points, {uniform(r, 0.25, 1), uniform(r, 0.25, 1), 1});
    return points;
}

Points make_points(Random &r, Family family, size_t corners) {
    return family == Family::Ellipsoid ? make_ellipsoid(r, corners) : make_mixed(r, corners);
}

Smooth make_smooth(Random &r, Family family) {
    static const cld_kind kinds[] = {CLD_SPHERE, CLD_CAPSULE, CLD_CYLINDER, CLD_CONE, CLD_ELLIPSOID};
    Smooth smooth;
    smooth.kind = kinds[static_cast<size_t>(family) - static_cast<size_t>(Family::Sphere)];
    smooth.radius = uniform(r, 0.3, 0.8);
    smooth.half_height = uniform(r, 0.3, 0.8);
    smooth.radii = make_semi_axes(r);
    return smooth;
}

Hull make_hull(Random &r, Family family, size_t corners) {
    Hull hull;
    if (is_smooth(family))
        hull.smooth = make_smooth(r, family);
    else
        hull.points = make_points(r, family, corners);
    hull.shape = make_shape(hull);
    return hull;
}

double find_diagonal(const Hull &hull) {
    cld_vec3 low, high;
    cld_shape_find_box(hull.shape.get(), &low, &high);
    return std::hypot(std::hypot(high.x - low.x, high.y - low.y), high.z - low.z);
}

/// Of what is curved, that of the box around it.
double find_mean_radius(const Hull &hull) {
    if (hull.points.empty())
        return 0.5 * find_diagonal(hull) / std::sqrt(3.0);
    double sum = 0;
    for (const Vec &p : hull.points)
        sum += std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    return sum / static_cast<double>(hull.points.size());
}

/// The signed distance and how sure it is.
cld_result measure(const Pair &pair, cld_workspace *workspace) {
    cld_query_options options = cld_query_options_make();
    cld_result result;
    cld_error err;
    if (cld_find_distance(pair.a.shape.get(), &pair.pose_a, pair.b.shape.get(), &pair.pose_b, &options,
                          workspace, &result, &err) != CLD_OK) {
        std::cerr << "bench: " << err.message << '\n';
        std::exit(3);
    }
    return result;
}

/// Moves B along the line of centres until the signed distance is as wanted, by so many bisections: along a
/// line from inside A outwards it grows.
void move_apart(Pair &pair, Vec d, double wanted, int steps, cld_workspace *workspace) {
    cld_vec3 from = pair.pose_b.t;
    double low = 0, high = 8;
    for (int i = 0; i < steps; i++) {
        double middle = 0.5 * (low + high);
        pair.pose_b.t = {from.x + middle * d[0], from.y + middle * d[1], from.z + middle * d[2]};
        (measure(pair, workspace).signed_distance < wanted ? low : high) = middle;
    }
}

Pair make_pair(Random &r, Family family, size_t corners, Scenario scenario, cld_workspace *workspace) {
    Pair pair;
    pair.a = make_hull(r, family, corners);
    pair.b = make_hull(r, is_smooth(family) && corners > 1 ? Family::Mixed : family, corners);
    double radius = 0.5 * (find_mean_radius(pair.a) + find_mean_radius(pair.b));
    Vec at = {uniform(r, -10, 10), uniform(r, -10, 10), uniform(r, -10, 10)}, d = make_direction(r);
    pair.pose_a = make_pose(r, at);
    pair.pose_b = make_pose(r, at);
    double spread = uniform(r, 0, 1);
    if (scenario == Scenario::Deep) {
        double step = 0.3 * radius;
        pair.pose_b.t = {at[0] + step * d[0], at[1] + step * d[1], at[2] + step * d[2]};
    } else {
        bool touching = scenario == Scenario::Touching; // to the last bit
        double wanted = scenario == Scenario::Apart  ? 0.3 + 0.7 * spread
                        : scenario == Scenario::Near ? 0.01
                        : touching                   ? 0
                                                     : -0.01;
        move_apart(pair, d, wanted * radius, touching ? 60 : 18, workspace);
    }
    cld_result result = measure(pair, workspace);
    pair.truth = 0.5 * (result.lower + result.upper);
    pair.diagonal = std::max(find_diagonal(pair.a), find_diagonal(pair.b));
    if (!(result.upper - result.lower <= 1e-8 * pair.diagonal)) {
        std::cerr << "bench: a pair's bounds are too wide to tell who is wrong\n";
        std::exit(3);
    }
    return pair;
}

size_t count_pairs(Family family, size_t corners) {
    return is_smooth(family) ? 200 : corners <= 32 ? 2000 : corners <= 128 ? 600 : corners <= 512 ? 150 : 40;
}

} // namespace

static Shape create_shape(const cld_shape_def &def) {
    cld_shape *shape = nullptr;
    cld_error err;
    if (cld_shape_create(&def, nullptr, nullptr, &shape, &err) != CLD_OK)
        std::abort();
    return Shape(shape);
}

Shape make_shape(const Points &points, cld_arena *arena, cld_vec3 at) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0].data();
    def.point_count = points.size();
    def.transform = cld_transform_make_translation(at);
    def.arena = arena;
    return create_shape(def);
}

Shape make_shape(const Hull &hull, cld_arena *arena) {
    const Smooth &smooth = hull.smooth;
    if (smooth.kind == CLD_HULL)
        return make_shape(hull.points, arena);
    const double ends[6] = {0, 0, -smooth.half_height, 0, 0, smooth.half_height};
    bool has_ends = smooth.kind != CLD_SPHERE && smooth.kind != CLD_ELLIPSOID;
    cld_shape_def def = cld_shape_def_make(smooth.kind);
    def.points = ends;
    def.point_count = has_ends ? 2 : 0;
    def.radius = smooth.radius;
    std::copy(smooth.radii.begin(), smooth.radii.end(), def.radii);
    def.arena = arena;
    return create_shape(def);
}

Points make_points(Family family, size_t corners, size_t seed) {
    Random r(1000003 * corners + seed);
    return make_points(r, family, corners);
}

std::vector<Pair> make_pairs(Family family, size_t corners, Scenario scenario) {
    Random r(1000 * corners + 10 * static_cast<size_t>(scenario) + static_cast<size_t>(family));
    cld_workspace *workspace = cld_workspace_create();
    std::vector<Pair> pairs;
    for (size_t i = 0; i < count_pairs(family, corners); i++)
        pairs.push_back(make_pair(r, family, corners, scenario, workspace));
    cld_workspace_destroy(workspace);
    return pairs;
}

} // namespace bench
