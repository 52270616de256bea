/// FCL: its own GJK and EPA for depths, libccd's algorithms otherwise, as FCL prefers.

#include <chrono>
#include <cmath>
#include <cstdlib>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include "heap.h"
#include "world.h"

namespace bench {

namespace {

using Convex = fcl::Convex<double>;

std::unique_ptr<Convex> convert(const Hull &hull) {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (const auto &p : hull.points)
        vertices->emplace_back(p[0], p[1], p[2]);
    const cld_hull *h;
    cld_error err;
    if (cld_shape_find_hull(hull.shape.get(), &h, &err) != CLD_OK)
        std::abort();
    for (uint32_t f = 0; f < h->face_count; f++) {
        faces->push_back(static_cast<int>(h->face_start[f + 1] - h->face_start[f]));
        for (uint32_t i = h->face_start[f]; i < h->face_start[f + 1]; i++)
            faces->push_back(static_cast<int>(h->face_vertex[i]));
    }
    return std::make_unique<Convex>(vertices, static_cast<int>(h->face_count), faces);
}

fcl::Transform3d convert(const cld_pose &pose) {
    const cld_vec3 *m = pose.r.row;
    fcl::Transform3d t = fcl::Transform3d::Identity();
    t.linear() << m[0].x, m[0].y, m[0].z, m[1].x, m[1].y, m[1].z, m[2].x, m[2].y, m[2].z;
    t.translation() << pose.t.x, pose.t.y, pose.t.z;
    return t;
}

struct Body {
    std::unique_ptr<Convex> shape;
    fcl::Transform3d transform;
};

class Fcl : public Peer {
  public:
    std::string name() const override { return "fcl"; }
    bool answers(Op op, Family family) const override { return op != Op::Manifold && !is_smooth(family); }

    void load(const std::vector<Pair> &pairs) override {
        bodies.clear();
        for (const Pair &p : pairs) {
            bodies.push_back({convert(p.a), convert(p.pose_a)});
            bodies.push_back({convert(p.b), convert(p.pose_b)});
        }
    }

    void ask(Op op, size_t first, size_t last, double *answers) override {
        for (size_t i = first; i < last; i++) {
            const Body &a = bodies[2 * i], &b = bodies[2 * i + 1];
            answers[i - first] = op == Op::Depth      ? find_depth(a, b)
                                 : op == Op::Distance ? find_distance(a, b)
                                                      : meet(a, b);
        }
    }

  private:
    double meet(const Body &a, const Body &b) const {
        return libccd.shapeIntersect(*a.shape, a.transform, *b.shape, b.transform, nullptr);
    }

    double find_distance(const Body &a, const Body &b) const {
        double distance = 0;
        fcl::Vector3d p, q;
        bool apart = libccd.shapeDistance(*a.shape, a.transform, *b.shape, b.transform, &distance, &p, &q);
        return apart ? distance : 0;
    }

    double find_depth(const Body &a, const Body &b) const {
        std::vector<fcl::ContactPoint<double>> contacts;
        bool found = indep.shapeIntersect(*a.shape, a.transform, *b.shape, b.transform, &contacts);
        return found && !contacts.empty() ? std::fabs(contacts[0].penetration_depth) : 0; // negative here
    }

    fcl::detail::GJKSolver_libccd<double> libccd;
    fcl::detail::GJKSolver_indep<double> indep;
    std::vector<Body> bodies;
};

} // namespace

namespace {

/// Of each pair whose boxes meet, the depth by libccd's MPR.
bool collide_pair(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *context) {
    fcl::CollisionRequestd request(1, true);
    request.gjk_solver_type = fcl::GST_LIBCCD;
    fcl::CollisionResultd result;
    *static_cast<size_t *>(context) += fcl::collide(a, b, request, result) > 0;
    return false;
}

/// Looks for another part until one is met.
bool meet_part(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *context) {
    fcl::CollisionRequestd request;
    request.gjk_solver_type = fcl::GST_LIBCCD;
    fcl::CollisionResultd result;
    return *static_cast<bool *>(context) = fcl::collide(a, b, request, result) > 0;
}

std::unique_ptr<fcl::CollisionObjectd> place(const Hull &hull, cld_vec3 at) {
    std::shared_ptr<fcl::CollisionGeometryd> shape = convert(hull);
    shape->computeLocalAABB();
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    transform.translation() << at.x, at.y, at.z;
    return std::make_unique<fcl::CollisionObjectd>(shape, transform);
}

} // namespace

Outcome check_with_fcl(const World &world) {
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
    std::vector<fcl::CollisionObjectd *> all;
    for (size_t i = 0; i < world.hulls.size(); i++) {
        objects.push_back(place(world.hulls[i], world.at[i]));
        all.push_back(objects.back().get());
    }
    Outcome outcome = {0, 0};
    auto start = std::chrono::steady_clock::now();
    fcl::DynamicAABBTreeCollisionManagerd manager;
    manager.registerObjects(all);
    manager.setup();
    manager.collide(&outcome.overlaps, collide_pair);
    std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    outcome.ms = took.count();
    return outcome;
}

HeapAnswer ask_heap_with_fcl(const Heap &heap) {
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> parts, probes;
    fcl::DynamicAABBTreeCollisionManagerd manager;
    for (const Placed &part : heap.parts) {
        parts.push_back(place(part.hull, part.at));
        manager.registerObject(parts.back().get());
    }
    for (const Placed &probe : heap.probes)
        probes.push_back(place(probe.hull, probe.at));
    manager.setup();
    HeapAnswer answer = {0, 0};
    auto start = std::chrono::steady_clock::now();
    for (const auto &probe : probes) {
        bool meets = false;
        manager.collide(probe.get(), &meets, meet_part);
        answer.hits += meets;
    }
    std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    answer.ns = took.count() / static_cast<double>(probes.size());
    return answer;
}

std::unique_ptr<Peer> make_fcl() { return std::make_unique<Fcl>(); }

} // namespace bench
