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
                const cld_hull *built;
                cld_error err;
                if (cld_shape_find_hull(hull->shape.get(), &built, &err) != CLD_OK)
                    std::abort();
            }
    }

    void ask(Op op, size_t first, size_t last, double *answers) override {
        cld_query_options options = cld_query_options_make();
        auto *find = op == Op::Manifold ? cld_find_collision : cld_find_distance;
        cld_result result;
        cld_error err;
        for (size_t i = first; i < last; i++) {
            const Pair &p = (*pairs)[i];
            if (find(p.a.shape.get(), &p.pose_a, p.b.shape.get(), &p.pose_b, &options, workspace, &result,
                     &err))
                std::abort();
            answers[i - first] = op == Op::Bool       ? result.outcome != CLD_SEPARATED
                                 : op == Op::Distance ? std::max(0.0, result.signed_distance)
                                                      : std::max(0.0, -result.signed_distance);
        }
    }

  private:
    cld_workspace *workspace;
    const std::vector<Pair> *pairs = nullptr;
};

} // namespace

std::unique_ptr<Peer> make_collide(bool) { return std::make_unique<Collide>(); }

} // namespace bench
