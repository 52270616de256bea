/// Panels: neighbouring faces of a polytope that are one face but for what its corners were rounded by.
///
/// A side whose corners were stored to a few digits is bent, and the hull has two faces or more where its
/// maker saw one. What lists of faces may be off by, 1e-6 of the size (hull/parts.h), is what those of a
/// panel may be, too: all corners are so near to the plane of its largest face.
#ifndef CLD_SHAPE_PANELS_H
#define CLD_SHAPE_PANELS_H

#include "collide/hull.h"
#include "shape/shape.h"

/// Nearly flat, relative to the size.
#define CLD_NEARLY_FLAT 0x1p-20

/// What is so many times broader than noise is hardly turned by it.
#define CLD_BROAD 256

/// Whether a face of a solid hull, and what is below it, is that. `normal` is the face's where the cloud is.
bool cld_is_broad(const cld_cloud *cloud, const cld_hull *hull, uint32_t face, cld_vec3 normal, double noise);

/// The largest face is the first. The outline is a convex loop, wound as the hull's loops are.
typedef struct cld_panel {
    const uint32_t *face, *corner;
    uint32_t face_count, corner_count;
} cld_panel;

/// Outlines of more corners are none: how high a panel is at each of them is looked for among its faces, of
/// which one may have as many corners.
enum { CLD_MOST_PANEL_CORNERS = 1024 };

/// Of all faces; each is in one panel at most.
typedef struct cld_panels {
    cld_panel *panel;
    uint32_t count;
    size_t size;       ///< in bytes
    uint32_t *of_face; ///< CLD_NO_INDEX for a face that is in none
} cld_panels;

/// Finds the panels of a hull, which has none if it is no solid, where it stands in the cloud, none of whose
/// vertices is farther than `reach` from the origin; `normal` has the unit outward normals of the faces
/// there. NULL where there are none. False when memory runs out.
bool cld_panels_create(const cld_cloud *cloud, double reach, const cld_hull *hull, const cld_vec3 *normal,
                       bool mirrored, cld_panels **panels);
void cld_panels_destroy(cld_panels *panels);

#endif
