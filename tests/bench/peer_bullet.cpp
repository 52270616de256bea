/// Bullet in double precision: GJK for distances, EPA for depths.

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include "bench.h"

namespace bench {

namespace {

btTransform convert(const cld_pose &pose) {
    const cld_vec3 *m = pose.r.row;
    btMatrix3x3 rotation(m[0].x, m[0].y, m[0].z, m[1].x, m[1].y, m[1].z, m[2].x, m[2].y, m[2].z);
    return btTransform(rotation, btVector3(pose.t.x, pose.t.y, pose.t.z));
}

std::unique_ptr<btConvexHullShape> convert(const Hull &hull) {
    auto shape = std::make_unique<btConvexHullShape>();
    for (const auto &p : hull.points)
        shape->addPoint(btVector3(p[0], p[1], p[2]), false);
    shape->recalcLocalAabb();
    shape->setMargin(0);
    return shape;
}

struct Body {
    std::unique_ptr<btConvexHullShape> shape;
    btTransform transform;
};

class Bullet : public Peer {
  public:
    std::string name() const override { return "bullet"; }
    bool answers(Op op) const override { return op == Op::Distance || op == Op::Depth; }

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
            btVector3 guess = b.transform.getOrigin() - a.transform.getOrigin();
            btGjkEpaSolver2::sResults r;
            bool found = op == Op::Distance
                             ? btGjkEpaSolver2::Distance(a.shape.get(), a.transform, b.shape.get(),
                                                         b.transform, guess, r)
                             : btGjkEpaSolver2::Penetration(a.shape.get(), a.transform, b.shape.get(),
                                                            b.transform, guess, r, false);
            answers[i - first] = !found ? 0 : op == Op::Distance ? r.distance : -r.distance;
        }
    }

  private:
    std::vector<Body> bodies;
};

} // namespace

std::unique_ptr<Peer> make_bullet() { return std::make_unique<Bullet>(); }

} // namespace bench
