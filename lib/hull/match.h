/// Which of a hull's faces and edges a listed face or edge lies on.
#ifndef CLD_HULL_MATCH_H
#define CLD_HULL_MATCH_H

#include "hull/depth.h"

/// Where each face of a closed surface is listed once, the corners of a list but for the two with most faces
/// have no more faces than one at the other end of a line to each, and the lines can be drawn without
/// crossing on the surface. Such lines are the edges of three forests (C. St. J. A. Nash-Williams,
/// Decomposition of finite graphs into forests, 1964), so that the lesser ends of all lines have at most
/// three times as many faces as all corners. This many tries for each corner are left to those that list
/// faces often, or across each other.
enum { CLD_MATCH_MOST_TRIES = 100 };

/// The same for the search of faces that a list lies across, where a try is a few nanoseconds.
enum { CLD_MATCH_MOST_STEPS = 400 };

/// Planes between faces that are kept for further lists: some more than the caps of a drum.
enum { CLD_MATCH_PLANES = 8 };

/// The face of the hull that a set of points fits best.
typedef struct cld_match {
    uint32_t face;
    double off;      ///< the greatest distance of a point from its plane, in the surface's scale, or from one
                     ///< between those of several faces if that is less
    uint32_t worst;  ///< the place in the list of the point with it
    cld_vec3 normal; ///< of that plane
    bool is_across;  ///< the points neither lie within the face nor are the corners of several
} cld_match;

/// Searches a surface for many lists, one after the other. Borrows the surface; the arrays are the arena's.
typedef struct cld_matcher {
    const cld_surface *surface;
    uint32_t *vertex_stamp; ///< of each point: the last list that has it as a corner
    uint32_t *face_stamp;   ///< of each face of the hull: the last list that tried it
    uint32_t *covered;      ///< the faces of the hull all of whose corners the last list has
    uint32_t covered_count;
    uint32_t *place; ///< of each point, for cld_cover_find: where the last list has it; for cld_match_edge:
                     ///< what comes after it
    uint32_t *cover_stamp; ///< of each face of the hull: the last list found to lie over it by cld_cover_find
    uint32_t *is_inner;    ///< of each edge of the hull: the last list found so to have it inside, or 0
    uint32_t *passed;      ///< the edges of the hull that the last listed edge lies on
    uint32_t passed_count;
    uint32_t stamp;
    cld_depth plane[CLD_MATCH_PLANES]; ///< the last that were found between faces
    uint32_t plane_count;              ///< how many were found
    uint32_t last;                     ///< a face of the last list, where the next walk begins
    uint64_t allowed;                  ///< how many faces may still be tried
    uint64_t allowed_to_cover; ///< how many faces and corners of lists cld_cover_find may still look at
    bool has_stopped_covering; ///< which was too little once
    bool has_given_up;         ///< more would have had to be tried: what is found from then on means nothing
} cld_matcher;

/// False when memory runs out.
bool cld_matcher_build(cld_matcher *matcher, const cld_surface *surface, cld_arena *arena);

/// Takes tries from those that are left; false, and the matcher gives up, if these are not so many.
bool cld_matcher_spend_tries(cld_matcher *matcher, uint64_t tries);

/// Takes steps from those that cld_cover_find may still make; false if there are not so many left.
bool cld_matcher_spend_steps(cld_matcher *matcher, uint64_t steps);

/// The face of a hull of rank 2 or 3 that `count` points, by index, fit best, and the faces that they cover.
///
/// Searched are the faces around the points' corners, sparing the two with most faces (on a closed surface,
/// that keeps any number of lists around one vertex linear), and those where other points lie. Where these
/// are many, a face that has all the points as corners is looked for first, and is the answer. Where none of
/// these is within the tolerance of all points, planes between those of faces around are tried.
///
/// Points that are all within the tolerance of a line lie on more than one face: of those, where the points
/// are no more than 64, the one whose normal is nearest to `towards` is the answer, a unit vector or NULL.
cld_match cld_match_face(cld_matcher *matcher, const uint32_t *vertex, uint32_t count,
                         const cld_vec3 *towards);

/// Whether the last list has all corners of a face.
bool cld_match_is_covered(const cld_matcher *matcher, uint32_t face);

/// Whether both points lie on an edge of a hull of any rank, or are corners at the ends of a way along
/// several, all of them within the tolerance of the segment between them: `passed` gets these. `on_surface`
/// tells whether the points share at least a face.
bool cld_match_edge(cld_matcher *matcher, const uint32_t vertex[2], bool *on_surface);

#endif
