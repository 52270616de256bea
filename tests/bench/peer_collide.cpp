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
    bool answers(Op, Family) const override { return true; }

    void load(const std::vector<Pair> &all) override {
        pairs = &all;
        shapes.clear();
        cld_arena_clear(arena.get());
        for (const Pair &pair : all)
            for (const Hull *hull : {&pair.a, &pair.b}) {
                shapes.push_back(make_shape(*hull, arena.get()));
                cld_error err;
                if (cld_shape_build_tables(shapes.back().get(), &err) != CLD_OK)
                    std::abort();
            }
    }

    void ask(Op op, size_t first, size_t last, double *answers) override {
        cld_query_options options = cld_query_options_make();
        for (size_t i = first; i < last; i++) {
            answers[i - first] = op == Op::Bool ? is_colliding(i, options) : measure(op, i, options);
        }
    }

  private:
    bool is_colliding(size_t i, const cld_query_options &options) {
        const Pair &p = (*pairs)[i];
        bool colliding;
        cld_error err;
        if (cld_is_colliding(shapes[2 * i].get(), &p.pose_a, shapes[2 * i + 1].get(), &p.pose_b, &options,
                             workspace, &colliding, &err))
            std::abort();
        return colliding;
    }

    double measure(Op op, size_t i, const cld_query_options &options) {
        const Pair &p = (*pairs)[i];
        auto *find = op == Op::Manifold ? cld_find_collision : cld_find_distance;
        cld_result result;
        cld_error err;
        if (find(shapes[2 * i].get(), &p.pose_a, shapes[2 * i + 1].get(), &p.pose_b, &options, workspace,
                 &result, &err))
            std::abort();
        return std::max(0.0, op == Op::Distance ? result.signed_distance : -result.signed_distance);
    }

    cld_workspace *workspace;
    Arena arena{new cld_arena{nullptr}};
    std::vector<Shape> shapes; ///< in the arena: two for each pair
    const std::vector<Pair> *pairs = nullptr;
};

} // namespace

std::unique_ptr<Peer> make_collide() { return std::make_unique<Collide>(); }

} // namespace bench
