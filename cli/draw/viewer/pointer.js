// The mouse over the scene: the name of what it points at, and a click for that object's findings.

function makePointer(app) {
  const {view} = app, canvas = view.canvas, tip = app.byId("tip");
  let waiting = null, pressed = null;
  const hide = () => {
    tip.hidden = true;
    canvas.style.cursor = "";
  };
  const look = () => {
    const {x, y} = waiting;
    waiting = null;
    const object = view.pick(x, y);
    if (!object)
      return hide();
    tip.textContent = app.describe(object);
    tip.hidden = false;
    canvas.style.cursor = app.findingsOf(object).length ? "pointer" : "";
    tip.style.transform = `translate(${Math.min(x + 14, canvas.clientWidth - tip.offsetWidth - 4)}px, ${
        Math.min(y + 14, canvas.clientHeight - tip.offsetHeight - 4)}px)`;
  };
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons)
      return hide();
    if (!waiting)
      requestAnimationFrame(look);
    waiting = {x: event.offsetX, y: event.offsetY};
  });
  canvas.addEventListener("pointerleave", hide);
  canvas.addEventListener("pointerdown", (event) => {
    pressed = event.button === 0 ? {x: event.offsetX, y: event.offsetY} : null;
    canvas.focus({preventScroll: true});
  });
  canvas.addEventListener("click", (event) => {  // pointerup would count the end of a drag
    if (!pressed || Math.hypot(event.offsetX - pressed.x, event.offsetY - pressed.y) > 4)
      return;
    const object = view.pick(event.offsetX, event.offsetY);
    if (object)
      app.chooseNextOf(object);
  });
}
