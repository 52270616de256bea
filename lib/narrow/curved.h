/// Pairs of which one shape at least is curved, in parts.
#ifndef CLD_NARROW_CURVED_H
#define CLD_NARROW_CURVED_H

#include "narrow/curved_polish.h"
#include "narrow/pair.h"
#include "narrow/simplex.h"

/// Bounds this near to each other, relative to the larger shape, are near enough: a tenth of the contract's
/// accuracy.
#define CLD_CURVED_OFF 1e-10

/// And this near will have to do where much work does not bring them nearer: half of what the contract asks
/// for.
#define CLD_CURVED_COARSE 5e-7

/// A support width and the offset of a face are each off by at most 4 u size, and a curve's points by as much
/// again.
#define CLD_CURVED_ROUNDING (16 * CLD_ROUNDOFF)

cld_status cld_curved_find_contacts(cld_pair *pair, const cld_core_answer *core, bool colliding, double least,
                                    cld_contact_set *set, cld_error *err);

bool cld_curved_is_contained(cld_pair *pair, bool b_is_container, double room);

/// A direction that nothing but its separation speaks for, of which the frame's tracer is told.
cld_peak cld_peak_look(const cld_cso *cso, cld_vec3 n);

/// Takes the normals of the flat parts of both shapes, if the separation along one is greater.
void cld_peak_try_axes(const cld_cso *cso, cld_peak *peak);

/// Of a polytope and a tube, takes the normal of a face, or the direction across an edge and the tube's axis,
/// if the separation along it is greater: round about nearly that axis there may be many that are nearly as
/// deep. False when memory runs out.
bool cld_peak_try_sides(cld_pair *pair, cld_peak *peak);

/// Takes the stationary directions that Newton's method finds near n from each set of up to three pairs of
/// parts, if the separation along one is greater.
void cld_peak_try_parts(const cld_cso *cso, cld_vec3 n, cld_peak *peak);

/// Takes a direction across an axis of either shape, if the separation along it is greater: for shapes so
/// thin that Newton's method does not find it.
void cld_peak_try_waists(const cld_cso *cso, cld_peak *peak);

/// Of cores that are turned about an axis each, nearly parallel ones, the normals of whose flat parts have
/// been tried: tries those of their sides, and returns what no separation is greater than. INFINITY for
/// others.
double cld_peak_try_upright(const cld_cso *cso, cld_peak *peak);

/// The depth of cores that meet: finds the direction of greatest separation, and `upper`, than which there is
/// none greater; INFINITY where A - B has no interior. That none is greater than `most` is known, and enough
/// where it takes much work to prove more. `peak` is a direction to begin with, or one of separation
/// -INFINITY; the normals of flat parts have been tried. False when memory runs out; the work done is added
/// to `stats`.
bool cld_curved_expand(cld_pair *pair, const cld_simplex *meeting, double most, cld_peak *peak, double *upper,
                       cld_query_stats *stats);

#endif
