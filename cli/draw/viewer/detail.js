// One answer: what of it stands in the scene, and what in words beside it.

/**
 * The extras of an answer in the scene: contacts, the shortest move, the gap, the normal and its tangents.
 */
function makeAnswerParts(view, result, reach) {
  const at = (p) => toView(view, p), parts = [], legend = [];
  const a = at(result.closest.a), b = at(result.closest.b);
  const normal = toDirection(result.normal);
  const width = reach * 0.014;
  const points = result.contacts.flatMap((contact) => [at(contact.world.a), at(contact.world.b)]);
  if (points.length) {
    parts.push(makeLines(points, "ink", {above: true}));
    parts.push(makeDots(points, points.map((_, i) => (i % 2 ? "b" : "a")), 12));
    legend.push([
      "ink", "thin",
      `${result.contacts.length} ${
          result.contacts.length === 1 ? "contact" : "contacts"}, from B's point to A's`
    ]);
  }
  if (result.depth > 0) {
    const length = result.depth * view.scale, shown = Math.max(length, reach * 0.12);
    parts.push(makeArrow(b, b.clone().addScaledVector(normal, shown), "mtv", width));
    legend.push([
      "mtv", "thin",
      `mtv, the shortest move of B that ends the overlap${shown > length ? " (drawn longer)" : ""}`
    ]);
  } else {
    parts.push(makeArrow(a, a.clone().addScaledVector(normal, reach * 0.25), "ink", width * 0.7));
    legend.push(["ink", "thin", "normal, from A towards B"]);
  }
  if (result.distance > 0) {
    parts.push(makeLines([a, b], "faint", {above: true}), makeDots([a, b], ["a", "b"], 13));
    legend.push(["faint", "thin", "closest points and the gap between them"]);
  } else if (!points.length) {
    parts.push(makeDots([a, b], ["a", "b"], 13));
  }
  return {parts, legend};
}

function point(p, digits) { return `[${p.map((x) => format(x, digits)).join(", ")}]`; }

function feature(f) {
  return (f.child === undefined ? "" : `child ${f.child}, `) + f.type +
      (f.index === undefined ? "" : ` ${f.index}`);
}

/** The answer in words and numbers. */
function describeResult(result) {
  const list = make("dl"), add = (name, text) => list.append(make("dt", "", name), make("dd", "", text));
  add("status", result.status);
  if (result.depth > 0)
    add("depth", format(result.depth));
  else
    add("distance", format(result.distance));
  add("bounds", `${result.bounds[0]} to ${result.bounds[1]}`);
  add("normal", point(result.normal));
  if (result.depth > 0)
    add("mtv", point(result.mtv));
  add("closest", `A ${point(result.closest.a)}\nB ${point(result.closest.b)}`);
  add("features", `A ${feature(result.features.a)}, B ${feature(result.features.b)}`);
  if (result.containment)
    add("containment", result.containment.replace(/_/g, " "));
  add("algorithm", result.algorithm);
  const parts = [list];
  if (result.contacts.length) {
    const table = make("table"), head = make("tr");
    head.append(...["depth", "on A", "on B"].map((name) => make("th", "", name)));
    table.append(head, ...result.contacts.slice(0, 64).map((contact) => {
      const row = make("tr"), {depth, world} = contact;
      row.title = `A ${point(world.a)}\nB ${point(world.b)}`;
      row.append(
          ...[format(depth, 4), point(world.a, 4), point(world.b, 4)].map((text) => make("td", "", text)));
      return row;
    }));
    parts.push(table);
    if (result.contacts.length > 64)
      parts.push(make("p", "", `and ${result.contacts.length - 64} more contacts`));
  }
  return parts;
}

/**
 * Where from and how near the camera sees an answer: across the normal, and as near as the smaller shape
 * lets it.
 */
function frameAnswer(scene, objects, result) {
  const points = result ? [result.closest.a, result.closest.b].map((p) => toView(scene.view, p)) : [];
  const sizes = objects.filter((object) => !object.unbounded).map((object) => object.radius);
  const least = sizes.length ? Math.min(...sizes) : SCENE_RADIUS;
  const sphere = new THREE.Box3();
  for (const object of objects) {
    if (!object.unbounded && object.radius <= Math.max(4 * least, 1e-6))
      sphere.union(new THREE.Box3(toDirection(object.box.min), toDirection(object.box.max)));
  }
  points.forEach((p) => sphere.expandByPoint(p));
  const ball = sphere.getBoundingSphere(new THREE.Sphere());
  ball.radius *= 1.15;
  let direction = scene.planar ? new THREE.Vector3(0, -1e-4, 1) : new THREE.Vector3(0.55, -1, 0.65);
  if (result && !scene.planar) {
    const n = toDirection(result.normal), up = new THREE.Vector3(0, 0, 1);
    const side = n.clone().cross(up);
    direction = side.lengthSq() < 0.05 ? new THREE.Vector3(0.6, -1, 0.35) :
                                         side.normalize().addScaledVector(up, 0.45).addScaledVector(n, 0.25);
    if (direction.y > 0)
      direction.set(-direction.x, -direction.y, direction.z);
  }
  return {centre: ball.center, radius: Math.max(ball.radius, least * 0.05, 1e-5), direction};
}
