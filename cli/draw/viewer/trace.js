// A pair: what of its answer stands in the scene, and the steps that led to it.

const STEP_MS = 900;

/** What stands in numbers beside the scene, and needs no label in it. */
const LISTED = ["closest", "contact"];

/** How wide arrows are, where that is not the usual. */
const ARROW_WIDTHS = {
  mtv: 1.6,
  tangent: 0.6
};

/** A line of a picture as a part of the scene. */
function makeLinePart(view, line) {
  const from = toView(view, line.from), to = toView(view, line.to), width = SCENE_RADIUS * 0.011;
  if (line.arrow && from.distanceTo(to) > 1e-9)
    return makeArrow(from, to, line.paint, width * (ARROW_WIDTHS[line.kind] || 1));
  if (line.kind === "simplex")
    return makeRod(from, to, line.paint, 0.6 * width);
  return makeLines([from, to], line.paint, {above: true, dashed: line.kind === "gap" ? 3 * width : 0});
}

/** Lines and marks of a picture as parts of the scene, and texts for them. */
function makeLayerParts(view, lines, marks) {
  const parts = lines.map((line) => makeLinePart(view, line));
  const labelled = ({kind, label}) => label && !LISTED.includes(kind);
  const labels = marks.filter(labelled).map(({at, label}) => ({at: toView(view, at), text: label}));
  for (const {from, to, arrow, label} of lines.filter(labelled))
    labels.push({at: toView(view, to).lerp(toView(view, from), arrow ? 0 : 0.5), text: label});
  if (marks.length)
    parts.push(makeDots(marks.map(({at}) => toView(view, at)), marks.map(({paint}) => paint), 13));
  return {parts, labels};
}

/** A direction across an axis, in the plane where the scene lies in one. */
function findAside(axis, planar) {
  if (planar)
    return new THREE.Vector3(-axis.y, axis.x, 0);
  const aside = Math.abs(axis.z) < 0.9 ? new THREE.Vector3(0, 0, 1) : new THREE.Vector3(1, 0, 0);
  return aside.addScaledVector(axis, -axis.dot(aside)).normalize();
}

/** How far both shapes reach along an axis, as two bars on that side of them where they end sooner. */
function makeSpans({view, planar, objects}, step) {
  const axis = toDirection(step.axis), aside = findAside(axis, planar), zero = toView(view, [0, 0, 0]);
  const foot =
      axis.clone().multiplyScalar(axis.dot(zero));  // where the axis is nearest to the scene's middle
  const bounded = objects.filter((object) => !object.unbounded);
  const across = bounded.flatMap((object) => listPoints(object, "position")).map((point) => point.dot(aside));
  const [low, high] = [Math.min(...across), Math.max(...across)], edge = -low < high ? low : high;
  const away = Math.sign(edge) * SCENE_RADIUS, bars = [["a", step.span_a, 0.05], ["b", step.span_b, 0.1]];
  return bars.flatMap(([paint, span, distance]) => {
    const beside = foot.clone().addScaledVector(aside, edge + distance * away);
    const [from, to] = span.map((x) => beside.clone().addScaledVector(axis, x * view.scale));
    return [makeRod(from, to, paint, SCENE_RADIUS * 0.025), makeDots([from, to], [paint, paint], 9)];
  });
}

class Trace {
  /** `show` is told of the step that is looked at, null for the answer. */
  constructor(steps, byId, show) {
    this.steps = steps;
    this.about = byId("trace-about");
    this.slider = byId("trace-step");
    this.button = byId("trace-play");
    this.show = show;
    byId("trace").hidden = false;
    this.slider.max = steps.length;
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    byId("trace-back").addEventListener("click", () => this.step(-1));
    byId("trace-on").addEventListener("click", () => this.step(1));
    this.button.addEventListener("click", () => this.play());
    this.go(steps.length);
  }

  /** Goes to a step; the one after the last is the answer. */
  go(i) {
    this.at = Math.max(0, Math.min(this.steps.length, i));
    this.slider.value = this.at;
    const step = this.steps[this.at];
    const bound = (x) => (x === null ? "?" : format(x));
    this.about.textContent = step ?
        `${this.at + 1} of ${this.steps.length}: ${step.title}. ${step.text}\nsigned distance from ${
            bound(step.lower)} to ${bound(step.upper)}` :
        `${this.steps.length} ${
            this.steps.length === 1 ? "step" : "steps"} led to the answer, which is shown.`;
    this.show(step || null);
  }

  step(places) {
    this.stop();
    this.go(this.at + places);
  }

  /** Plays from here, or from the start if this is the end; stops if it plays. */
  play() {
    if (this.timer)
      return this.stop();
    if (this.at === this.steps.length)
      this.go(0);
    this.button.textContent = "Stop";
    this.timer = setInterval(() => {
      this.go(this.at + 1);
      if (this.at === this.steps.length)
        this.stop();
    }, STEP_MS);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.button.textContent = "Play";
  }
}
