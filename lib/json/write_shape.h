/// Shape documents and pair records.
#ifndef CLD_JSON_WRITE_SHAPE_H
#define CLD_JSON_WRITE_SHAPE_H

#include "collide/query.h"
#include "json/source.h"
#include "json/writer.h"

/// Writes the hull of a polytope as a shape document: the extreme vertices, numbered anew in their order,
/// with its faces, edges and normals (in the plane as a polygon, which needs none), and the transform, margin
/// and name of its source. It reads back as the same shape. `points` are those that the hull was built from.
void cld_json_write_hull(cld_json_writer *w, const cld_source *source, const cld_hull *hull,
                         const double *points);

/// Adds a pair and how it was asked about to the object that is open: the members of a record of a batch. A
/// shape that was moved after it was read gets the product of its transforms as a matrix, rounded to doubles.
void cld_json_put_pair(cld_json_writer *w, const cld_source *a, const cld_source *b,
                       const cld_query_options *options);

/// Writes such a record, without an id.
void cld_json_write_pair(cld_json_writer *w, const cld_source *a, const cld_source *b,
                         const cld_query_options *options);

#endif
