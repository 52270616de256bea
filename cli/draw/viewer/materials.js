// How things are coloured. The document brings the colours of A, B and all that a picture of a pair has;
// these are the page's own.

const COLOURS = {
  plain: [196, 204, 212],
  error: [224, 138, 128],
  warning: [232, 197, 120],
  room: [222, 228, 234],
  edge: [40, 50, 60],
  errorMark: [179, 38, 30],
  warningMark: [214, 140, 0],
  grid: [205, 211, 218],
  axis: [150, 160, 170],
};

/**
 * When things are drawn: the farther shape, the nearer one, the depth of both, edges, and what lies over
 * all.
 */
const ORDER = {
  far: 2,
  near: 4,
  depth: 6,
  edges: 7,
  above: 15,
  rods: 16,
  arrows: 18,
  dots: 20
};

function toColour(name) {
  const [r, g, b] = COLOURS[name];
  return new THREE.Color(r / 255, g / 255, b / 255);
}

/**
 * Faces in the colours of their vertices. The light is computed at the vertices: a processor that draws has
 * few of those. What glows is less subject to it.
 */
function makeFaceMaterial(options = {}) {
  return new THREE.ShaderMaterial({
    uniforms: {opacity: {value: options.opacity || 1}, glow: {value: options.glow || 0}},
    vertexShader: `
      attribute vec4 color;
      uniform float glow;
      varying vec3 shade;
      void main() {
        vec4 p = modelViewMatrix * vec4(position, 1.0);
        vec3 n = normalize(normalMatrix * normal);
        float towards = dot(n, normalize(-p.xyz));
        float above = dot(n, normalize(vec3(0.35, 0.9, 0.45)));
        float light = 0.6 + 0.25 * abs(towards) + 0.2 * above * sign(towards);
        shade = color.rgb * mix(light, 1.0, glow);
        gl_Position = projectionMatrix * p;
      }`,
    fragmentShader: `
      uniform float opacity;
      varying vec3 shade;
      void main() { gl_FragColor = vec4(shade, opacity); }`,
    side: options.side === undefined ? THREE.DoubleSide : options.side,
    transparent: (options.opacity || 1) < 1,
    depthWrite: !((options.opacity || 1) < 1),
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,  // edges lie before the faces that they bound
  });
}

/** Pixels of the canvas for one of the page, for all that has its size in the latter. */
const PIXEL_RATIO = {
  value: 1
};

/** Squares that face the camera, each of a size in the view's units, in a view of a height in pixels. */
function makeSquareMaterial() {
  return new THREE.ShaderMaterial({
    uniforms: {opacity: {value: 1}, height: {value: 1}, ratio: PIXEL_RATIO},
    vertexShader: `
      attribute float size;
      attribute vec4 color;
      uniform float height, ratio;
      varying vec3 shade;
      void main() {
        shade = color.rgb * 0.85;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        gl_PointSize = size * projectionMatrix[1][1] / gl_Position.w * 0.5 * height * ratio;
      }`,
    fragmentShader: `
      uniform float opacity;
      varying vec3 shade;
      void main() { gl_FragColor = vec4(shade, opacity); }`,
  });
}

/** Round dots of a size in pixels, each in its own colour. */
function makeDotMaterial(size) {
  return new THREE.ShaderMaterial({
    uniforms: {size: {value: size}, ratio: PIXEL_RATIO},
    vertexShader: `
      attribute vec3 color;
      uniform float size, ratio;
      varying vec3 shade;
      void main() {
        shade = color;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        gl_PointSize = size * ratio;
      }`,
    fragmentShader: `
      varying vec3 shade;
      void main() {
        float r = 2.0 * length(gl_PointCoord - 0.5);
        if (r > 1.0) discard;
        gl_FragColor = vec4(r > 0.84 ? vec3(0.15) : r > 0.66 ? vec3(1.0) : shade, 1.0);
      }`,
    depthTest: false,
    transparent: true,  // to be drawn after what is
  });
}

/** Dots at points of the view, each in the colour of that name, over everything else. */
function makeDots(points, names, size) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute(
      "position", new THREE.Float32BufferAttribute(points.flatMap((p) => [p.x, p.y, p.z]), 3));
  geometry.setAttribute("color",
      new THREE.Float32BufferAttribute(names.flatMap((name) => COLOURS[name].map((x) => x / 255)), 3));
  const dots = new THREE.Points(geometry, makeDotMaterial(size));
  dots.renderOrder = ORDER.dots;
  dots.frustumCulled = false;
  return dots;
}

/**
 * Lines between pairs of points; `shade` darkens them, `dashed` is the length of a dash, `above` draws them
 * over everything else, `order` after and before what.
 */
function makeLines(points, name, options = {}) {
  const geometry = new THREE.BufferGeometry().setFromPoints(points);
  const Material = options.dashed ? THREE.LineDashedMaterial : THREE.LineBasicMaterial;
  const dashes = options.dashed ? {dashSize: options.dashed, gapSize: options.dashed} : {};
  const lines = new THREE.LineSegments(geometry, new Material({
    color: toColour(name).multiplyScalar(options.shade || 1),
    depthTest: !options.above,
    transparent: true,
    opacity: options.opacity || 1,
    ...dashes
  }));
  if (options.dashed)
    lines.computeLineDistances();
  lines.renderOrder = options.order || (options.above ? ORDER.above : ORDER.edges);
  return lines;
}

/** A rod of a width in the view's units, over everything else. */
function makeRod(from, to, name, width) {
  const rod = new THREE.Mesh(
      new THREE.CylinderBufferGeometry(width / 2, width / 2, Math.max(from.distanceTo(to), 1e-6), 10),
      new THREE.MeshBasicMaterial({color: toColour(name), depthTest: false, transparent: true}));
  rod.position.lerpVectors(from, to, 0.5);
  rod.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), to.clone().sub(from).normalize());
  rod.renderOrder = ORDER.rods;
  return rod;
}

/** A solid arrow over everything else; `width` is that of its shaft. */
function makeArrow(from, to, name, width) {
  const arrow = new THREE.Group(), length = from.distanceTo(to), head = Math.min(5 * width, length / 2);
  const material = new THREE.MeshBasicMaterial({color: toColour(name), depthTest: false, transparent: true});
  const shaft =
      new THREE.Mesh(new THREE.CylinderBufferGeometry(width / 2, width / 2, length - head, 12), material);
  const tip =
      new THREE.Mesh(new THREE.ConeBufferGeometry(Math.min(1.6 * width, head / 2), head, 16), material);
  shaft.position.y = (length - head) / 2;
  tip.position.y = length - head / 2;
  arrow.add(shaft, tip);
  arrow.position.copy(from);
  arrow.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), to.clone().sub(from).normalize());
  arrow.traverse((part) => {
    part.renderOrder = ORDER.arrows;
  });
  return arrow;
}
