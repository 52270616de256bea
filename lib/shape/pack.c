/// Definitions in few bytes: of a scene with a million boxes, each has some numbers of few digits, where a
/// shape has eight vertices, a frame, and room for what queries find.
///
/// Kept are the numbers that are not those of an empty definition, and the points. Where all of them are
/// decimals of few digits, as people and most programs write them, each takes four bytes: dividing a whole
/// number by a power of ten rounds as reading the decimal did.

#include "shape/pack.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "shape/compound.h"
#include "shape/shape.h"

/// The numbers that stand one behind the other in a definition, from its size to its transform.
/// Those of the last bits of a transform are there or not together.
enum {
    NUMBERS = (sizeof(double[12]) + sizeof(cld_transform)) / sizeof(double),
    SINGLE = (sizeof(double[12]) + offsetof(cld_transform, t_low)) / sizeof(double)
};

_Static_assert(offsetof(cld_shape_def, transform) == offsetof(cld_shape_def, size) + sizeof(double[12]),
               "there are no gaps between them");

/// A decimal is a whole number of DIGITS bits with a sign, and above those the power of ten that divides it.
enum { DIGITS = 28, MOST_POWER = 7 };

static const double powers[MOST_POWER + 1] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};

enum { COUNT_BITS = 20, MOST_COUNT = (1 << COUNT_BITS) - 1 };

/// Behind it stand the numbers of the definition that are there, then the points or the children.
struct cld_packed_shape {
    uint64_t there : SINGLE + 1; ///< a bit for each number, and one for those behind
    uint64_t count : COUNT_BITS; ///< of a compound's children, or of others' points
    uint64_t in_family : 1;      ///< a pointer stands in their place, to the family or the children
    uint64_t kind : 4;
    uint64_t is_flat : 1; ///< of two dimensions
    uint64_t convexify : 1;
    uint64_t is_short : 1; ///< all numbers are decimals of four bytes
};

_Static_assert(sizeof(cld_packed_shape) == 8, "what is said of each is one word");
_Static_assert(CLD_KIND_COUNT <= 1 << 4 && CLD_MOST_POINTS <= MOST_COUNT &&
                   MOST_COUNT >= (int)CLD_MOST_LEAVES,
               "what there is can be said");

static bool is_same(double x, double y) { return memcmp(&x, &y, sizeof x) == 0; }

static double read_decimal(uint32_t word) {
    int32_t whole = (int32_t)(word << (31 - DIGITS)) / (1 << (31 - DIGITS));
    return (double)whole / powers[word >> (DIGITS + 1)];
}

/// False if a number is no decimal of few digits.
static bool find_decimal(double x, uint32_t *word) {
    for (uint32_t power = 0; power <= MOST_POWER; power++) {
        double whole = nearbyint(x * powers[power]);
        if (!(fabs(whole) < 1 << DIGITS))
            return false;
        *word = power << (DIGITS + 1) | ((uint32_t)(int32_t)whole & ((UINT32_C(2) << DIGITS) - 1));
        if (is_same(read_decimal(*word), x))
            return true;
    }
    return false;
}

static bool are_decimals(const double *numbers, size_t count) {
    uint32_t word;
    for (size_t i = 0; i < count; i++)
        if (!find_decimal(numbers[i], &word))
            return false;
    return true;
}

/// Where packed bytes go; without a place, they are counted.
typedef struct packer {
    char *at;
    size_t size;
} packer;

static void put(packer *to, const void *bytes, size_t size) {
    if (to->at && size > 0)
        memcpy(to->at + to->size, bytes, size);
    to->size += size;
}

static void put_numbers(packer *to, const double *numbers, size_t count, bool is_short) {
    uint32_t word = 0;
    if (!is_short || !to->at) {
        put(to, numbers, count * (is_short ? sizeof word : sizeof *numbers));
        return;
    }
    for (size_t i = 0; i < count; i++) {
        find_decimal(numbers[i], &word);
        put(to, &word, sizeof word);
    }
}

static void copy_numbers(const cld_shape_def *def, double numbers[NUMBERS]) {
    memcpy(numbers, (const char *)def + offsetof(cld_shape_def, size), NUMBERS * sizeof *numbers);
}

static void set_numbers(cld_shape_def *def, const double numbers[NUMBERS]) {
    memcpy((char *)def + offsetof(cld_shape_def, size), numbers, NUMBERS * sizeof *numbers);
}

/// The bit that tells whether a number is there.
static uint64_t find_bit(int i) { return UINT64_C(1) << (i < SINGLE ? i : SINGLE); }

static void put_def(packer *to, const cld_shape_def *def, bool in_family) {
    cld_shape_def empty = cld_shape_def_make(def->kind);
    double numbers[NUMBERS], none[NUMBERS];
    bool is_compound = def->kind == CLD_COMPOUND;
    size_t kept = 0, count = is_compound || in_family ? 0 : 3 * def->point_count;
    cld_packed_shape head = {.kind = def->kind,
                             .is_flat = def->dimension == 2,
                             .convexify = def->convexify,
                             .count = (is_compound ? def->child_count : def->point_count) & MOST_COUNT};
    head.in_family = in_family && head.count > 0;
    copy_numbers(def, numbers);
    copy_numbers(&empty, none);
    uint64_t there = 0;
    for (int i = 0; i < NUMBERS; i++)
        there |= is_same(numbers[i], none[i]) ? 0 : find_bit(i);
    head.there = there & ((UINT64_C(2) << SINGLE) - 1);
    for (int i = 0; i < NUMBERS; i++)
        if (there & find_bit(i))
            numbers[kept++] = numbers[i];
    head.is_short = are_decimals(numbers, kept) && are_decimals(def->points, count);
    put(to, &head, sizeof head);
    put_numbers(to, numbers, kept, head.is_short);
    put_numbers(to, def->points, count, head.is_short);
    const void *shared = is_compound ? (const void *)def->children : (const void *)def->family;
    if (head.in_family)
        put(to, &shared, sizeof shared);
    for (size_t i = 0; i < def->child_count && is_compound && !in_family; i++)
        put_def(to, &def->children[i], false);
}

bool cld_can_pack(const cld_shape_def *def) {
    bool can = def->family || (!def->face_count && !def->edge_count && !def->normal_count);
    size_t children = def->kind == CLD_COMPOUND ? def->child_count : 0;
    for (size_t i = 0; i < children && can; i++)
        can = cld_can_pack(&def->children[i]);
    return can;
}

cld_status cld_pack(const cld_shape_def *def, bool in_family, cld_arena *arena,
                    const cld_packed_shape **packed, cld_error *err) {
    packer to = {NULL, 0};
    if (!cld_can_pack(def))
        return cld_fail(err, CLD_UNSUPPORTED, "", "a shape with faces, edges or normals cannot be packed");
    put_def(&to, def, in_family);
    to.at = cld_arena_add(arena, (to.size + sizeof **packed - 1) / sizeof **packed, sizeof **packed);
    if (!to.at)
        return cld_fail_memory(err);
    to.size = 0;
    put_def(&to, def, in_family);
    *packed = (const cld_packed_shape *)(const void *)to.at;
    return CLD_OK;
}

cld_status cld_shape_pack(const cld_shape_def *def, cld_arena *arena, const cld_packed_shape **packed,
                          cld_error *err) {
    cld_status status = cld_shape_try(def, &def->transform, err);
    return status == CLD_OK ? cld_pack(def, false, arena, packed, err) : status;
}

/// Where packed bytes are taken from, and room for what they say.
typedef struct unpacker {
    const char *at;
    cld_arena arena;
} unpacker;

static void take(unpacker *from, void *bytes, size_t size) {
    memcpy(bytes, from->at, size);
    from->at += size;
}

static double take_number(unpacker *from, bool is_short) {
    uint32_t word;
    double number;
    if (is_short) {
        take(from, &word, sizeof word);
        return read_decimal(word);
    }
    take(from, &number, sizeof number);
    return number;
}

/// Sets the numbers that are there.
static void take_numbers(unpacker *from, const cld_packed_shape *head, cld_shape_def *def) {
    double numbers[NUMBERS];
    copy_numbers(def, numbers);
    for (int i = 0; i < NUMBERS; i++)
        if (head->there & find_bit(i))
            numbers[i] = take_number(from, head->is_short);
    set_numbers(def, numbers);
}

/// What a definition shares with others; its numbers stay.
static void take_shared(unpacker *from, cld_shape_def *def) {
    const void *shared;
    double numbers[NUMBERS];
    take(from, &shared, sizeof shared);
    if (def->kind == CLD_COMPOUND) {
        def->children = shared;
        return;
    }
    copy_numbers(def, numbers);
    *def = ((const cld_family *)shared)->def;
    set_numbers(def, numbers);
}

/// False when memory runs out. As deep as compounds may be.
static bool take_def(unpacker *from, cld_shape_def *def) {
    cld_packed_shape head;
    take(from, &head, sizeof head);
    *def = cld_shape_def_make((cld_kind)head.kind);
    def->dimension = head.is_flat ? 2 : 3;
    def->convexify = head.convexify;
    take_numbers(from, &head, def);
    if (head.kind == CLD_COMPOUND)
        def->child_count = head.count;
    else
        def->point_count = head.count;
    if (head.in_family) {
        take_shared(from, def);
        return true;
    }
    if (head.kind == CLD_COMPOUND) {
        cld_shape_def *children = cld_arena_add(&from->arena, head.count, sizeof *children);
        bool has_room = children;
        for (size_t i = 0; i < head.count && has_room; i++)
            has_room = take_def(from, &children[i]);
        def->children = children;
        return has_room;
    }
    double *points = head.count ? cld_arena_add(&from->arena, 3 * (size_t)head.count, sizeof *points) : NULL;
    for (size_t i = 0; i < 3 * (size_t)head.count && points; i++)
        points[i] = take_number(from, head.is_short);
    def->points = points;
    return points || !head.count;
}

cld_status cld_shape_unpack(const cld_packed_shape *packed, cld_shape **shape, cld_error *err) {
    unpacker from = {(const char *)packed, {NULL}};
    cld_shape_def def;
    cld_status status =
        take_def(&from, &def) ? cld_shape_create(&def, NULL, NULL, shape, err) : cld_fail_memory(err);
    cld_arena_clear(&from.arena);
    return status;
}

cld_kind cld_packed_kind(const cld_packed_shape *packed) { return (cld_kind)packed->kind; }

int cld_packed_dimension(const cld_packed_shape *packed) { return packed->is_flat ? 2 : 3; }
