"""Headless Chromium, driven through ChromeDriver: WebDriver is JSON over HTTP (W3C, WebDriver, 2018)."""
import base64, json, pathlib, shutil, subprocess, tempfile, threading, time, urllib.error, urllib.request

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
        self.programs = []
        try:
            self.open_session(self.start_browser(), self.start_driver())
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, *command):
        self.programs.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"))
        return self.programs[-1]

    def start_browser(self):
        """Starts it here and not through the driver, which would look for it at `localhost`: a bare root knows no such name."""
        program = self.start("chromium", *FLAGS, "--remote-debugging-port=0", f"--user-data-dir={self.folder.name}",
                             "--window-size=%d,%d" % self.size, "about:blank")
        port = pathlib.Path(self.folder.name, "DevToolsActivePort")
        end = time.monotonic() + 60
        while not port.exists() or "\n" not in port.read_text():
            if program.poll() is not None or time.monotonic() > end:
                program.kill()
                raise RuntimeError("Chromium does not start: " + program.stdout.read())
            time.sleep(0.02)
        threading.Thread(target=program.stdout.read, daemon=True).start()  # it may say more than a pipe holds
        return port.read_text().splitlines()[0]

    def start_driver(self):
        line = next((line for line in self.start("chromedriver", "--port=0").stdout if "successfully on port " in line), None)
        if not line:
            raise RuntimeError("ChromeDriver does not start")
        return line.rstrip().rstrip(".").rsplit(" ", 1)[1]

    def open_session(self, browser, driver):
        self.base = f"http://127.0.0.1:{driver}/session"
        wanted = {"goog:chromeOptions": {"debuggerAddress": f"127.0.0.1:{browser}"}, "goog:loggingPrefs": {"browser": "ALL"}}
        self.base += "/" + self.call("POST", "", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        width, height = self.run("return [innerWidth, innerHeight]")
        if (width, height) != self.size:
            self.call("POST", "/window/rect", {"width": 2 * self.size[0] - width, "height": 2 * self.size[1] - height})

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        except (OSError, RuntimeError, AttributeError):
            pass
        for program in self.programs:
            program.terminate()
            program.wait(20)
        self.folder.cleanup()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

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
