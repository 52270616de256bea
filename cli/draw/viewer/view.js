// The camera and what it sees. Nothing is drawn while nothing changes.

const FLIGHT_MS = 450;

/** How much farther away the camera is than what it looks at needs to fill the view. */
const FIT_MARGIN = 1.1;

/** How the objects that are not in question are drawn, one after the other at the key `o`. */
const OTHERS = [
  {name: "ghosts", opacity: 0.1, edges: 0.12},
  {name: "solid", opacity: 1, edges: 0.35},
  {name: "hidden", opacity: 0, edges: 0},
];

/** What a frame should take at most while the camera moves, and after how long without a move it rests. */
const FRAME_MS = 25, REST_MS = 150;

/** Whether a processor does the work of a graphics card. */
function hasSoftwareRenderer() {
  const context = document.createElement("canvas").getContext("webgl");
  const info = context && context.getExtension("WEBGL_debug_renderer_info");
  const name = info ? context.getParameter(info.UNMASKED_RENDERER_WEBGL) : "";
  if (context && context.getExtension("WEBGL_lose_context"))
    context.getExtension("WEBGL_lose_context").loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** Of triangles, a frame while the camera moves has at least and at most so many. */
const LEAST_BUDGET = 2000, MOST_BUDGET = 1e7;

/** After how many more late frames than early ones with the least budget there will be fewer pixels too. */
const LATE_FRAMES = 6;

/**
 * Pixels of the canvas for one of the page: while the camera moves the first, and the next as even the least
 * budget takes too long. A processor smooths edges at rest only, and with more pixels rather than more
 * samples of each, which would cost it several times as much.
 */
function findPixelRatios(isSlow) {
  const own = Math.min(window.devicePixelRatio || 1, 2), first = isSlow ? Math.min(own, 1) : own;
  return {moving: [first, 0.7 * first, 0.5 * first], resting: isSlow ? 2 : own};
}

class View {
  constructor(canvas) {
    this.canvas = canvas;
    const isSlow = hasSoftwareRenderer(), options = {antialias: !isSlow, stencil: false};
    const context = canvas.getContext("webgl2", options) || canvas.getContext("webgl", options);
    this.renderer = new THREE.WebGLRenderer({canvas, context});
    this.ratios = findPixelRatios(isSlow);
    this.budget = isSlow ? 10 * LEAST_BUDGET : MOST_BUDGET;
    this.renderer.setClearColor(0, 0);
    this.camera = new THREE.PerspectiveCamera(35, 1, 0.1, 1000);
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(0, -SCENE_RADIUS, SCENE_RADIUS);
    this.controls = new THREE.OrbitControls(this.camera, canvas);
    this.controls.enableKeys = false;  // they turn and zoom too here, see keys.js
    this.controls.screenSpacePanning = true;
    this.controls.minDistance = 1e-5;
    this.controls.addEventListener("change", () => this.stir());
    this.controls.addEventListener("start", () => {
      this.flight = null;
      this.isHome = false;
    });
    this.world = new THREE.Scene();
    this.others = 0;
    this.focused = [];
    this.labels = [];
    this.frames = 0;
    this.last = -Infinity;
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  /** Asks for a frame. */
  ask() {
    if (!this.asked)
      this.asked = requestAnimationFrame((now) => this.draw(now));
  }

  resize() {
    this.camera.aspect = this.canvas.clientWidth / Math.max(this.canvas.clientHeight, 1);
    this.ratio = 0;
    if (this.isHome)
      this.fit(true);
    this.ask();
  }

  /** Notes that the camera moves; some time after the last move everything is drawn in full. */
  stir() {
    this.stirred = true;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.ask(), REST_MS);
    this.ask();
  }

  setRatio(ratio) {
    if (ratio === this.ratio)
      return;
    this.ratio = PIXEL_RATIO.value = ratio;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(this.canvas.clientWidth, this.canvas.clientHeight, false);
  }

  draw(now) {
    this.asked = 0;
    this.fly(now);
    if (this.flight)
      this.stir();
    const isMoving = this.stirred;
    this.stirred = false;
    this.isAtRest = !isMoving;
    this.keepBudget(now, isMoving);
    this.setRatio(isMoving ? this.ratios.moving[this.coarse] : this.ratios.resting);
    const farthest = this.camera.position.length() + 4 * SCENE_RADIUS;
    this.camera.near =
        Math.max(this.camera.position.distanceTo(this.controls.target) * 0.005, farthest * 1e-6);
    this.camera.far = farthest;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.drawn =
        this.crowd ? this.crowd.update(this.camera, this.canvas.clientHeight, isMoving, this.budget) : 0;
    orderByNearness(this.focused, this.plane, this.camera);
    this.renderer.render(this.world, this.camera);
    this.placeLabels();
    this.frames++;
    if (this.flight)
      this.ask();
  }

  /** Puts labels beside the points that they are about. */
  placeLabels() {
    const {clientWidth, clientHeight} = this.canvas, p = new THREE.Vector3();
    for (const {at, element} of this.labels) {
      p.copy(at).project(this.camera);
      element.hidden = p.z > 1;
      element.style.transform = `translate(${((p.x + 1) * clientWidth / 2 + 7).toFixed(1)}px, ${
          ((1 - p.y) * clientHeight / 2 - 9).toFixed(1)}px)`;
    }
  }

  /** Shows texts at points, in the place of those before. */
  label(texts) {
    this.labels.forEach(({element}) => element.remove());
    this.labels = [...this.grid.labels, ...texts].map(
        ({at, text, className}) => ({at, element: make("span", className || "label", text)}));
    this.canvas.parentElement.append(...this.labels.map(({element}) => element));
    this.ask();
  }

  /** Spends more or fewer triangles on the next frame, as the last one was early or late. */
  keepBudget(now, isMoving) {
    const took = now - this.last;
    if (isMoving && this.wasMoving && took < 1000) {
      const budget = this.budget * Math.max(0.7, Math.min(1.1, FRAME_MS / took));
      this.budget = Math.max(LEAST_BUDGET, Math.min(MOST_BUDGET, budget));
      this.late = this.budget > LEAST_BUDGET ? 0 : Math.max(0, this.late + (took > FRAME_MS ? 1 : -1));
      if (this.late > LATE_FRAMES && this.coarse + 1 < this.ratios.moving.length) {
        this.coarse++;
        this.late = 0;
      }
    }
    this.wasMoving = isMoving;
    this.last = now;
  }

  fly(now) {
    const flight = this.flight;
    if (!flight)
      return;
    flight.begin = flight.begin || now;
    const t = Math.min((now - flight.begin) / FLIGHT_MS, 1), eased = t * t * (3 - 2 * t);
    this.controls.target.lerpVectors(flight.from.target, flight.to.target, eased);
    const {from, to} = flight, begin = from.offset.length(), end = to.offset.length();
    const offset = from.offset.clone().lerp(to.offset, eased).setLength(begin * Math.pow(end / begin, eased));
    this.camera.position.copy(this.controls.target).add(offset);
    this.camera.lookAt(this.controls.target);
    if (t === 1) {
      this.flight = null;
      this.controls.update();
    }
  }

  /** Moves the camera to see a point from a distance in a direction. */
  flyTo(centre, direction, distance, atOnce) {
    const offset = direction.clone().setLength(distance);
    this.isHome = false;
    const from = {
      target: this.controls.target.clone(),
      offset: this.camera.position.clone().sub(this.controls.target)
    };
    this.flight = {from, to: {target: centre.clone(), offset}};
    if (atOnce || matchMedia("(prefers-reduced-motion: reduce)").matches)
      this.flight.begin = -FLIGHT_MS;
    this.ask();
  }

  /** The direction from which everything is seen at first. */
  homeDirection() {
    if (this.scene.planar)
      return new THREE.Vector3(0, -1e-4, 1);
    return this.scene.eye ? new THREE.Vector3(...this.scene.eye) : new THREE.Vector3(0.55, -1, 0.65);
  }

  /** Shows all that is bounded, from as near as possible. */
  fit(atOnce) {
    const bounded = listBounded(this.scene.objects);
    const direction = this.homeDirection().normalize();
    const corners = [...bounded.flatMap(listCorners), ...this.scene.points];
    const right = new THREE.Vector3().crossVectors(this.camera.up, direction).normalize();
    const up = new THREE.Vector3().crossVectors(direction, right), half = this.findSlope();
    const distance = corners.reduce((least, p) => {
      const aside = Math.max(Math.abs(p.dot(right)) / this.camera.aspect, Math.abs(p.dot(up)));
      return Math.max(least, p.dot(direction) + aside / half);
    }, 0);
    this.flyTo(new THREE.Vector3(), direction, FIT_MARGIN * (distance || SCENE_RADIUS / half), atOnce);
    this.isHome = true;
  }

  /** How much of what is at a distance is in view above the middle, in parts of that distance. */
  findSlope() { return Math.tan(this.camera.fov / 2 * Math.PI / 180); }

  /** From how far away a sphere fills the view. */
  findDistance(radius) {
    return FIT_MARGIN * Math.max(radius, 1e-6) / (this.findSlope() * Math.min(1, this.camera.aspect || 1));
  }

  /** Turns the camera around what it looks at, by degrees. */
  turn(right, up) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const upright = new THREE.Quaternion().setFromUnitVectors(this.camera.up, new THREE.Vector3(0, 1, 0));
    const spherical = new THREE.Spherical().setFromVector3(offset.applyQuaternion(upright));
    spherical.theta += right * Math.PI / 180;
    spherical.phi = Math.max(0.001, Math.min(Math.PI - 0.001, spherical.phi - up * Math.PI / 180));
    offset.setFromSpherical(spherical).applyQuaternion(upright.inverse());
    this.move(offset, new THREE.Vector3());
  }

  /** Moves what is looked at, by parts of the view's height. */
  pan(right, up) {
    const distance = this.camera.position.distanceTo(this.controls.target) * 2 *
        Math.tan(this.camera.fov / 2 * Math.PI / 180);
    const axis = (i) => new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, i);
    const step = axis(0).multiplyScalar(right * distance).add(axis(1).multiplyScalar(up * distance));
    this.move(this.camera.position.clone().sub(this.controls.target), step);
  }

  zoom(factor) {
    this.move(
        this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor), new THREE.Vector3());
  }

  move(offset, step) {
    this.flight = null;
    this.isHome = false;
    this.controls.target.add(step);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.ask();
  }

  /**
   * Shows a scene in the place of the one before; `colourOf` gives each object the name of its colour, or
   * none to leave it out.
   */
  show(scene, colourOf) {
    dispose(this.world);
    this.world = new THREE.Scene();
    this.scene = scene;
    this.coarse = this.late = 0;
    const isRoom = (object) => object.isRoom && !scene.planar, rooms = scene.objects.filter(isRoom);
    this.crowd = new Crowd(scene.objects.filter((object) => !isRoom(object) && colourOf(object)),
        (object) => COLOURS[colourOf(object)]);
    this.world.add(...this.crowd.parts);
    this.rooms = {
      faces: new THREE.Mesh(mergeFaces(rooms, COLOURS.room), makeFaceMaterial({side: THREE.BackSide})),
      edges: new THREE.LineSegments(mergePoints(rooms, "edge"),
          new THREE.LineBasicMaterial({color: toColour("edge"), transparent: true})),
    };
    if (rooms.length)
      this.world.add(this.rooms.faces, this.rooms.edges);
    this.controls.enableRotate = !scene.planar;
    this.controls.mouseButtons.LEFT = scene.planar ? THREE.MOUSE.PAN : THREE.MOUSE.ROTATE;
    this.controls.touches.ONE = scene.planar ? THREE.TOUCH.PAN : THREE.TOUCH.ROTATE;
    this.grid = scene.planar ? makeGrid(scene.view) : {parts: [], labels: []};
    this.grid.parts.forEach((part) => this.world.add(part));
    this.focus([], []);
    this.label([]);
    this.fit(true);
  }

  /**
   * Draws the objects with the names of their colours on top, beside further things; all others step back.
   * Between A and B lies the plane, if one does.
   */
  focus(objects, extras, plane = null) {
    for (const part of this.focused) {
      this.world.remove(part);
      dispose(part);
    }
    const {planar} = this.scene;
    this.plane = plane;
    this.focused = [...objects.flatMap(({object, colour}) => makeFocused(object, colour, planar)), ...extras];
    this.focused.forEach((part) => this.world.add(part));
    this.hasFocus = objects.length > 0;
    this.applyOthers();
  }

  applyOthers() {
    const look = this.hasFocus ? OTHERS[this.others] : OTHERS[1], {crowd, rooms} = this;
    const opacity = this.scene.planar ? look.opacity / 2 : look.opacity;
    for (const {material} of [crowd.faces, crowd.squares, rooms.faces]) {
      material.uniforms.opacity.value = opacity;
      material.transparent = opacity < 1;
      material.depthWrite = opacity === 1;
    }
    for (const part of [crowd.faces, crowd.squares, crowd.loose])
      part.visible = opacity > 0;
    rooms.faces.visible = opacity === 1;
    crowd.edges.visible = rooms.edges.visible = look.edges > 0;
    crowd.edges.material.opacity = look.edges;
    rooms.edges.material.opacity = look.edges * 0.7;
    this.ask();
  }

  nextOthers() {
    this.others = (this.others + 1) % OTHERS.length;
    this.applyOthers();
    return OTHERS[this.others].name;
  }

  /** The object below a point of the canvas, or null; what is solid comes before the rooms around it. */
  pick(x, y) {
    const at = new THREE.Vector2(2 * x / this.canvas.clientWidth - 1, 1 - 2 * y / this.canvas.clientHeight);
    const caster = new THREE.Raycaster();
    this.camera.updateMatrixWorld();
    caster.setFromCamera(at, this.camera);
    let best = null, nearest = Infinity;
    for (const object of this.scene.objects) {
      const distance = castRay(caster.ray, object) * (object.isRoom ? 1e6 : 1);
      if (distance < nearest) {
        nearest = distance;
        best = object;
      }
    }
    return best;
  }
}

/** Frees what a part of the scene holds in the graphics card. */
function dispose(root) {
  root.traverse((part) => {
    if (part.geometry)
      part.geometry.dispose();
    if (part.material)
      part.material.dispose();
  });
}
