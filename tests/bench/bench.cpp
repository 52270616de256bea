/// How fast the answers are, and how fast the peers' are: one row of JSON for each cell, then the ratios,
/// and the goals that they hold or miss.
///
/// --op costs is what hulls cost in bytes and to make, --op scene the check of whole scenes, --op compound
/// whether hulls meet compounds of many. --family smooth is all curved bodies, which are asked about only
/// where that is said, or the name of one kind of them.
///
///     build/bench [--op NAME] [--family NAME] [--n COUNT] [--scenario NAME] [--peer NAME] [--rounds COUNT]
///
/// All peers answer the same pairs in turn, round by round, so that what else the machine does hits them
/// alike. Each answers all pairs for ten milliseconds when it is its turn, twice at least, before its time is
/// taken: by then its code and its hulls are where they are when nobody else is at work, which a few queries
/// after another's would not find; some processors' last caches keep what they have been asked for once, or a
/// few times, only as long as nothing else wants the room. The time of a cell is the least, over the rounds,
/// of the median over blocks of pairs of the mean in a block.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "heap.h"
#include "world.h"

namespace bench {

const char *name_of(Op op) {
    static const char *const names[] = {"bool", "distance", "depth", "manifold"};
    return names[static_cast<size_t>(op)];
}

const char *name_of(Scenario scenario) {
    static const char *const names[] = {"S", "N", "P1", "P2", "T"};
    return names[static_cast<size_t>(scenario)];
}

const char *name_of(Family family) {
    static const char *const names[] = {"ellipsoid", "mixed", "sphere",          "capsule",
                                        "cylinder",  "cone",  "smooth-ellipsoid"};
    return names[static_cast<size_t>(family)];
}

namespace {

constexpr size_t corner_counts[] = {4, 8, 16, 32, 128, 512, 2048};
constexpr Scenario scenarios[] = {Scenario::Apart, Scenario::Near, Scenario::Shallow, Scenario::Deep,
                                  Scenario::Touching};
constexpr size_t corner_counts_beside_smooth[] = {1, 8, 32};
constexpr Family families[] = {Family::Ellipsoid, Family::Mixed};
constexpr Family smooth_families[] = {Family::Sphere, Family::Capsule, Family::Cylinder, Family::Cone,
                                      Family::SmoothEllipsoid};
constexpr Op ops[] = {Op::Bool, Op::Distance, Op::Depth, Op::Manifold};
constexpr size_t object_counts[] = {1000, 10000, 100000};
constexpr size_t part_counts[] = {10, 100, 1000, 10000};
constexpr size_t block_count = 20;

/// For how long, and how many times at least, a peer answers all pairs before its time is taken.
constexpr std::chrono::milliseconds time_before{10};
constexpr int least_before = 2;

struct Choice {
    std::string op, family, scenario, peer;
    size_t n = 0;
    int rounds = 7;
};

struct Row {
    Op op;
    Family family;
    size_t n;
    Scenario scenario;
    std::string peer;
    double ns;
    size_t pairs, wrong;
};

/// Distances are asked of what is apart, depths and manifolds of what overlaps.
bool makes_sense(Op op, Scenario scenario) {
    bool apart = scenario == Scenario::Apart || scenario == Scenario::Near;
    return op == Op::Bool || (op == Op::Distance) == apart;
}

bool is_wrong(Op op, const Pair &pair, double answer) {
    double slack = 1e-6 * pair.diagonal;
    if (op == Op::Bool)
        return std::fabs(pair.truth) > slack && (answer != 0) != (pair.truth < 0);
    return !(std::fabs(answer - std::max(0.0, op == Op::Distance ? pair.truth : -pair.truth)) <= slack);
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

std::vector<std::unique_ptr<Peer>> make_peers() {
    std::vector<std::unique_ptr<Peer>> peers;
    peers.push_back(make_collide());
#ifdef HAVE_LIBCCD
    peers.push_back(make_libccd(true));
    peers.push_back(make_libccd(false));
#endif
#ifdef HAVE_BULLET
    peers.push_back(make_bullet());
#endif
#ifdef HAVE_FCL
    peers.push_back(make_fcl());
#endif
    return peers;
}

/// One peer's times and answers in one cell.
struct Run {
    Peer *peer;
    std::vector<double> answers;
    double best = INFINITY;
};

void run_turn(Op op, size_t count, Run &run) {
    std::vector<double> blocks;
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < least_before || std::chrono::steady_clock::now() - begin < time_before; i++)
        run.peer->ask(op, 0, count, run.answers.data());
    for (size_t block = 0; block < block_count; block++) {
        size_t first = block * count / block_count, last = (block + 1) * count / block_count;
        auto start = std::chrono::steady_clock::now();
        run.peer->ask(op, first, last, &run.answers[first]);
        std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
        blocks.push_back(took.count() / static_cast<double>(last - first));
    }
    run.best = std::min(run.best, median(blocks));
}

void print_row(const Row &row) {
    std::printf("{\"op\": \"%s\", \"family\": \"%s\", \"n\": %zu, \"scenario\": \"%s\", \"peer\": \"%s\", "
                "\"ns\": %.1f, \"pairs\": %zu, \"wrong\": %zu}\n",
                name_of(row.op), name_of(row.family), row.n, name_of(row.scenario), row.peer.c_str(), row.ns,
                row.pairs, row.wrong);
    std::fflush(stdout);
}

void run_cell(Op op, Family family, size_t n, Scenario scenario, const std::vector<Pair> &pairs,
              const std::vector<std::unique_ptr<Peer>> &peers, int rounds, std::vector<Row> &rows) {
    std::vector<Run> runs;
    for (const auto &peer : peers)
        if (peer->answers(op, family))
            runs.push_back(Run{peer.get(), std::vector<double>(pairs.size())});
    for (int i = 0; i < rounds; i++)
        for (Run &run : runs)
            run_turn(op, pairs.size(), run);
    for (const Run &run : runs) {
        size_t wrong = 0;
        for (size_t i = 0; i < pairs.size(); i++)
            wrong += is_wrong(op, pairs[i], run.answers[i]);
        rows.push_back({op, family, n, scenario, run.peer->name(), run.best, pairs.size(), wrong});
        print_row(rows.back());
    }
}

bool answers_any(const Peer &peer, Family family) {
    return std::any_of(std::begin(ops), std::end(ops), [&](Op op) { return peer.answers(op, family); });
}

void run_all(const Choice &choice, std::vector<Row> &rows) {
    auto peers = make_peers();
    auto unwanted = [&](const auto &peer) { return !choice.peer.empty() && choice.peer != peer->name(); };
    peers.erase(std::remove_if(peers.begin(), peers.end(), unwanted), peers.end());
    auto run_family = [&](Family family, const size_t *counts, size_t count) {
        for (size_t i = 0; i < count; i++)
            for (Scenario scenario : scenarios) {
                size_t n = counts[i];
                if ((choice.n && choice.n != n) ||
                    (!choice.scenario.empty() && choice.scenario != name_of(scenario)) ||
                    (is_smooth(family) && scenario == Scenario::Touching))
                    continue;
                std::vector<Pair> pairs = make_pairs(family, n, scenario);
                for (const auto &peer : peers)
                    if (answers_any(*peer, family))
                        peer->load(pairs);
                for (Op op : ops)
                    if (makes_sense(op, scenario) && (choice.op.empty() || choice.op == name_of(op)))
                        run_cell(op, family, n, scenario, pairs, peers, choice.rounds, rows);
            }
    };
    auto is_wanted = [&](Family family) { return choice.family.empty() || choice.family == name_of(family); };
    for (Family family : families)
        if (is_wanted(family))
            run_family(family, corner_counts, std::size(corner_counts));
    for (Family family : smooth_families)
        if (choice.family == "smooth" || choice.family == name_of(family))
            run_family(family, corner_counts_beside_smooth, std::size(corner_counts_beside_smooth));
}

void run_costs(const Choice &choice) {
    for (Family family : families)
        for (size_t n : corner_counts)
            if ((choice.family.empty() || choice.family == name_of(family)) && (!choice.n || choice.n == n))
                print_costs(family, n);
}

size_t count_wrong(size_t found, size_t there) { return found > there ? found - there : there - found; }

/// The same scene each round, and the second time counts: the first check of a peer also sorts what the other
/// has left in the heap, some million pieces. FCL's object trees are not part of its time, nor our shapes of
/// ours.
void run_scenes(const Choice &choice) {
    for (size_t n : object_counts) {
        if (choice.n && choice.n != n)
            continue;
        World world = make_world(n);
        struct {
            const char *name;
            Outcome (*check)(const World &);
            double best;
        } peers[] = {{"collide", check_with_collide, INFINITY},
#ifdef HAVE_FCL
                     {"fcl-tree-mpr", check_with_fcl, INFINITY}
#endif
        };
        size_t wrong[std::size(peers)] = {};
        for (int i = 0; i < std::min(choice.rounds, 3); i++)
            for (size_t k = 0; k < std::size(peers); k++) {
                peers[k].check(world);
                Outcome outcome = peers[k].check(world);
                peers[k].best = std::min(peers[k].best, outcome.ms);
                wrong[k] = count_wrong(outcome.overlaps, world.overlaps);
            }
        for (size_t k = 0; k < std::size(peers); k++)
            std::printf("{\"op\": \"scene\", \"n\": %zu, \"peer\": \"%s\", \"ms\": %.1f, \"overlaps\": %zu, "
                        "\"wrong\": %zu, \"of_ours\": %.3f}\n",
                        n, peers[k].name, peers[k].best, world.overlaps, wrong[k],
                        peers[0].best / peers[k].best);
        std::fflush(stdout);
    }
}

void run_compounds(const Choice &choice) {
    struct {
        const char *name;
        HeapAnswer (*ask)(const Heap &);
    } peers[] = {{"collide", ask_heap_with_collide},
#ifdef HAVE_FCL
                 {"fcl-tree-mpr", ask_heap_with_fcl}
#endif
    };
    for (size_t n : part_counts) {
        if (choice.n && choice.n != n)
            continue;
        Heap heap = make_heap(n);
        double best[std::size(peers)];
        std::fill(std::begin(best), std::end(best), INFINITY);
        size_t wrong[std::size(peers)] = {};
        for (int i = 0; i < choice.rounds; i++)
            for (size_t k = 0; k < std::size(peers); k++) {
                peers[k].ask(heap);
                HeapAnswer answer = peers[k].ask(heap);
                best[k] = std::min(best[k], answer.ns);
                wrong[k] = count_wrong(answer.hits, heap.hits);
            }
        for (size_t k = 0; k < std::size(peers); k++)
            std::printf("{\"op\": \"compound\", \"n\": %zu, \"peer\": \"%s\", \"ns\": %.1f, \"hits\": %zu, "
                        "\"wrong\": %zu, \"of_ours\": %.3f}\n",
                        n, peers[k].name, best[k], heap.hits, wrong[k], best[0] / best[k]);
        std::fflush(stdout);
    }
}

/// Whom a goal of the library is measured against.
const char *rival_of(Op op) { return op == Op::Bool ? "libccd-mpr" : "bullet"; }

const Row *find_row(const std::vector<Row> &rows, Op op, Family family, size_t n, Scenario scenario,
                    const std::string &peer) {
    for (const Row &row : rows)
        if (row.op == op && row.family == family && row.n == n && row.scenario == scenario &&
            row.peer == peer)
            return &row;
    return nullptr;
}

/// The rival of manifolds answers with one point: it is that of depths.
double find_ratio(const std::vector<Row> &rows, Op op, Family family, size_t n, Scenario scenario) {
    Op asked = op == Op::Manifold ? Op::Depth : op;
    const Row *ours = find_row(rows, op, family, n, scenario, "collide");
    const Row *theirs = find_row(rows, asked, family, n, scenario, rival_of(op));
    return ours && theirs ? ours->ns / theirs->ns : NAN;
}

/// The goals: how much of its rival's time a query may take, for each of `goal_counts`.
constexpr size_t goal_counts[] = {8, 32, 128, 512, 2048};
constexpr struct {
    Op op;
    Scenario scenario;
    double at[std::size(goal_counts)];
} goals[] = {
    {Op::Bool, Scenario::Apart, {0.3, 0.5, 0.1, 0.03, 0.02}},
    {Op::Bool, Scenario::Near, {0.35, 0.3, 0.2, 0.05, 0.02}},
    {Op::Bool, Scenario::Shallow, {0.4, 0.3, 0.3, 0.07, 0.02}},
    {Op::Bool, Scenario::Deep, {0.3, 0.25, 0.1, 0.03, 0.02}},
    {Op::Distance, Scenario::Apart, {0.25, 0.25, 0.25, 0.07, 0.02}},
    {Op::Distance, Scenario::Near, {0.25, 0.25, 0.25, 0.07, 0.02}},
    {Op::Depth, Scenario::Shallow, {0.17, 0.4, 0.3, 0.07, 0.02}},
    {Op::Depth, Scenario::Deep, {0.1, 0.4, 0.3, 0.15, 0.04}},
    {Op::Manifold, Scenario::Shallow, {0.3, 0.6, 0.4, 0.15, 0.06}},
    {Op::Manifold, Scenario::Deep, {0.3, 0.6, 0.4, 0.15, 0.06}},
};

double find_goal(Op op, size_t n, Scenario scenario) {
    for (const auto &goal : goals)
        for (size_t i = 0; i < std::size(goal_counts); i++)
            if (goal.op == op && goal.scenario == scenario && goal_counts[i] == n)
                return goal.at[i];
    return NAN;
}

/// One line for each operation, family and scenario; what `find` has no number for is a dash.
template <typename Families, typename Counts, typename Find>
void print_table(const char *title, const Families &all, const Counts &counts, Find find) {
    std::printf("\n%s\n%-9s %-10s %-8s %-10s", title, "op", "family", "scenario", "against");
    for (size_t n : counts)
        std::printf("%8zu", n);
    std::printf("\n");
    for (Op op : ops)
        for (Family family : all)
            for (Scenario scenario : scenarios) {
                if (!makes_sense(op, scenario) || (is_smooth(family) && scenario == Scenario::Touching))
                    continue;
                std::printf("%-9s %-10s %-8s %-10s", name_of(op), name_of(family), name_of(scenario),
                            rival_of(op));
                for (size_t n : counts) {
                    double value = find(op, family, n, scenario);
                    if (std::isnan(value))
                        std::printf("%8s", "-");
                    else
                        std::printf("%8.3f", value);
                }
                std::printf("\n");
            }
}

void print_ratios(const std::vector<Row> &rows) {
    size_t asked = 0, held = 0;
    auto find = [&](Op op, Family family, size_t n, Scenario scenario) {
        return find_ratio(rows, op, family, n, scenario);
    };
    if (!rows.empty() && is_smooth(rows.back().family)) {
        print_table("our time / theirs, beside their like (1) and mixed hulls", smooth_families,
                    corner_counts_beside_smooth, find);
        return;
    }
    print_table("our time / theirs", families, corner_counts, find);
    print_table("our time / the goal: at most 1 holds", families, corner_counts,
                [&](Op op, Family family, size_t n, Scenario scenario) {
                    double share = find_ratio(rows, op, family, n, scenario) / find_goal(op, n, scenario);
                    asked += !std::isnan(share);
                    held += share <= 1;
                    return share;
                });
    if (asked)
        std::printf("\n%zu of %zu goals hold\n", held, asked);
}

Choice read_options(int argc, char **argv) {
    Choice choice;
    for (int i = 1; i < argc; i += 2) {
        std::string option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
        if (option == "--op")
            choice.op = value;
        else if (option == "--family")
            choice.family = value;
        else if (option == "--scenario")
            choice.scenario = value;
        else if (option == "--peer")
            choice.peer = value;
        else if (option == "--n")
            choice.n = std::strtoul(value.c_str(), nullptr, 10);
        else if (option == "--rounds")
            choice.rounds = std::max(1, std::atoi(value.c_str()));
        else {
            std::fprintf(stderr,
                         "Usage: %s [--op NAME] [--family NAME] [--n COUNT] [--scenario NAME] [--peer NAME] "
                         "[--rounds COUNT]\n",
                         argv[0]);
            std::exit(option == "--help" ? 0 : 2);
        }
    }
    return choice;
}

} // namespace

} // namespace bench

int main(int argc, char **argv) {
    std::vector<bench::Row> rows;
    bench::Choice choice = bench::read_options(argc, argv);
    if (choice.op.empty() || choice.op == "costs")
        bench::run_costs(choice);
    if (choice.op.empty() || choice.op == "scene")
        bench::run_scenes(choice);
    if (choice.op.empty() || choice.op == "compound")
        bench::run_compounds(choice);
    if (choice.op == "costs" || choice.op == "scene" || choice.op == "compound")
        return 0;
    bench::run_all(choice, rows);
    bench::print_ratios(rows);
    return 0;
}
