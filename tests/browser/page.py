"""The page of a game in Chromium, driven through WebDriver as a reader drives it. Called by `run`.

Nothing but Python's own library is used: WebDriver is JSON over HTTP.
"""

import base64
import json
import os
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
TSORO = os.environ["TSORO"]
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]
KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "ArrowUp": "\ue013", "ArrowDown": "\ue015", "Home": "\ue011",
        "End": "\ue010"}
TELEPHONE = {"deviceMetrics": {"width": 390, "height": 844, "pixelRatio": 2, "touch": True}}


class Driver:
    """chromedriver, on a free port of this machine."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                if self.call("GET", "/status")["ready"]:
                    return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise RuntimeError("chromedriver does not answer")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from None

    def end(self):
        self.process.terminate()
        self.process.wait()


class Browser:
    """One window."""

    def __init__(self, driver, profile, size=(1280, 800), telephone=False):
        options = {"args": FLAGS + [f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"],
                   "binary": "/usr/bin/chromium"}
        if telephone:
            options["mobileEmulation"] = TELEPHONE
        capabilities = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}
        session = driver.call("POST", "/session", {"capabilities": capabilities})
        self.driver, self.path = driver, "/session/" + session["sessionId"]

    def call(self, method, path, body=None):
        return self.driver.call(method, self.path + path, body)

    def open(self, file):
        self.call("POST", "/url", {"url": Path(file).as_uri()})

    def run(self, script):
        return self.call("POST", "/execute/sync", {"script": script, "args": []})

    def click(self, selector):
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        self.call("POST", f"/element/{next(iter(found.values()))}/click", {})

    def press(self, *keys):
        for key in keys:
            key = KEYS.get(key, key)
            actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
            self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def picture(self, file):
        Path(file).write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

    def close(self):
        self.call("DELETE", "")


def setUpModule():
    global driver, folder
    folder = tempfile.TemporaryDirectory()
    driver = Driver()


def tearDownModule():
    driver.end()
    folder.cleanup()


def page(record, name):
    """Writes the page of a record as a user does."""
    file = Path(folder.name) / f"{name}.html"
    subprocess.run([TSORO, "show", record, "--html", file], check=True)
    return file


def replayed(record):
    """Every board of a game as the command tells it: four rows from top to bottom as South sees them."""
    told = subprocess.run([TSORO, "replay", "--json", record], check=True, capture_output=True).stdout
    return [ply["rows"] for ply in json.loads(told.splitlines()[0])["plies"]]


BOARD = """
  return ["b", "a", "A", "B"].map((row, line) => [...document.querySelectorAll(`.hole[id^="${row}"]`)]
    .map(hole => [Number(hole.id.slice(1)), Number(hole.querySelector('.count').textContent)])
    .sort((one, other) => line < 2 ? other[0] - one[0] : one[0] - other[0]).map(([, stones]) => stones));
"""
PLY = "return Number(document.body.dataset.ply)"
SIDEWAYS = "return document.documentElement.scrollWidth - innerWidth"


class Page(unittest.TestCase):
    telephone = False

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(driver, tempfile.mkdtemp(dir=folder.name), telephone=cls.telephone)
        cls.record = HERE / "game.tsoro"
        cls.file = page(cls.record, "game")

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.browser.open("/dev/null")
        self.browser.open(self.file)

    def text(self, selector):
        return self.browser.run(f"return document.querySelector({selector!r}).textContent")

    def ply(self):
        return self.browser.run(PLY)

    def test_it_opens_at_the_start(self):
        self.assertEqual(self.ply(), 0)
        self.assertEqual(sum(map(sum, self.browser.run(BOARD))), 32)
        self.assertEqual(self.text("#comments"), "Both sides hold sixteen stones. <b>This is not bold.</b>")
        self.assertTrue(self.browser.run("return document.getElementById('back').disabled"))
        self.assertTrue(self.browser.run("return document.getElementById('B8').classList.contains('head')"))

    def test_buttons_step(self):
        self.browser.click("#on")
        self.assertEqual(self.ply(), 1)
        self.assertEqual(self.text("#comments"), "South sows past A8.")
        self.assertTrue(self.browser.run("return document.getElementById('B8').classList.contains('lift')"))
        heard = self.browser.run("return document.getElementById('B8').getAttribute('aria-label')")
        self.assertTrue(heard.startswith("B8, "), heard)
        self.browser.click("#last")
        self.assertEqual(self.ply(), 2)
        self.assertTrue(self.browser.run("return document.getElementById('on').disabled"))
        self.browser.click("#moves li:nth-child(2) button")
        self.assertEqual(self.ply(), 1)

    def test_keys_step(self):
        self.browser.press("ArrowRight", "ArrowRight")
        self.assertEqual(self.ply(), 2)
        self.browser.press("ArrowLeft")
        self.assertEqual(self.ply(), 1)
        self.browser.press("Home")
        self.assertEqual(self.ply(), 0)
        self.browser.press("End")
        self.assertEqual(self.ply(), 2)

    def test_laps_step(self):
        self.browser.press("End", "ArrowUp")
        before = replayed(self.record)[0]
        self.assertEqual(self.ply(), 2)
        self.assertIn("lap", self.text("#title").lower())
        self.browser.press("ArrowUp")
        self.assertEqual(self.browser.run(BOARD), before, "b8 is about to be lifted")
        self.browser.press("ArrowUp")
        self.assertEqual(self.ply(), 1)
        self.browser.click("#lap-on")
        self.browser.click("#lap-on")
        self.browser.click("#lap-on")
        self.assertEqual(self.browser.run(BOARD), replayed(self.record)[1])
        self.assertTrue(self.browser.run("return document.getElementById('lap-on').disabled"))

    def test_help_opens(self):
        self.browser.press("?")
        self.assertTrue(self.browser.run("return document.getElementById('help').open"))

    def test_the_board_turns(self):
        self.browser.press("End")
        before = self.browser.run(BOARD)
        self.browser.press("f")
        self.assertEqual(self.text("tbody th"), "B")
        self.assertEqual(self.browser.run(BOARD), before)

    def test_every_count_is_the_commands(self):
        for ply, rows in enumerate(replayed(self.record), start=1):
            self.browser.click("#on")
            self.assertEqual(self.browser.run(BOARD), rows, f"ply {ply}")

    def test_nothing_is_fetched(self):
        self.assertEqual(self.browser.run("return performance.getEntriesByType('resource').length"), 0)

    def test_no_page_is_wider_than_the_screen(self):
        games = HERE / "../../corpus/games"
        for name in ["tsoro/4x6-a-whole-game", "tsoro/4x8-head-stops", "tsoro/4x21-a-whole-game", "tsoro/variations"]:
            record = (games / f"{name}.tsoro").resolve()
            self.browser.open(page(record, Path(name).name))
            self.browser.press("End")
            self.assertLessEqual(self.browser.run(SIDEWAYS), 0, name)
            self.assertEqual(self.browser.run(BOARD), replayed(record)[-1], name)
            if out := os.environ.get("TSORO_PICTURES"):
                kind = "phone" if self.telephone else "desk"
                self.browser.picture(f"{out}/{Path(name).name}-{kind}.png")


class OnTelephone(Page):
    telephone = True

    def test_the_screen_is_narrow(self):
        self.assertEqual(self.browser.run("return innerWidth"), 390)


if __name__ == "__main__":
    unittest.main()
