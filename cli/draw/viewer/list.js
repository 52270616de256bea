// The findings beside the scene: filtered, sorted, and only those rows in the document that can be seen.

const ROW_HEIGHT = 46;
const SEVERITIES = {
  error: {icon: "\u25cf", rank: 0},
  warning: {icon: "\u25b2", rank: 1}
};
const collator = new Intl.Collator(undefined, {numeric: true});

/** How bad a finding is as a length: the depth, or how near or far the two are. */
function amountOf(finding) { return finding.result ? Math.abs(finding.result.signed_distance) : Infinity; }

function namesOf(finding) { return finding.b === null ? finding.a : `${finding.a} \u2013 ${finding.b}`; }

const SORTS = [
  {name: "Worst", compare: (p, q) => p.order - q.order},
  {name: "Severity", compare: (p, q) => SEVERITIES[p.severity].rank - SEVERITIES[q.severity].rank},
  {name: "Rule", compare: (p, q) => collator.compare(p.rule, q.rule)},
  {name: "Name", compare: (p, q) => collator.compare(p.a, q.a) || collator.compare(p.b || "", q.b || "")},
  {name: "Depth", compare: (p, q) => amountOf(q) - amountOf(p) || 0},
];

/** A number for people. */
function format(x, digits = 6) { return x === 0 ? "0" : String(Number(x.toPrecision(digits))); }

/** How many of something there are. */
function count(n, one, more = `${one}s`) { return `${n} ${n === 1 ? one : more}`; }

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className)
    element.className = className;
  if (text !== undefined)
    element.textContent = text;
  return element;
}

function fillSelect(select, all, values) {
  select.append(new Option(all, ""), ...values.map((value) => new Option(value, value)));
  select.hidden = values.length < 2;
}

class FindingList {
  /** `onSelect` is told of the finding that is chosen, `onFilter` of those that are listed. */
  constructor(findings, byId, onSelect, onFilter) {
    this.findings = findings.map((finding, order) => ({
      ...finding,
      order,
      words: `${namesOf(finding)}\n${finding.rule}\n${finding.kind}\n${finding.message}`.toLowerCase()
    }));
    this.box = byId("list");
    this.spacer = byId("spacer");
    this.count = byId("count");
    this.onSelect = onSelect;
    this.onFilter = onFilter;
    this.filters = {name: byId("filter-name"), severity: byId("filter-severity"), rule: byId("filter-rule")};
    const valuesOf =
        (key) => [...new Set(this.findings.map((finding) => finding[key]))].sort(collator.compare);
    fillSelect(this.filters.severity, "All severities", valuesOf("severity"));
    fillSelect(this.filters.rule, "All rules", valuesOf("rule"));
    Object.values(this.filters).forEach((input) => input.addEventListener("input", () => this.update()));
    this.sort = SORTS[0];
    this.sign = 1;
    this.buttons = SORTS.map((sort) => this.makeSortButton(sort));
    byId("sorts").append(make("span", "", "Sort"), ...this.buttons);
    this.rows = new Map();
    this.box.addEventListener("scroll", () => this.render());
    this.box.addEventListener("keydown", (event) => this.takeKey(event));
    new ResizeObserver(() => this.render()).observe(this.box);
    this.update();
  }

  makeSortButton(sort) {
    const button = make("button", "", sort.name);
    button.type = "button";
    button.addEventListener("click", () => {
      this.sign = this.sort === sort ? -this.sign : 1;
      this.sort = sort;
      this.update();
    });
    return button;
  }

  takeKey(event) {
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity};
    if (!(event.key in steps))
      return;
    event.preventDefault();
    event.stopPropagation();
    this.step(steps[event.key]);
  }

  /** Chooses the finding some places on in the list. */
  step(places) {
    if (!this.listed.length)
      return;
    const at = this.listed.indexOf(this.selected);
    const next = at < 0 ? (places > 0 ? 0 : this.listed.length - 1) :
                          Math.max(0, Math.min(this.listed.length - 1, at + places));
    this.select(this.listed[next]);
  }

  /** Filters and sorts anew. */
  update() {
    const words = this.filters.name.value.toLowerCase().split(/\s+/).filter(Boolean);
    const {severity, rule} = this.filters;
    this.listed =
        this.findings.filter((finding) => (!severity.value || finding.severity === severity.value) &&
                (!rule.value || finding.rule === rule.value) &&
                words.every((word) => finding.words.includes(word)));
    this.listed.sort((p, q) => this.sign * this.sort.compare(p, q) || p.order - q.order);
    this.buttons.forEach((button, i) => {
      const isChosen = SORTS[i] === this.sort;
      button.setAttribute("aria-pressed", isChosen);
      button.textContent = SORTS[i].name + (isChosen ? (this.sign > 0 ? " \u2193" : " \u2191") : "");
    });
    this.spacer.style.height = `${this.listed.length * ROW_HEIGHT}px`;
    const all = count(this.findings.length, "finding");
    this.count.textContent =
        this.listed.length < this.findings.length ? `${this.listed.length} of ${all}` : all;
    for (const row of this.rows.values())
      row.remove();
    this.rows.clear();
    this.box.scrollTop = 0;
    this.render();
    this.onFilter(this.listed);
  }

  /** Puts those rows into the document that are in view, and takes away the others. */
  render() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW_HEIGHT) - 3);
    const last = Math.min(
        this.listed.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW_HEIGHT) + 3);
    for (const [i, row] of this.rows) {
      if (i < first || i >= last) {
        row.remove();
        this.rows.delete(i);
      }
    }
    for (let i = first; i < last; i++) {
      if (!this.rows.has(i)) {
        this.rows.set(i, this.makeRow(this.listed[i], i));
        this.box.append(this.rows.get(i));
      }
      this.rows.get(i).setAttribute("aria-selected", this.listed[i] === this.selected);
    }
  }

  makeRow(finding, i) {
    const row = make("div", "row");
    row.setAttribute("role", "option");
    row.setAttribute("aria-posinset", i + 1);
    row.setAttribute("aria-setsize", this.listed.length);
    row.dataset.id = finding.id;
    row.title = finding.message;
    row.style.top = `${i * ROW_HEIGHT}px`;
    const icon = make("span", `icon ${finding.severity}`, SEVERITIES[finding.severity].icon);
    icon.title = finding.severity;
    row.append(icon, make("span", "names", namesOf(finding)),
        make("span", "amount", finding.result ? format(amountOf(finding)) : ""),
        make("span", "rule", finding.rule), make("span", "kind", finding.kind));
    row.addEventListener("click", () => this.select(finding));
    return row;
  }

  /** Chooses a finding of the list, or none. */
  select(finding) {
    this.selected = finding;
    this.onSelect(finding);  // which may leave the list less room
    const at = this.listed.indexOf(finding);
    if (at >= 0) {
      const top = at * ROW_HEIGHT, room = this.box.clientHeight - ROW_HEIGHT;
      this.box.scrollTop = Math.max(Math.min(this.box.scrollTop, top), top - Math.max(room, 0));
    }
    this.render();
  }
}
