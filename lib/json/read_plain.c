#include "json/read_plain.h"

#include <math.h>
#include <string.h>

#include "base/grow.h"
#include "base/number.h"
#include "json/scan.h"

typedef struct scan {
    const char *at, *end;
    cld_record *record;
    size_t number_count; ///< of the record's numbers, those in use
} scan;

static void skip_blanks(scan *s) { s->at = cld_json_pass_blanks(s->at, s->end); }

static bool take(scan *s, char c) { return cld_json_pass(&s->at, s->end, c); }

/// Takes what is left of a string of printable ASCII without escapes and returns its end, before the quote;
/// NULL if it is not one.
static const char *take_rest_of_string(scan *s) {
    while (s->at < s->end && *s->at >= ' ' && *s->at < 0x7F && *s->at != '"' && *s->at != '\\')
        s->at++;
    return s->at < s->end && *s->at == '"' ? s->at++ : NULL;
}

/// The index among the words of the string that comes next, or -1.
static int take_word(scan *s, const char *const *words) {
    if (!take(s, '"'))
        return -1;
    const char *begin = s->at, *end = take_rest_of_string(s);
    for (int i = 0; end && words[i]; i++)
        if (strlen(words[i]) == (size_t)(end - begin) && memcmp(words[i], begin, strlen(words[i])) == 0)
            return i;
    return -1;
}

static bool take_number(scan *s) {
    cld_record *r = s->record;
    double value;
    skip_blanks(s);
    const char *end = cld_number_read(s->at, s->end, &value);
    if (!end || !isfinite(value))
        return false;
    double *numbers = cld_grow(r->numbers, &r->number_room, s->number_count, sizeof *numbers);
    if (!numbers)
        return false;
    r->numbers = numbers;
    r->numbers[s->number_count++] = value;
    s->at = end;
    return true;
}

/// Takes points of three numbers.
static bool take_points(scan *s) {
    if (!take(s, '['))
        return false;
    do {
        bool is_point = take(s, '[') && take_number(s) && take(s, ',') && take_number(s) && take(s, ',') &&
                        take_number(s) && take(s, ']');
        if (!is_point)
            return false;
    } while (take(s, ','));
    return take(s, ']');
}

/// Takes {"vertices": [...]}, perhaps with {"type": "hull"}.
static bool take_hull(scan *s) {
    enum { VERTICES = 1 };
    static const char *const keys[] = {"vertices", "type", NULL}, *const types[] = {"hull", NULL};
    unsigned seen = 0;
    if (!take(s, '{'))
        return false;
    do {
        int key = take_word(s, keys);
        if (key < 0 || seen >> key & 1 || !take(s, ':'))
            return false;
        seen |= 1u << key;
        if (key == 0 ? !take_points(s) : take_word(s, types) < 0)
            return false;
    } while (take(s, ','));
    return take(s, '}') && seen & VERTICES;
}

/// Takes a number or a string, as text.
static bool take_id(scan *s) {
    double value;
    skip_blanks(s);
    bool is_string = take(s, '"');
    const char *begin = s->at - is_string, *end;
    if (is_string)
        end = take_rest_of_string(s) ? s->at : NULL;
    else
        end = cld_number_read(begin, s->end, &value);
    if (!end)
        return false;
    s->at = end;
    s->record->id = begin;
    s->record->id_length = (size_t)(end - begin);
    return true;
}

/// Takes the members; of the points of each operand, `begin` and `end` are set to where their numbers are.
static bool take_members(scan *s, size_t begin[2], size_t end[2]) {
    enum { OPERANDS = 3 };
    static const char *const keys[] = {"a", "b", "id", NULL};
    unsigned seen = 0;
    do {
        int key = take_word(s, keys);
        if (key < 0 || seen >> key & 1 || !take(s, ':'))
            return false;
        seen |= 1u << key;
        if (key < 2)
            begin[key] = s->number_count;
        if (key < 2 ? !take_hull(s) : !take_id(s))
            return false;
        if (key < 2)
            end[key] = s->number_count;
    } while (take(s, ','));
    return (seen & OPERANDS) == OPERANDS;
}

bool cld_record_read_plain(const char *line, size_t length, cld_record *record) {
    scan s = {.at = line, .end = line + length, .record = record};
    size_t begin[2], end[2];
    if (!take(&s, '{') || !take_members(&s, begin, end) || !take(&s, '}'))
        return false;
    skip_blanks(&s);
    for (int i = 0; i < 2; i++) {
        cld_shape_def *def = &record->operand[i].def;
        *def = cld_shape_def_make(CLD_HULL);
        def->points = record->numbers + begin[i];
        def->point_count = (end[i] - begin[i]) / 3;
    }
    return s.at == s.end;
}
