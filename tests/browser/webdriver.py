"""Headless Chromium, driven through ChromeDriver: WebDriver is JSON over HTTP (W3C, WebDriver, 2018)."""
import base64, json, os, pathlib, shutil, subprocess, tempfile, time, urllib.error, urllib.request

# No network, nothing asked of the desktop, and WebGL drawn by the processor.
FLAGS = """--headless --no-sandbox --disable-gpu --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader --disable-quic
    --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage --no-first-run
    --force-device-scale-factor=1 --hide-scrollbars --force-prefers-reduced-motion""".split()


class Browser:
    """Use it with `with`: the browser ends with the block. The page in it has the size given."""

    def __init__(self, size=(1280, 720)):
        self.size = size

    def __enter__(self):
        for command in ("chromium", "chromedriver"):
            if not shutil.which(command):
                raise RuntimeError(f"no {command}; `make deps-test` installs it")
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            self.open_session()
        except BaseException:
            self.__exit__()
            raise
        return self

    def open_session(self):
        line = next((line for line in self.driver.stdout if "successfully on port " in line), None)
        if not line:
            raise RuntimeError("chromedriver does not start")
        self.base = f"http://127.0.0.1:{line.rstrip().rstrip('.').rsplit(' ', 1)[1]}/session"
        options = {"binary": shutil.which("chromium"), "args": [*FLAGS, f"--user-data-dir={self.folder.name}", "--window-size=%d,%d" % self.size]}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.base += "/" + self.call("POST", "", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        width, height = self.run("return [innerWidth, innerHeight]")
        self.call("POST", "/window/rect", {"width": 2 * self.size[0] - width, "height": 2 * self.size[1] - height})

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        except (OSError, RuntimeError, AttributeError):
            pass
        self.driver.terminate()
        self.driver.wait(20)
        self.folder.cleanup()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].splitlines()[0]) from None

    def open(self, path):
        self.call("POST", "/url", {"url": "about:blank"})  # else a page that differs in its fragment only would stay
        self.call("POST", "/url", {"url": path if "://" in str(path) else pathlib.Path(path).resolve().as_uri()})

    def run(self, script, *arguments):
        """Runs the body of a function in the page; a promise is waited for."""
        return self.call("POST", "/execute/sync", {"script": script, "args": arguments})

    def wait(self, expression, seconds=20):
        """Waits until an expression is true in the page."""
        end = time.monotonic() + seconds
        while not self.run(f"return Boolean({expression})"):
            if time.monotonic() > end:
                raise RuntimeError(f"waited {seconds} s in vain for {expression}")
            time.sleep(0.02)

    def log(self):
        """What the page has written to the console since it was asked last."""
        return [f"{entry['level']} {entry['message']}" for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def point(self, *steps):
        """Moves and presses a mouse: ("pointerMove", x, y), ("pointerDown", button), ("pointerUp", button)."""
        actions = [{"type": kind, "duration": 0, **({"x": round(a[0]), "y": round(a[1])} if kind == "pointerMove" else {"button": a[0]})} for kind, *a in steps]
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}]})

    def click(self, x, y):
        self.point(("pointerMove", x, y), ("pointerDown", 0), ("pointerUp", 0))

    def scroll(self, x, y, by):
        self.call("POST", "/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": by, "duration": 0}]}]})

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def picture(self):
        """The page as a PNG."""
        return base64.b64decode(self.call("GET", "/screenshot"))
