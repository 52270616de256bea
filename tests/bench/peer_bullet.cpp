/// Bullet in double precision: GJK for distances, EPA for depths.

#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include "bench.h"

namespace bench {

namespace {

btTransform convert(const cld_pose &pose) {
    const cld_vec3 *m = pose.r.row;
    btMatrix3x3 rotation(m[0].x, m[0].y, m[0].z, m[1].x, m[1].y, m[1].z, m[2].x, m[2].y, m[2].z);
    return btTransform(rotation, btVector3(pose.t.x, pose.t.y, pose.t.z));
}

std::unique_ptr<btConvexShape> convert_points(const Points &points) {
    auto shape = std::make_unique<btConvexHullShape>();
    for (const auto &p : points)
        shape->addPoint(btVector3(p[0], p[1], p[2]), false);
    shape->recalcLocalAabb();
    shape->setMargin(0);
    return shape;
}

/// Spheres and capsules are a point or a segment with a margin, others have none.
std::unique_ptr<btConvexShape> convert(const Hull &hull) {
    const Smooth &s = hull.smooth;
    std::unique_ptr<btConvexShape> shape;
    switch (s.kind) {
    case CLD_SPHERE: return std::make_unique<btSphereShape>(s.radius);
    case CLD_CAPSULE: return std::make_unique<btCapsuleShapeZ>(s.radius, 2 * s.half_height);
    case CLD_CYLINDER:
        shape = std::make_unique<btCylinderShapeZ>(btVector3(s.radius, s.radius, s.half_height));
        break;
    case CLD_CONE: shape = std::make_unique<btConeShapeZ>(s.radius, 2 * s.half_height); break;
    case CLD_HULL: return convert_points(hull.points);
    default: return nullptr; // none of its shapes
    }
    shape->setMargin(0);
    return shape;
}

struct Body {
    std::unique_ptr<btConvexShape> shape;
    btTransform transform;
    double margin;
};

double find_margin(const Hull &hull) {
    bool has_one = hull.smooth.kind == CLD_SPHERE || hull.smooth.kind == CLD_CAPSULE;
    return has_one ? hull.smooth.radius : 0;
}

class Bullet : public Peer {
  public:
    std::string name() const override { return "bullet"; }
    bool answers(Op op, Family family) const override {
        return (op == Op::Distance || op == Op::Depth) && family != Family::SmoothEllipsoid;
    }

    void load(const std::vector<Pair> &pairs) override {
        bodies.clear();
        for (const Pair &p : pairs) {
            bodies.push_back({convert(p.a), convert(p.pose_a), find_margin(p.a)});
            bodies.push_back({convert(p.b), convert(p.pose_b), find_margin(p.b)});
        }
    }

    void ask(Op op, size_t first, size_t last, double *answers) override {
        for (size_t i = first; i < last; i++) {
            const Body &a = bodies[2 * i], &b = bodies[2 * i + 1];
            answers[i - first] = op == Op::Distance ? find_distance(a, b) : find_depth(a, b);
        }
    }

  private:
    /// Of cores, less the margins; nothing above 0 where those meet.
    static double find_distance(const Body &a, const Body &b) {
        btGjkEpaSolver2::sResults r;
        bool apart = btGjkEpaSolver2::Distance(a.shape.get(), a.transform, b.shape.get(), b.transform,
                                               b.transform.getOrigin() - a.transform.getOrigin(), r);
        return apart ? r.distance - a.margin - b.margin : 0;
    }

    /// What has margins mostly overlaps by these alone, which is told by the distance of the cores.
    static double find_depth(const Body &a, const Body &b) {
        bool has_margins = a.margin + b.margin > 0;
        double distance = has_margins ? find_distance(a, b) : 0;
        if (distance < 0)
            return -distance;
        btGjkEpaSolver2::sResults r;
        bool found =
            btGjkEpaSolver2::Penetration(a.shape.get(), a.transform, b.shape.get(), b.transform,
                                         b.transform.getOrigin() - a.transform.getOrigin(), r, has_margins);
        return found ? -r.distance : 0;
    }

    std::vector<Body> bodies;
};

} // namespace

std::unique_ptr<Peer> make_bullet() { return std::make_unique<Bullet>(); }

} // namespace bench
