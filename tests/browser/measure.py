#!/usr/bin/env python3
"""How fluid the page of a large level is: frames a second in headless Chromium, 1280x720, drawn by the processor.

    tests/browser/measure.py [OBJECTS [FINDINGS]]        5000 objects and 1000 findings, if not told otherwise
"""
import json, os, pathlib, random, subprocess, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
from webdriver import Browser  # noqa: E402

COLLIDE = pathlib.Path(os.environ.get("COLLIDE", "build/collide")).resolve()
SHAPES = {
    "crate": {"type": "box", "size": [1, 1, 1]},
    "ball": {"type": "sphere", "radius": 0.5},
    "log": {"type": "capsule", "ends": [[-0.5, 0, 0], [0.5, 0, 0]], "radius": 0.25},
    "can": {"type": "cylinder", "ends": [[0, 0, -0.5], [0, 0, 0.5]], "radius": 0.4},
    "cone": {"type": "cone", "base": [0, 0, -0.5], "apex": [0, 0, 0.5], "radius": 0.5},
    "egg": {"type": "ellipsoid", "radii": [0.3, 0.4, 0.5]},
    "soft": {"type": "box", "size": [0.6, 0.6, 0.6], "margin": 0.1},
    "wedge": {"vertices": [[-0.5, -0.5, -0.5], [0.5, -0.5, -0.5], [0.5, 0.5, -0.5], [-0.5, 0.5, -0.5], [-0.5, 0, 0.5], [0.5, 0, 0.5]]},
}
SPACING = 3

# Each moves the camera or the list once a frame, at `t` from 0 to 1.
MOTIONS = {
    "orbiting the whole level": "view.turn(1, 0)",
    "flying in and out of it": "view.zoom(t < 0.5 ? 0.99 : 1 / 0.99)",
    "orbiting a finding": "view.turn(1, 0)",
    "scrolling the findings": "list.box.scrollTop += 30",
}
MEASURE = """const [seconds, motion] = arguments, { view, list } = collide, times = [];
    const move = new Function("view", "list", "t", motion);
    return new Promise((resolve) => {
        const begin = performance.now();
        const step = (now) => {
            times.push(now);
            if (now - begin > 1000 * seconds)
                return resolve(times);
            move(view, list, (now - begin) / 1000 / seconds);
            requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
    })"""


def make_level(objects, findings):
    """A cube of shapes with room between them, but for `findings` that the one before reaches into."""
    chance, kinds = random.Random(1), list(SHAPES)
    side = round(objects ** (1 / 3) + 0.5)
    listed = []
    for i in range(objects):
        place = [SPACING * (i % side), SPACING * (i // side % side), SPACING * (i // side // side)]
        if i >= objects - findings:  # these move to one of the others
            place = [x + 0.2 for x in listed[i - objects + findings]["transform"]["translation"]]
        axis = [chance.gauss(0, 1) for _ in range(3)]
        listed.append({"name": f"{kinds[i % len(kinds)]}_{i}", "shape": kinds[i % len(kinds)],
                       "transform": {"translation": place, "rotation": {"axis": axis, "degrees": chance.uniform(0, 360)}}})
    return {"shapes": SHAPES, "objects": listed}


def main():
    told = [int(number) for number in sys.argv[1:3]]
    objects, findings = told + [5000, 1000][len(told):]
    with tempfile.TemporaryDirectory() as name, Browser((1280, 720)) as browser:
        level, page = pathlib.Path(name, "level.json"), pathlib.Path(name, "level.html")
        level.write_text(json.dumps(make_level(objects, findings)))
        begin = time.monotonic()
        subprocess.run([COLLIDE, "check", "--format", "html", "-o", page, level], stdout=subprocess.DEVNULL)
        wrote = time.monotonic()
        browser.open(page)
        browser.wait("window.collide && collide.view.frames > 0")
        print(f"written in {wrote - begin:.2f} s, {page.stat().st_size / 1e6:.1f} MB; there after {time.monotonic() - wrote:.2f} s")
        browser.run("collide.view.renderer.getContext().getExtension('WEBGL_debug_renderer_info')")
        print(browser.run("return `${collide.scene.objects.length} objects, ${collide.findings.length} findings, `"
                          " + `${innerWidth}x${innerHeight}, ${collide.view.renderer.getContext().getParameter(37446)}`"))
        for motion, script in MOTIONS.items():
            browser.run("collide.list.select(arguments[0] ? collide.list.listed[10] : null); if (!arguments[0]) collide.view.fit(true)", "finding" in motion and "turn" in script)
            browser.wait("collide.view.isAtRest && !collide.view.flight && !collide.view.asked", 60)
            times = browser.run(MEASURE, 5, script)
            gaps = sorted(b - a for a, b in zip(times, times[1:]))
            print(f"{motion:26} {1000 * len(gaps) / sum(gaps):5.1f} frames a second, 1 in 100 took {gaps[-len(gaps) // 100]:.0f} ms or more")


main()
