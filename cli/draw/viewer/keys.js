// The keyboard: the same as the mouse can do, and a list of it.

const KEYS = [
  ["drag", "orbit"],
  ["right or shift drag", "pan"],
  ["wheel", "zoom"],
  ["\u2190 \u2192 \u2191 \u2193", "orbit"],
  ["shift + arrows", "pan"],
  ["+ \u2212", "zoom"],
  ["f", "show everything"],
  ["n p", "next, previous finding"],
  ["Esc", "leave the finding"],
  ["o", "others: ghosts, solid, hidden"],
  ["/", "filter"],
  [", . space", "trace: back, on, play"],
];

function makeKeys(app, help) {
  const list = make("dl");
  list.append(...KEYS.flatMap(([key, text]) => [make("dt", "", key), make("dd", "", text)]));
  help.append(list);
  const {view} = app, arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
  const actions = {
    "+": () => view.zoom(0.8),
    "=": () => view.zoom(0.8),
    "-": () => view.zoom(1.25),
    f: () => app.showAll(),
    n: () => app.step(1),
    p: () => app.step(-1),
    Escape: () => app.leave(),
    o: () => app.nextOthers(),
    "?": () => {
      help.hidden = !help.hidden;
    },
    "/": () => app.byId("filter-name").focus(),
    ",": () => app.trace && app.trace.step(-1),
    ".": () => app.trace && app.trace.step(1),
    " ": () => app.trace && app.trace.play(),
  };
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey)
      return;
    const typing = event.target.closest("input, select, button, summary");
    if (typing && event.key !== "Escape")
      return;
    const arrow = arrows[event.key], action = actions[event.key];
    if (arrow && (event.shiftKey || view.scene.planar))
      view.pan(arrow[0] * 0.08, arrow[1] * 0.08);
    else if (arrow)
      view.turn(arrow[0] * 6, arrow[1] * 6);
    else if (action)
      action();
    else
      return;
    event.preventDefault();
  });
}
