// The grid below a scene in the plane.

/** About how many of the grid's squares a scene is wide, and how far the lines go, in the scene's radius. */
const GRID_SQUARES = 8, GRID_REACH = 3;

/** The next of 1, 2, 5, 10, 20, ... and their like below 1. */
function findStep(least) {
  const power = Math.pow(10, Math.floor(Math.log10(least)));
  return power * [1, 2, 5, 10].find((x) => x * power >= least * (1 - 1e-9));
}

/** The numbers that grid lines stand for across one axis, and where they are in the view. */
function findTicks(view, axis) {
  const step = findStep(2 * SCENE_RADIUS / view.scale / GRID_SQUARES), origin = view.origin[axis];
  const count = Math.floor(2 * GRID_REACH * SCENE_RADIUS / view.scale / step);
  const first = Math.ceil((origin - GRID_REACH * SCENE_RADIUS / view.scale) / step);
  if (first + 1 === first)  // so far out that no number tells one line from the next
    return [];
  const digits = Math.min(17, Math.max(12, 2 + Math.ceil(Math.log10(1 + Math.abs(first) + count))));
  return Array.from({length: count}, (_, i) => {
    const value = Number(((first + i) * step).toPrecision(digits));
    return {value, at: (value - origin) * view.scale};
  });
}

/** Lines, and labels along the left and the lower side of the scene. */
function makeGrid(view) {
  const far = GRID_REACH * SCENE_RADIUS, aside = -SCENE_RADIUS, points = {grid: [], axis: []}, labels = [];
  for (const axis of [0, 1]) {
    const place = (along, across) =>
        axis === 0 ? new THREE.Vector3(along, across, 0) : new THREE.Vector3(across, along, 0);
    for (const {value, at} of findTicks(view, axis)) {
      points[value === 0 ? "axis" : "grid"].push(place(at, -far), place(at, far));
      if (Math.abs(at) <= SCENE_RADIUS)
        labels.push({at: place(at, aside), text: String(value), className: "tick"});
    }
  }
  const parts =
      Object.entries(points).map(([colour, ends]) => makeLines(ends, colour, {above: true, order: -1}));
  return {parts, labels};
}
