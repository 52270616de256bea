// The scene as triangles and lines. Coordinates come as doubles of any magnitude and leave as floats around
// the origin, where the scene is a few units large: what is far out or tiny would drown in the rounding of a
// graphics card.

/** Half the size of what is shown. */
const SCENE_RADIUS = 10;

/** Applies a matrix of three rows of four numbers. */
function transformPoint(m, x, y, z, to, at) {
  to[at] = m[0] * x + m[1] * y + m[2] * z + m[3];
  to[at + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
  to[at + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
}

/**
 * The matrix that takes normals along, the inverse transposed but for a factor; its determinant's sign tells
 * of mirrors.
 */
function makeNormalMatrix(m) {
  const [a, b, c, , d, e, f, , g, h, i] = m;
  const n = [
    e * i - f * h, f * g - d * i, d * h - e * g, c * h - b * i, a * i - c * g, b * g - a * h, b * f - c * e,
    c * d - a * f, a * e - b * d
  ];
  const mirrored = a * n[0] + b * n[1] + c * n[2] < 0;
  return {n: mirrored ? n.map((x) => -x) : n, mirrored};
}

/** Normals of triangles, as long as twice their areas. */
function findAreas(points, triangles) {
  const areas = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [0, 1, 2].map((k) => triangles[t + k] * 3);
    const [u, v] = [q, r].map((to) => [0, 1, 2].map((k) => points[to + k] - points[p + k]));
    areas.set([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]], t);
  }
  return areas;
}

/**
 * Whether two triangles look to the same side. Those of a flat shape's front and back share all their edges.
 */
function isTurnedAlike(normals, t, other) {
  return [0, 1, 2].reduce((sum, k) => sum + normals[3 * t + k] * normals[3 * other + k], 0) > 0;
}

/**
 * Groups of corners of triangles that share a normal: those around a vertex with no edge of the shape
 * between them.
 */
function groupCorners(triangles, edges, normals, vertexCount) {
  const parent = Int32Array.from(triangles, (_, i) => i);
  const find = (i) => {
    while (parent[i] !== i)
      i = parent[i] = parent[parent[i]];
    return i;
  };
  const key = (v, w) => Math.min(v, w) * vertexCount + Math.max(v, w);
  const sharp = new Set();
  for (let i = 0; i < edges.length; i += 2)
    sharp.add(key(edges[i], edges[i + 1]));
  const seen = new Map();
  for (let c = 0; c < triangles.length; c++) {
    const next = c % 3 === 2 ? c - 2 : c + 1;
    const k = key(triangles[c], triangles[next]);
    const other = seen.get(k);
    if (other === undefined) {
      seen.set(k, [c, next]);
    } else if (!sharp.has(k) && isTurnedAlike(normals, Math.floor(c / 3), Math.floor(other[0] / 3))) {
      const same = triangles[other[0]] === triangles[c] ? other : [other[1], other[0]];
      parent[find(c)] = find(same[0]);
      parent[find(next)] = find(same[1]);
    }
  }
  return Int32Array.from(parent, (_, i) => find(i));
}

/**
 * For each edge the first two triangles that have it, or -1; and whether every side of every triangle is
 * another's too.
 */
function findEdgeFaces(triangles, edges, vertexCount) {
  const faces = new Map(), key = (v, w) => Math.min(v, w) * vertexCount + Math.max(v, w);
  for (let c = 0; c < triangles.length; c++) {
    const k = key(triangles[c], triangles[c % 3 === 2 ? c - 2 : c + 1]), known = faces.get(k);
    if (known)
      known.push(Math.floor(c / 3));
    else
      faces.set(k, [Math.floor(c / 3)]);
  }
  const edgeFaces = new Int32Array(edges.length).fill(-1);
  for (let i = 0; i < edges.length; i += 2)
    (faces.get(key(edges[i], edges[i + 1])) || []).slice(0, 2).forEach((face, k) => {
      edgeFaces[i + k] = face;
    });
  const isClosed = faces.size > 0 && [...faces.values()].every((list) => list.length > 1);
  return {edgeFaces, isClosed};
}

/**
 * A shape with a vertex for each normal that a point has: {position, normal, index, edge, loose}, all flat
 * arrays.
 */
function prepareShape(shape) {
  const {points, triangles, edges} = shape;
  const areas = findAreas(points, triangles);
  const group = groupCorners(triangles, edges, areas, points.length / 3);
  const vertexOf = new Map();
  const position = [], normal = [], index = [];
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      let at = vertexOf.get(group[t + k]);
      if (at === undefined) {
        at = position.length;
        vertexOf.set(group[t + k], at);
        const from = triangles[t + k] * 3;
        position.push(points[from], points[from + 1], points[from + 2]);
        normal.push(0, 0, 0);
      }
      index.push(at / 3);
      for (let d = 0; d < 3; d++)
        normal[at + d] += areas[t + d];
    }
  }
  const edge = edges.flatMap((v) => points.slice(3 * v, 3 * v + 3));
  const loose = triangles.length || edges.length ? [] : points;
  return {position, normal, index, edge, loose, ...findEdgeFaces(triangles, edges, points.length / 3)};
}

/** The box around the points of a shape placed by a matrix. */
function findBox(points, matrix) {
  const box = {min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity]};
  const p = [0, 0, 0];
  for (let i = 0; i < points.length; i += 3) {
    transformPoint(matrix, points[i], points[i + 1], points[i + 2], p, 0);
    for (let k = 0; k < 3; k++) {
      box.min[k] = Math.min(box.min[k], p[k]);
      box.max[k] = Math.max(box.max[k], p[k]);
    }
  }
  return box;
}

/** Where the view's origin lies and how many of its units make one of the scene's. */
function findView(boxes) {
  const min = [0, 1, 2].map((k) => boxes.reduce((x, box) => Math.min(x, box.min[k]), Infinity));
  const max = [0, 1, 2].map((k) => boxes.reduce((x, box) => Math.max(x, box.max[k]), -Infinity));
  if (!boxes.length)
    return {origin: [0, 0, 0], scale: SCENE_RADIUS / 2};
  const radius = Math.hypot(...min.map((x, k) => max[k] / 2 - x / 2));
  return {origin: min.map((x, k) => x / 2 + max[k] / 2), scale: radius > 0 ? SCENE_RADIUS / radius : 1};
}

/** Whether one box holds another. */
function holds(box, other) {
  return box.min.every((x, k) => x <= other.min[k] && other.max[k] <= box.max[k]);
}

/**
 * Whether an object encloses most of the others, so that they are seen only if its near walls are left out.
 */
function markRooms(objects) {
  const bounded = objects.filter((object) => !object.unbounded);
  const step = Math.max(1, Math.floor(bounded.length / 100));  // a sample of the others will do
  const sample = bounded.filter((_, i) => i % step === 0);
  for (const object of bounded) {
    const others = sample.filter((other) => other !== object);
    object.isRoom = others.length > 2 &&
        others.filter((other) => holds(object.box, other.box)).length > others.length / 2;
  }
}

/** The geometries of a document by their numbers: each stands with the first object that has it. */
function collectGeometries(layers) {
  const geometries = [];
  for (const {objects} of layers)
    for (const object of objects.filter(({geometry}) => geometry))
      geometries[object.shape] = prepareShape(object.geometry);
  return geometries;
}

function boxOf(form, matrix) {
  return findBox([form.position, form.edge, form.loose].find((list) => list.length) || [0, 0, 0], matrix);
}

/** Objects in the view's frame, each with its form, the matrix that places it, its box and sphere. */
function placeObjects(objects, view, geometries) {
  return objects.map(({name, kind, line, tags, paint, child, shape, matrix, unbounded}) => {
    const form = geometries[shape];
    const placed = matrix.map((x, i) => (i % 4 === 3 ? x - view.origin[(i - 3) / 4] : x) * view.scale);
    const box = boxOf(form, placed);
    const centre = box.min.map((x, k) => (x + box.max[k]) / 2),
          radius = Math.hypot(...box.min.map((x, k) => box.max[k] - x)) / 2;
    return {
      name,
      kind,
      line,
      tags: tags || [],
      paint,
      child,
      form,
      matrix: placed,
      box,
      centre,
      radius,
      unbounded,
      isRoom: false
    };
  });
}

/**
 * A scene in the view's frame, with its objects and the points that are marked in it; `eye` is where it
 * should be looked at from, if that is known.
 */
function placeScene(scene, geometries, eye) {
  const bounded = listBounded(scene.objects);
  const points = (scene.marks || []).map(({at}) => [at[0], at[1], at[2] || 0]);
  const boxes = bounded.map((object) => boxOf(geometries[object.shape], object.matrix));
  const view = findView([...boxes, ...points.map((point) => ({min: point, max: point}))]);
  const objects = placeObjects(scene.objects, view, geometries);
  markRooms(objects);
  return {
    name: scene.name,
    planar: scene.dimension === 2,
    eye,
    view,
    objects,
    points: points.map((point) => toView(view, point)),
    byName: new Map(objects.map((object) => [object.name, object]))
  };
}

/** The objects that a view is made to show: those that are bounded or, where none is, all. */
function listBounded(objects) {
  const bounded = objects.filter((object) => !object.unbounded);
  return bounded.length ? bounded : objects;
}

/** The corners of an object's box. */
function listCorners({box: {min, max}}) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map(
      (i) => new THREE.Vector3(...[0, 1, 2].map((k) => (i >> k & 1 ? max[k] : min[k]))));
}

/** A direction, in space also where the answer is one in the plane. */
function toDirection(d) { return new THREE.Vector3(d[0], d[1], d[2] || 0); }

/** A point of the scene in the view's frame. */
function toView(view, p) {
  return new THREE.Vector3(...view.origin.map((x, k) => ((p[k] || 0) - x) * view.scale));
}

/** Vertices of many objects in three arrays that grow: what a geometry is made of. */
class Vertices {
  constructor(count) {
    this.position = new Float32Array(3 * count);
    this.normal = new Int8Array(4 * count);
    this.colour = new Uint8Array(4 * count);
    this.count = 0;
  }

  /** Adds the vertices of a form placed by a matrix; returns the number of the first. */
  add(form, matrix, rgb) {
    const begin = this.count, {n} = makeNormalMatrix(matrix);
    for (let i = 0; i < form.position.length; i += 3, this.count++) {
      transformPoint(matrix, form.position[i], form.position[i + 1], form.position[i + 2], this.position,
          3 * this.count);
      const [x, y, z] = [form.normal[i], form.normal[i + 1], form.normal[i + 2]];
      const turned =
          [n[0] * x + n[1] * y + n[2] * z, n[3] * x + n[4] * y + n[5] * z, n[6] * x + n[7] * y + n[8] * z];
      const length = Math.hypot(...turned) || 1;
      for (let k = 0; k < 3; k++) {
        this.normal[4 * this.count + k] = Math.round(127 * turned[k] / length);
        this.colour[4 * this.count + k] = rgb[k];
      }
    }
    return begin;
  }

  makeGeometry(index) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(this.position, 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(this.normal, 4, true));
    geometry.setAttribute("color", new THREE.BufferAttribute(this.colour, 4, true));
    geometry.setIndex(new THREE.BufferAttribute(index, 1));
    return geometry;
  }
}

/** Writes a form's triangles, wound so that a mirror keeps their outside outside. */
function addTriangles(form, matrix, begin, index, at) {
  const {mirrored} = makeNormalMatrix(matrix);
  for (let i = 0; i < form.index.length; i += 3) {
    index[at + i] = form.index[i] + begin;
    index[at + i + 1] = form.index[mirrored ? i + 2 : i + 1] + begin;
    index[at + i + 2] = form.index[mirrored ? i + 1 : i + 2] + begin;
  }
}

/** One geometry of some objects. */
function mergeFaces(objects, rgb) {
  const total = (key) => objects.reduce((sum, object) => sum + object.form[key].length, 0);
  const vertices = new Vertices(total("position") / 3), index = new Uint32Array(total("index"));
  let at = 0;
  for (const {form, matrix} of objects) {
    addTriangles(form, matrix, vertices.add(form, matrix, rgb), index, at);
    at += form.index.length;
  }
  return vertices.makeGeometry(index);
}

/** The points of many objects' `key`, "edge" or "loose", placed. */
function mergePoints(objects, key) {
  const position = new Float32Array(objects.reduce((sum, object) => sum + object.form[key].length, 0));
  let at = 0;
  for (const {form, matrix} of objects)
    for (let i = 0; i < form[key].length; i += 3, at += 3)
      transformPoint(matrix, form[key][i], form[key][i + 1], form[key][i + 2], position, at);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(position, 3));
  return geometry;
}

/** The points of one object's `key`, placed. */
function listPoints({form, matrix}, key) {
  return Array.from({length: form[key].length / 3}, (_, i) => {
    const placed = [0, 0, 0];
    transformPoint(matrix, ...form[key].slice(3 * i, 3 * i + 3), placed, 0);
    return new THREE.Vector3(...placed);
  });
}

/**
 * How far along a ray an object's faces begin; Infinity if the ray misses them. Rooms are met from inside
 * only.
 */
function castRay(ray, object) {
  if (ray.distanceSqToPoint(new THREE.Vector3(...object.centre)) > object.radius * object.radius * 1.0001)
    return Infinity;
  const {position, index} = object.form, hit = new THREE.Vector3(), xyz = [0, 0, 0];
  const corners = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  let nearest = Infinity;
  for (let i = 0; i < index.length; i += 3) {
    corners.forEach((corner, k) => {
      const from = 3 * index[i + k];
      transformPoint(object.matrix, position[from], position[from + 1], position[from + 2], xyz, 0);
      corner.fromArray(xyz);
    });
    if (ray.intersectTriangle(corners[0], corners[1], corners[2], false, hit)) {
      const distance = hit.distanceTo(ray.origin);
      nearest =
          object.isRoom && nearest < Infinity ? Math.max(nearest, distance) : Math.min(nearest, distance);
    }
  }
  return nearest;
}
