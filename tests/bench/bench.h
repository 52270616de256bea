/// What the benchmark's parts know of each other: pairs of hulls, questions, and those who answer them.
#ifndef TESTS_BENCH_BENCH_H
#define TESTS_BENCH_BENCH_H

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "collide/collide.h"

namespace bench {

enum class Op { Bool, Distance, Depth, Manifold };
enum class Scenario { Apart, Near, Shallow, Deep, Touching }; // S, N, P1, P2, T
enum class Family { Ellipsoid, Mixed, Sphere, Capsule, Cylinder, Cone, SmoothEllipsoid };

/// Whether a family is one of curved bodies, which are asked about beside their like, where they are said to
/// have one corner, and beside mixed hulls.
inline bool is_smooth(Family family) { return family >= Family::Sphere; }

const char *name_of(Op op);
const char *name_of(Scenario scenario);
const char *name_of(Family family);

using Points = std::vector<std::array<double, 3>>;

struct ShapeDeleter {
    void operator()(cld_shape *shape) const { cld_shape_destroy(shape); }
};
using Shape = std::unique_ptr<cld_shape, ShapeDeleter>;

struct ArenaDeleter {
    void operator()(cld_arena *arena) const {
        cld_arena_clear(arena);
        delete arena;
    }
};
using Arena = std::unique_ptr<cld_arena, ArenaDeleter>; ///< stands before the shapes that are in it

/// The hull of some points, moved.
Shape make_shape(const Points &points, cld_arena *arena = nullptr, cld_vec3 at = {0, 0, 0});

/// A curved body around the origin, along z.
struct Smooth {
    cld_kind kind = CLD_HULL; ///< no curved body
    double radius = 0, half_height = 0;
    std::array<double, 3> radii{}; ///< of an ellipsoid
};

/// A convex hull: its corners, or the curved body that it is instead, and the library's shape made from them.
struct Hull {
    Points points;
    Shape shape;
    Smooth smooth{};
};

Shape make_shape(const Hull &hull, cld_arena *arena = nullptr);

struct Pair {
    Hull a, b;
    cld_pose pose_a, pose_b;
    double truth;    ///< the signed distance, as proven by bounds on both sides
    double diagonal; ///< the larger of the two boxes' diagonals
};

/// Pairs of hulls with about `corners` corners each. No hull occurs twice: nothing is carried from pair to
/// pair.
std::vector<Pair> make_pairs(Family family, size_t corners, Scenario scenario);

/// The corners of one of many hulls.
Points make_points(Family family, size_t corners, size_t seed);

/// Prints what hulls with about `corners` corners cost in bytes, with and without tables, what building one
/// takes beside qhull, and what reading a document about one takes beside cJSON: the means over some.
void print_costs(Family family, size_t corners);

/// Someone who answers: this library or another.
class Peer {
  public:
    virtual ~Peer() = default;
    virtual std::string name() const = 0;
    virtual bool answers(Op op, Family family) const = 0;
    /// Builds what belongs to hulls and can be kept from query to query.
    virtual void load(const std::vector<Pair> &pairs) = 0;
    /// Answers pairs first to last - 1: for Op::Bool 1 or 0, for the others the distance or the depth.
    virtual void ask(Op op, size_t first, size_t last, double *answers) = 0;
};

std::unique_ptr<Peer> make_collide();
std::unique_ptr<Peer> make_libccd(bool mpr);
std::unique_ptr<Peer> make_bullet();
std::unique_ptr<Peer> make_fcl();

} // namespace bench

#endif
