// Thousands of objects, drawn within a budget of triangles. A graphics card draws all of them in full; a
// processor that has to do its work spends microseconds on a triangle, and is given those that matter: of
// objects in view, the sides that face the camera, in full where they are large on the screen, as boxes or
// squares where they are small or the budget is spent.

/** An object's stand-ins: its box in its own frame, and a square towards the camera of about its size. */
const BOX_TRIANGLES = 12;
/**
 * Up to this size on the screen, in pixels of its radius, a box will do while the camera moves; its edges
 * are left out below the second.
 */
const BOX_PIXELS = 16, EDGE_PIXELS = 2.5;

/** What a sorting key of an object is a multiple of, beside the object's index. */
const KEY_BASE = 2 ** 24;

/** The box around a form, in the form's frame, as a form. */
function makeBoxForm(form) {
  const {min, max} = findBox(form.position, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
  const points =
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [0, 1, 2].map((k) => (i >> k & 1 ? max[k] : min[k])));
  const quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
  const edges = [0, 1, 2, 3, 4, 5, 6, 7].flatMap(
      (i) => [1, 2, 4].filter((bit) => !(i & bit)).flatMap((bit) => [i, i | bit]));
  return prepareShape({points, triangles: quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]), edges});
}

class Crowd {
  /** `rgbOf` gives an object's colour; those of the plane are drawn from both sides. */
  constructor(objects, rgbOf) {
    this.objects = objects;
    const boxes = new Map();
    const boxOf = (form) => {
      if (!boxes.has(form))
        boxes.set(form, makeBoxForm(form));
      return boxes.get(form);
    };
    this.forms = objects.flatMap((object) => {
      const needsBox = object.form.isClosed && object.form.index.length > 3 * BOX_TRIANGLES;
      return [object.form, needsBox ? boxOf(object.form) : null];
    });
    this.place(rgbOf);
    this.placeEdges();
    this.makeMeshes(rgbOf);
    this.keys = new Float64Array(objects.length);
    this.pixels = new Float32Array(objects.length);
    this.spheres = Float32Array.from(objects.flatMap(({centre, radius}) => [...centre, radius]));
  }

  /** Vertices, triangles and their planes, of the objects and their boxes one after the other. */
  place(rgbOf) {
    const total = (key) => this.forms.reduce((sum, form) => sum + (form ? form[key].length : 0), 0);
    this.vertices = new Vertices(total("position") / 3);
    this.corners = new Uint32Array(total("index"));
    this.begin = new Uint32Array(this.forms.length + 1);  // of a form's triangles
    let at = 0;
    this.forms.forEach((form, i) => {
      const object = this.objects[i >> 1];
      if (form) {
        addTriangles(
            form, object.matrix, this.vertices.add(form, object.matrix, rgbOf(object)), this.corners, 3 * at);
        at += form.index.length / 3;
      }
      this.begin[i + 1] = at;
    });
    this.planes = new Float32Array(4 * at);
    const p = this.vertices.position;
    for (let t = 0; t < at; t++) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * this.corners[3 * t + k]);
      const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
      const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
      const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      this.planes.set([...n, n[0] * p[a] + n[1] * p[a + 1] + n[2] * p[a + 2]], 4 * t);
    }
  }

  placeEdges() {
    this.edgeBegin = new Uint32Array(this.objects.length + 1);
    this.objects.forEach((object, i) => {
      this.edgeBegin[i + 1] = this.edgeBegin[i] + object.form.edge.length / 6;
    });
    this.edgeFaces = new Int32Array(2 * this.edgeBegin[this.objects.length]);
    this.objects.forEach(({form}, i) => {
      const from = this.begin[2 * i];
      this.edgeFaces.set(form.edgeFaces.map((face) => (face < 0 || !form.isClosed ? -1 : face + from)),
          2 * this.edgeBegin[i]);
    });
  }

  makeMeshes(rgbOf) {
    this.faces =
        new THREE.Mesh(this.vertices.makeGeometry(new Uint32Array(this.corners.length)), makeFaceMaterial());
    const edges = mergePoints(this.objects, "edge");
    edges.setIndex(new THREE.BufferAttribute(new Uint32Array(edges.attributes.position.count), 1));
    this.edges = new THREE.LineSegments(
        edges, new THREE.LineBasicMaterial({color: toColour("edge"), transparent: true}));
    this.loose = new THREE.Points(mergePoints(this.objects, "loose"),
        new THREE.PointsMaterial({color: toColour("edge"), size: 5, sizeAttenuation: false}));
    const {objects} = this, squares = new THREE.BufferGeometry();
    const colours = objects.flatMap((object) => [...rgbOf(object), 255]);
    squares.setAttribute(
        "position", new THREE.Float32BufferAttribute(objects.flatMap(({centre}) => centre), 3));
    squares.setAttribute(
        "size", new THREE.Float32BufferAttribute(objects.map(({radius}) => 1.1 * radius), 1));
    squares.setAttribute("color", new THREE.Uint8BufferAttribute(colours, 4, true));
    squares.setIndex(new THREE.BufferAttribute(new Uint32Array(objects.length), 1));
    this.squares = new THREE.Points(squares, makeSquareMaterial());
    this.parts = [this.faces, this.edges, this.loose, this.squares];
    for (const part of this.parts) {
      part.frustumCulled = false;  // that is done here
      if (part.geometry.index)
        part.geometry.index.setUsage(THREE.DynamicDrawUsage);
    }
  }

  /**
   * The objects in view, the largest on the screen last, as the low bits of keys that sort without a
   * function.
   */
  findVisible(camera, height) {
    const frustum = new THREE.Frustum().setFromMatrix(
        new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    const sides = frustum.planes.flatMap(({normal, constant}) => [normal.x, normal.y, normal.z, constant]);
    const {x, y, z} = camera.getWorldDirection(new THREE.Vector3()), {spheres} = this;
    const eye = camera.position.x * x + camera.position.y * y + camera.position.z * z;
    const focal = height / 2 / Math.tan(camera.fov / 2 * Math.PI / 180);
    let count = 0;
    for (let i = 0; i < this.objects.length; i++) {
      const cx = spheres[4 * i], cy = spheres[4 * i + 1], cz = spheres[4 * i + 2],
            radius = spheres[4 * i + 3];
      let out = false;
      for (let k = 0; k < 24 && !out; k += 4)
        out = sides[k] * cx + sides[k + 1] * cy + sides[k + 2] * cz + sides[k + 3] < -radius;
      if (out)
        continue;
      this.pixels[i] =
          Math.min(focal * radius / Math.max(cx * x + cy * y + cz * z - eye - radius, camera.near), 1e4);
      this.keys[count++] = Math.round(this.pixels[i] * 64) * KEY_BASE + i;
    }
    return this.keys.subarray(0, count).sort();
  }

  /**
   * Chooses what is drawn next. `moving` allows for stand-ins; `budget` is in triangles. Returns how many
   * were chosen.
   */
  update(camera, height, moving, budget) {
    const visible = this.findVisible(camera, height), eye = camera.position;
    const [faces, edges, squares] =
        [this.faces, this.edges, this.squares].map((part) => ({list: part.geometry.index.array, count: 0}));
    let left = budget - visible.length;  // a square each, whatever comes
    for (let k = visible.length - 1; k >= 0; k--) {
      const i = visible[k] % KEY_BASE;
      const hasBox = this.begin[2 * i + 2] > this.begin[2 * i + 1], isSmall = this.pixels[i] < BOX_PIXELS;
      const full = (this.begin[2 * i + 1] - this.begin[2 * i]) / 2;  // about half of them face the camera
      if (!moving || (left >= full && !(hasBox && isSmall)) || (!isSmall && !hasBox))
        left -= this.addFaces(2 * i, eye, faces) - 1;
      else if (left >= BOX_TRIANGLES / 2 && (hasBox || full <= BOX_TRIANGLES))
        left -= this.addFaces(hasBox ? 2 * i + 1 : 2 * i, eye, faces) - 1;
      else
        squares.list[squares.count++] = i;
      if (this.edges.visible && !moving && this.pixels[i] > EDGE_PIXELS)
        this.addEdges(i, eye, edges);
    }
    this.finish(this.faces, faces.count);
    this.finish(this.squares, squares.count);
    this.finish(this.edges, edges.count);
    this.squares.material.uniforms.height.value = height;
    return faces.count / 3 + squares.count;
  }

  isFront(t, eye) {
    const {planes} = this;
    return planes[4 * t] * eye.x + planes[4 * t + 1] * eye.y + planes[4 * t + 2] * eye.z >= planes[4 * t + 3];
  }

  /** Adds the triangles of a form that face the camera, all of one that is open; returns how many. */
  addFaces(form, eye, to) {
    const before = to.count, all = !this.forms[form].isClosed;
    for (let t = this.begin[form]; t < this.begin[form + 1]; t++) {
      if (all || this.isFront(t, eye)) {
        to.list[to.count++] = this.corners[3 * t];
        to.list[to.count++] = this.corners[3 * t + 1];
        to.list[to.count++] = this.corners[3 * t + 2];
      }
    }
    return (to.count - before) / 3;
  }

  addEdges(i, eye, to) {
    for (let e = this.edgeBegin[i]; e < this.edgeBegin[i + 1]; e++) {
      const f = this.edgeFaces[2 * e], g = this.edgeFaces[2 * e + 1];
      if (f < 0 || g < 0 || this.isFront(f, eye) || this.isFront(g, eye)) {
        to.list[to.count++] = 2 * e;
        to.list[to.count++] = 2 * e + 1;
      }
    }
  }

  finish(part, count) {
    const {index} = part.geometry;
    part.geometry.setDrawRange(0, count);
    index.updateRange = {offset: 0, count};
    index.needsUpdate = count > 0;
  }
}
