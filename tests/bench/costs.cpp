/// What hulls cost beside the queries: memory, building one from points, reading a document about one.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <vector>

#include <cjson/cJSON.h>
extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include "bench.h"

extern "C" {
#include "json/source.h"
}

namespace bench {

namespace {

constexpr size_t hull_count = 20;

size_t read_memory() { return mallinfo2().uordblks; }

void print_bytes(Family family, size_t n, const std::vector<Points> &hulls) {
    size_t plain = 0, tables = 0;
    for (const Points &points : hulls) {
        size_t before = read_memory();
        Shape shape = make_shape(points);
        plain += read_memory() - before;
        cld_error err;
        if (cld_shape_build_tables(shape.get(), &err) != CLD_OK)
            std::abort();
        tables += read_memory() - before;
    }
    std::printf("{\"op\": \"bytes\", \"family\": \"%s\", \"n\": %zu, \"plain\": %zu, \"with_tables\": %zu}\n",
                name_of(family), n, plain / hulls.size(), tables / hulls.size());
}

/// The least, over some rounds, of the mean time of a hull.
template <typename Work> double time_all(const std::vector<Points> &hulls, Work work) {
    double best = 1e300;
    for (int round = 0; round < 15; round++) {
        auto start = std::chrono::steady_clock::now();
        for (size_t i = 0; i < hulls.size(); i++)
            work(i);
        std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count() / static_cast<double>(hulls.size()));
    }
    return best;
}

void print_times(const char *op, Family family, size_t n, const char *peer, double ours, double theirs) {
    for (int i = 0; i < 2; i++)
        std::printf("{\"op\": \"%s\", \"family\": \"%s\", \"n\": %zu, \"peer\": \"%s\", \"ns\": %.0f}\n", op,
                    name_of(family), n, i ? peer : "collide", i ? theirs : ours);
    std::printf("{\"op\": \"%s\", \"family\": \"%s\", \"n\": %zu, \"against\": \"%s\", \"ratio\": %.2f}\n",
                op, name_of(family), n, peer, ours / theirs);
}

void build_with_collide(const Points &points) {
    cld_hull *hull = nullptr;
    cld_error err;
    if (cld_hull_create(points[0].data(), points.size(), &hull, &err) != CLD_OK)
        std::abort();
    cld_hull_destroy(hull);
}

/// Faces merged where they are coplanar, as ours are. Qhull may reorder nothing but does write to its points.
void build_with_qhull(const Points &points) {
    Points copy = points;
    char command[] = "qhull Pp";
    qhT context, *qh = &context;
    int kept, kept_long;
    qh_zero(qh, stderr);
    if (qh_new_qhull(qh, 3, static_cast<int>(copy.size()), copy[0].data(), False, command, nullptr, stderr))
        std::abort();
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &kept, &kept_long);
}

std::string write_document(const Points &points) {
    std::string text = "{\"type\": \"hull\", \"vertices\": [";
    char number[96];
    for (size_t i = 0; i < points.size(); i++) {
        std::snprintf(number, sizeof number, "%s[%.17g, %.17g, %.17g]", i ? ", " : "", points[i][0],
                      points[i][1], points[i][2]);
        text += number;
    }
    return text + "]}";
}

void read_with_collide(const std::string &text) {
    cld_source source = {};
    cld_error err;
    if (cld_source_read(text.data(), text.size(), nullptr, &source, &err) != CLD_OK)
        std::abort();
    cld_source_clear(&source);
}

void read_with_cjson(const std::string &text) {
    cJSON *tree = cJSON_ParseWithLength(text.data(), text.size());
    if (!tree)
        std::abort();
    cJSON_Delete(tree);
}

} // namespace

void print_costs(Family family, size_t n) {
    std::vector<Points> hulls;
    for (size_t i = 0; i < hull_count; i++)
        hulls.push_back(make_points(family, n, i));
    print_bytes(family, n, hulls);
    double ours = time_all(hulls, [&](size_t i) { build_with_collide(hulls[i]); });
    double theirs = time_all(hulls, [&](size_t i) { build_with_qhull(hulls[i]); });
    print_times("build", family, n, "qhull", ours, theirs);
    std::vector<std::string> texts;
    for (const Points &points : hulls)
        texts.push_back(write_document(points));
    ours = time_all(hulls, [&](size_t i) { read_with_collide(texts[i]); });
    theirs = time_all(hulls, [&](size_t i) { read_with_cjson(texts[i]); });
    print_times("read", family, n, "cjson", ours, theirs);
    std::fflush(stdout);
}

} // namespace bench
