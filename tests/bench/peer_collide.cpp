/// This library, through its public calls.

#include <algorithm>
#include <cstdlib>

#include "bench.h"

namespace bench {

namespace {

class Collide : public Peer {
  public:
    Collide() : workspace(cld_workspace_create()) {}
    ~Collide() override { cld_workspace_destroy(workspace); }
    Collide(const Collide &) = delete;
    Collide &operator=(const Collide &) = delete;

    std::string name() const override { return "collide"; }
    bool answers(Op) const override { return true; }

    void load(const std::vector<Pair> &all) override {
        pairs = &all;
        for (const Pair &pair : all)
            for (const Hull *hull : {&pair.a, &pair.b}) {
                cld_error err;
                if (cld_shape_build_tables(hull->shape.get(), &err) != CLD_OK)
                    std::abort();
            }
    }

    void ask(Op op, size_t first, size_t last, double *answers) override {
        cld_query_options options = cld_query_options_make();
        for (size_t i = first; i < last; i++) {
            const Pair &p = (*pairs)[i];
            answers[i - first] = op == Op::Bool ? is_colliding(p, options) : measure(op, p, options);
        }
    }

  private:
    bool is_colliding(const Pair &p, const cld_query_options &options) {
        bool colliding;
        cld_error err;
        if (cld_is_colliding(p.a.shape.get(), &p.pose_a, p.b.shape.get(), &p.pose_b, &options, workspace,
                             &colliding, &err))
            std::abort();
        return colliding;
    }

    double measure(Op op, const Pair &p, const cld_query_options &options) {
        auto *find = op == Op::Manifold ? cld_find_collision : cld_find_distance;
        cld_result result;
        cld_error err;
        if (find(p.a.shape.get(), &p.pose_a, p.b.shape.get(), &p.pose_b, &options, workspace, &result, &err))
            std::abort();
        return std::max(0.0, op == Op::Distance ? result.signed_distance : -result.signed_distance);
    }

    cld_workspace *workspace;
    const std::vector<Pair> *pairs = nullptr;
};

} // namespace

std::unique_ptr<Peer> make_collide(bool) { return std::make_unique<Collide>(); }

} // namespace bench
