// What is looked at: shapes to see into, with each edge that something hides dashed.

/** How opaque shapes are, where that is not the usual; what stands in a difference is to be seen. */
const OPACITIES = {
  difference: 0.3,
  simplex: 0.35,
  feature: 0.9
};
/** What is to be seen in its colour from everywhere. */
const GLOWS = {
  feature: 0.7,
  simplex: 0.4
};

const USUAL_OPACITY = 0.6, ROOM_OPACITY = 0.15, PLANAR_OPACITY = 0.45;

/** The two sides of a shape's faces, the farther one first. */
function makeSides(faces, opacity, glow, planar) {
  const sides = planar ? [THREE.FrontSide] : [THREE.BackSide, THREE.FrontSide];
  return sides.map((side, i) => {
    const own = side === THREE.BackSide ? opacity * 0.6 : opacity;
    const part = new THREE.Mesh(faces, makeFaceMaterial({side, opacity: own, glow}));
    part.renderOrder = part.userData.layer = ORDER.far + i;
    return part;
  });
}

/** What a shape hides, without anything to see. */
function makeDepth(faces) {
  const part = new THREE.Mesh(faces, makeFaceMaterial());
  part.material.colorWrite = false;
  part.material.transparent = true;  // to be drawn after what is
  part.renderOrder = ORDER.depth;
  return part;
}

/** A shape that is looked at, as parts of the scene. */
function makeFocused(object, colour, planar) {
  const faces = mergeFaces([object], COLOURS[colour]);
  const opacity = object.isRoom ? ROOM_OPACITY : planar ? PLANAR_OPACITY : OPACITIES[colour] || USUAL_OPACITY;
  const parts = makeSides(faces, opacity, GLOWS[colour], planar);
  parts.forEach((part) => {
    part.userData.colour = colour;
  });
  if (!planar && !object.isRoom)
    parts.push(makeDepth(faces));
  const edges = listPoints(object, "edge"), loose = listPoints(object, "loose");
  if (edges.length) {
    parts.push(makeLines(edges, colour, {shade: 0.55}));
    parts.push(
        makeLines(edges, colour, {shade: 0.55, opacity: 0.6, above: true, dashed: object.radius / 30}));
  }
  if (loose.length)
    parts.push(makeDots(loose.slice(0, 1), [colour], 14));
  return parts;
}

/**
 * Has A drawn before B or after, whichever is behind: between the two lies the plane through the middle of
 * their closest points, across the normal. Where they overlap none does, and this is still a good guess.
 */
function orderByNearness(parts, plane, camera) {
  const nearer = !plane || plane.normal.dot(camera.position.clone().sub(plane.point)) > 0 ? "b" : "a";
  for (const part of parts.filter(({userData}) => userData.colour))
    part.renderOrder = part.userData.layer + (part.userData.colour === nearer ? ORDER.near - ORDER.far : 0);
}

/** The plane between the shapes of an answer. */
function findPlane(view, result) {
  const [a, b] = [result.closest.a, result.closest.b].map((p) => toView(view, p));
  return {point: a.add(b).multiplyScalar(0.5), normal: toDirection(result.normal)};
}
