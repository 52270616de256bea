/// libccd: MPR, or GJK with EPA.

#include <algorithm>
#include <cmath>

#include <ccd/ccd.h>

#include "bench.h"

namespace bench {

namespace {

struct Body {
    const Hull *hull;
    const cld_pose *pose;
};

/// Scans the corners, as libccd's own examples do.
void find_corner(const Points &points, double x, double y, double z, double *farthest) {
    double most = -1e300;
    for (const auto &p : points) {
        double along = x * p[0] + y * p[1] + z * p[2];
        if (along > most) {
            most = along;
            std::copy(p.begin(), p.end(), farthest);
        }
    }
}

void scale(double x, double y, double z, double length, double by, double *v) {
    double part = length > 0 ? by / length : 0;
    v[0] = x * part, v[1] = y * part, v[2] = z * part;
}

void find_smooth(const Smooth &s, double x, double y, double z, double *v) {
    double across = std::sqrt(x * x + y * y);
    if (s.kind == CLD_SPHERE || s.kind == CLD_CAPSULE) {
        scale(x, y, z, std::sqrt(x * x + y * y + z * z), s.radius, v);
        v[2] += s.kind == CLD_SPHERE ? 0 : z > 0 ? s.half_height : -s.half_height;
    } else if (s.kind == CLD_ELLIPSOID) {
        double a = s.radii[0] * x, b = s.radii[1] * y, c = s.radii[2] * z;
        scale(a, b, c, std::sqrt(a * a + b * b + c * c), 1, v);
        for (size_t k = 0; k < 3; k++)
            v[k] *= s.radii[k];
    } else {
        bool is_apex = s.kind == CLD_CONE && 2 * s.half_height * z > s.radius * across;
        scale(x, y, 0, across, is_apex ? 0 : s.radius, v);
        v[2] = is_apex || (s.kind == CLD_CYLINDER && z > 0) ? s.half_height : -s.half_height;
    }
}

/// In the body's own frame.
void find_support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *v) {
    const Body *body = static_cast<const Body *>(object);
    const cld_vec3 *m = body->pose->r.row, t = body->pose->t;
    const double *d = direction->v;
    double x = m[0].x * d[0] + m[1].x * d[1] + m[2].x * d[2];
    double y = m[0].y * d[0] + m[1].y * d[1] + m[2].y * d[2];
    double z = m[0].z * d[0] + m[1].z * d[1] + m[2].z * d[2];
    double best[3] = {0, 0, 0};
    if (body->hull->smooth.kind == CLD_HULL)
        find_corner(body->hull->points, x, y, z, best);
    else
        find_smooth(body->hull->smooth, x, y, z, best);
    ccdVec3Set(v, m[0].x * best[0] + m[0].y * best[1] + m[0].z * best[2] + t.x,
               m[1].x * best[0] + m[1].y * best[1] + m[1].z * best[2] + t.y,
               m[2].x * best[0] + m[2].y * best[1] + m[2].z * best[2] + t.z);
}

/// The families are built around the origin of their own frame.
void find_centre(const void *object, ccd_vec3_t *v) {
    cld_vec3 t = static_cast<const Body *>(object)->pose->t;
    ccdVec3Set(v, t.x, t.y, t.z);
}

class Libccd : public Peer {
  public:
    explicit Libccd(bool use_mpr) : mpr(use_mpr) {
        CCD_INIT(&ccd);
        ccd.support1 = ccd.support2 = find_support;
        ccd.center1 = ccd.center2 = find_centre;
        ccd.max_iterations = 500;
        ccd.epa_tolerance = ccd.mpr_tolerance = 1e-6;
    }

    std::string name() const override { return mpr ? "libccd-mpr" : "libccd-gjk"; }
    bool answers(Op op, Family) const override { return op == Op::Bool || op == Op::Depth; }
    void load(const std::vector<Pair> &all) override { pairs = &all; }

    void ask(Op op, size_t first, size_t last, double *answers) override {
        for (size_t i = first; i < last; i++) {
            const Pair &p = (*pairs)[i];
            Body a = {&p.a, &p.pose_a}, b = {&p.b, &p.pose_b};
            answers[i - first] = op == Op::Bool ? meet(a, b) : find_depth(a, b);
        }
    }

  private:
    int meet(const Body &a, const Body &b) {
        return mpr ? ccdMPRIntersect(&a, &b, &ccd) : ccdGJKIntersect(&a, &b, &ccd);
    }

    double find_depth(const Body &a, const Body &b) {
        ccd_vec3_t direction, position;
        double depth = 0;
        int failed =
            (mpr ? ccdMPRPenetration : ccdGJKPenetration)(&a, &b, &ccd, &depth, &direction, &position);
        return failed ? 0 : depth;
    }

    bool mpr;
    ccd_t ccd;
    const std::vector<Pair> *pairs = nullptr;
};

} // namespace

std::unique_ptr<Peer> make_libccd(bool mpr) { return std::make_unique<Libccd>(mpr); }

} // namespace bench
