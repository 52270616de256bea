// The page: the document in the script element "data" as a scene and a list.

/** Those findings whose second object is only the nearest that would do. */
const BLAMELESS = ["floating", "outside"];

/** What stays of a scene below the steps of a trace. */
const GROUND = ["a", "b", "difference"];

/** A shape beside the colour that it has. */
function nameInLegend(object, colour) {
  return colour === "a" || colour === "b" ? `${colour.toUpperCase()}: ${object.name}` : object.name;
}

function describeOmitted({name, omitted}) {
  return `${name}: ${count(omitted, "object")} without findings left out here`;
}

function describeProblem({file, line, name, pointer, message}) {
  return [line ? `${file}:${line}` : file, name, pointer, message].filter(Boolean).join(": ");
}

class App {
  constructor(data) {
    this.data = data;
    Object.assign(COLOURS, data.colours);
    this.byId = (id) => document.getElementById(id);
    this.findings = data.report ? data.report.findings : [];
    this.geometries = collectGeometries([...data.scenes, ...(data.steps || [])]);
    this.placed = new Map();
    const title = data.title || data.scenes.map((scene) => scene.name).join(", ") || "nothing";
    document.title = `${title} \u2013 collide`;
    this.byId("title").textContent = title;
    this.byId("summary").textContent = data.report ? this.summarise() : `${data.found}\n${data.by}`;
    this.makeView();
    this.listProblems();
    if (!data.scenes.length)  // none could be checked: keys and the mouse still need one to be about
      data.scenes.push({name: "", dimension: 3, objects: []});
    this.makeSceneChoice();
    this.showScene(data.start || 0);
    if (data.report) {
      this.byId("browser").hidden = false;
      this.list = new FindingList(
          this.findings, this.byId, (finding) => this.choose(finding), (listed) => this.mark(listed));
      const linked = this.list.findings.find((finding) => `#${finding.id}` === location.hash);
      if (linked)
        this.list.select(linked);
    } else {
      this.showPair();
    }
  }

  /** The answer of a pair, and its trace if there is one. */
  showPair() {
    const detail = this.byId("detail");
    detail.hidden = false;
    detail.replaceChildren(...describeResult(this.data.result));
    this.byId("others").hidden = true;
    if (this.view && this.data.steps.length)
      this.trace = new Trace(this.data.steps, this.byId, (step) => this.showStep(step));
    else if (this.view)
      this.showStep(null);
  }

  /** Shows a step over the scene that it belongs to, or the scene with its answer. */
  showStep(step) {
    if (step)
      this.showScene(step.scene);
    const {view} = this.scene, whole = this.data.scenes[this.sceneIndex], layer = step || whole;
    const bodies = step ? placeObjects(step.objects, view, this.geometries) : [];
    const origin = step ? whole.marks.filter(({kind}) => kind === "origin") : [];
    const {parts, labels} = makeLayerParts(view, layer.lines, [...layer.marks, ...origin]);
    if (step && step.axis)
      parts.push(...makeSpans(this.scene, step));
    const around = step ? this.scene.objects.filter(({paint}) => GROUND.includes(paint)) : this.scene.objects;
    const objects = [...around, ...bodies].map((object) => ({object, colour: object.paint}));
    this.view.focus(objects, parts, findPlane(view, this.data.result));
    this.view.label(labels);
    const names = new Map(objects.map(({object, colour}) => [colour, nameInLegend(object, colour)]));
    this.showLegend([...names].map(([colour, name]) => [colour, "", name]));
  }

  makeView() {
    try {
      this.view = new View(this.byId("canvas"));
    } catch (error) {
      this.byId("trouble").hidden = false;
      this.byId("trouble").textContent = `The scene cannot be shown here: ${error.message}`;
      return;
    }
    this.byId("fit").addEventListener("click", () => this.showAll());
    this.byId("others").addEventListener("click", () => this.nextOthers());
    this.byId("help-button").addEventListener("click", () => {
      this.byId("help").hidden = !this.byId("help").hidden;
    });
    makeKeys(this, this.byId("help"));
    makePointer(this);
  }

  summarise() {
    const {summary} = this.data.report;
    const parts = [count(summary.errors, "error"), count(summary.warnings, "warning")];
    if (summary.suppressed)
      parts.push(`${summary.suppressed} known`);
    if (summary.omitted)
      parts.push(`${count(summary.omitted, "finding")} left out here`);
    const where = `${count(summary.objects, "object")} of ${count(summary.scenes, "scene")}`;
    return `${parts.join(", ")} in ${where}; tested ${summary.pairs_tested} of ${
        summary.pairs_possible} pairs`;
  }

  listProblems() {
    const omitted = this.data.scenes.filter((scene) => scene.omitted).map(describeOmitted);
    const texts = [...omitted, ...(this.data.report ? this.data.report.problems : []).map(describeProblem)];
    const box = this.byId("problems");
    box.hidden = !texts.length;
    box.firstElementChild.textContent = count(texts.length, "problem");
    box.lastElementChild.append(...texts.map((text) => make("li", "", text)));
  }

  makeSceneChoice() {
    const choice = this.byId("scene");
    this.data.scenes.forEach((scene, i) => choice.append(new Option(scene.name, i)));
    choice.hidden = this.data.scenes.length < 2;
    choice.addEventListener("change", () => {
      this.leave();
      this.showScene(Number(choice.value));
      if (this.list)
        this.mark(this.list.listed);
      else if (this.trace)
        this.trace.step(Infinity);
      else
        this.showStep(null);
    });
  }

  showScene(i) {
    if (!this.view || this.sceneIndex === i || !this.data.scenes[i])
      return;
    this.sceneIndex = i;
    this.byId("scene").value = i;
    if (!this.placed.has(i))
      this.placed.set(i, placeScene(this.data.scenes[i], this.geometries, this.data.eye));
    this.scene = this.placed.get(i);
    const worst = new Map();
    for (const finding of this.findings) {
      if (finding.scene !== this.scene.name)
        continue;
      for (const name of BLAMELESS.includes(finding.kind) ? [finding.a] : [finding.a, finding.b]) {
        if (worst.get(name) !== "error")
          worst.set(name, finding.severity);
      }
    }
    this.view.show(this.scene, (object) => !this.data.report ? null : worst.get(object.name) || "plain");
  }

  /** Puts a dot where each listed finding of the scene is. */
  mark(listed) {
    if (!this.view)
      return;
    const here = listed.filter((finding) => finding.scene === this.scene.name);
    const places = here.map((finding) => {
      const object = this.scene.byName.get(finding.a);
      if (!finding.result)
        return new THREE.Vector3(...(object ? object.centre : [0, 0, 0]));
      return toView(this.scene.view, finding.result.closest.a)
          .add(toView(this.scene.view, finding.result.closest.b))
          .multiplyScalar(0.5);
    });
    if (this.marks) {
      this.view.world.remove(this.marks);
      dispose(this.marks);
    }
    this.marks = makeDots(places, here.map((finding) => `${finding.severity}Mark`), 11);
    this.marks.visible = !this.chosen;
    this.view.world.add(this.marks);
    this.view.ask();
  }

  /** Shows a finding, or none. */
  choose(finding) {
    this.chosen = finding;
    const detail = this.byId("detail");
    detail.hidden = !finding;
    history.replaceState(null, "", finding ? `#${finding.id}` : location.pathname + location.search);
    if (finding) {
      detail.replaceChildren(make("h2", finding.severity, namesOf(finding)), make("p", "", finding.message),
          ...(finding.result ? describeResult(finding.result) : []));
      detail.scrollTop = 0;
    }
    if (this.view)
      this.showChosen(finding);
  }

  showChosen(finding) {
    if (finding && finding.scene !== this.scene.name) {
      this.showScene(this.data.scenes.findIndex((scene) => scene.name === finding.scene));
      this.mark(this.list.listed);
    }
    if (this.marks)
      this.marks.visible = !finding;
    if (finding)
      return this.showFinding(finding);
    this.view.focus([], []);
    this.showLegend([]);
  }

  showFinding({a, b, result}) {
    const named = [{name: a, colour: "a"}, {name: b, colour: "b"}];
    const shown = named.map(({name, colour}) => ({object: this.scene.byName.get(name), colour}))
                      .filter(({object}) => object);
    const frame = frameAnswer(this.scene, shown.map(({object}) => object), result);
    const {view} = this.scene,
          legend = shown.map(({object, colour}) => [colour, "", nameInLegend(object, colour)]);
    if (result) {
      const answer = makeAnswerParts(view, result, frame.radius);
      this.view.focus(shown, answer.parts, findPlane(view, result));
      legend.push(...answer.legend);
    } else {
      this.view.focus(shown, []);
    }
    this.view.flyTo(frame.centre, frame.direction, this.view.findDistance(frame.radius));
    this.showLegend(legend);
  }

  showLegend(entries) {
    const box = this.byId("legend");
    box.hidden = !entries.length;
    box.replaceChildren(...entries.map(([colour, form, text]) => {
      const line = make("div"), swatch = make("i", `swatch ${form}`);
      swatch.style.background = `rgb(${COLOURS[colour].join()})`;
      line.append(swatch, make("span", "", text));
      return line;
    }));
  }

  findingsOf({name}) {
    const listed = this.list ? this.list.listed : [];
    return listed.filter(({scene, a, b}) => scene === this.scene.name && (a === name || b === name));
  }

  /** An object in a few lines. */
  describe(object) {
    const child = object.child === undefined ? "" : `child ${object.child}`;
    const tags = object.tags.map((tag) => `tag:${tag}`), findings = this.findingsOf(object).length;
    return [
      object.name, [child, object.kind, ...tags].filter(Boolean).join(", "),
      object.line ? `line ${object.line}` : "", findings ? count(findings, "finding") : ""
    ].filter(Boolean)
        .join("\n");
  }

  /** Chooses the first finding of an object, or the one after the chosen. */
  chooseNextOf(object) {
    const findings = this.findingsOf(object);
    if (findings.length)
      this.list.select(findings[(findings.indexOf(this.chosen) + 1) % findings.length]);
  }

  showAll() { this.view.fit(); }

  leave() {
    if (!this.chosen)
      return;
    this.list.select(null);
    this.view.fit();
  }

  step(places) {
    if (this.list)
      this.list.step(places);
  }

  nextOthers() { this.byId("others").textContent = `Others: ${this.view.nextOthers()}`; }
}

window.addEventListener("DOMContentLoaded", () => {
  window.collide = new App(JSON.parse(document.getElementById("data").textContent));
});
