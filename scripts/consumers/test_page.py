"""Opens the HTML export in Chromium, and the SVG export in librsvg and Chromium: test_page.py PSCOPE [FOLDER FOR PICTURES]

Needs Debian's chromium, librsvg2-bin, libxml2-utils and poppler-utils, and the Python package playwright. Prints each failure, and the
measured times; exits with 1 after a failure.
"""
import http.server
import re
import subprocess
import sys
import tempfile
import threading
import traceback
from pathlib import Path

from playwright.sync_api import sync_playwright

import hostile_logs

pscope = sys.argv[1]
pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else None
folder = Path(tempfile.mkdtemp(prefix="pages-"))
state = {}


def export(source, form, name, *options, log=None):
    file = folder / f"{name}.{form}"
    command = [pscope, "export", source, "--format", form, "--output", file, *options]
    done = subprocess.run(command, input=log, capture_output=True)
    assert done.returncode in (0, 3), done.stderr.decode()
    return file


def expect(value, wanted, what):
    assert value == wanted, f"{what}: expected {wanted!r}, found {value!r}"


class Page:
    """A page that is open, with everything that it tried to load or complained about."""

    def __init__(self, file, scheme="light", locale="en-US", size=(1400, 820)):
        self.context = state["browser"].new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale=locale)
        self.page = self.context.new_page()
        self.messages, self.requests = [], []
        self.page.on("console", lambda message: self.messages.append(message.text))
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.messages.append("dialog"), dialog.dismiss()))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(f"file://{file}")
        self.draw()

    def draw(self):
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.draw()

    def rows(self):
        """The rows on the screen, from top to bottom: glyph, name, and number."""
        return self.page.evaluate("""() => [...document.querySelectorAll(".row:not([hidden])")].map(row => [row.ariaPosInSet,
            row.querySelector(".glyph").textContent.trim(), row.querySelector(".name").textContent, row.querySelector(".id").textContent.trim()])
            .sort((left, right) => left[0] - right[0]).map(row => row.slice(1))""")

    def text(self, selector):
        return self.page.evaluate("(selector) => document.querySelector(selector).textContent", selector)

    def picture(self, name):
        if pictures:
            self.page.screenshot(path=pictures / f"{name}.png")

    def close(self):
        expect(self.messages, [], "messages of the browser")
        expect([url for url in self.requests if not url.startswith("file://")], [], "requests")
        expect(len(self.requests), 1, "number of files loaded")
        self.context.close()


def tree(source, *options, log=None):
    """The rows of the text export: glyph, name, and number."""
    text = subprocess.run([pscope, "export", source, "--format", "text", *options], input=log, capture_output=True).stdout.decode()
    rows = []
    for line in text.split("\n")[2:]:
        found = re.match(r"(\S) [│├└▾▸· ]*(?:↪ )?(.*?)  +(#\d+)(?:  |$)", line)
        if found:
            rows.append(list(found.groups()))
    return rows


def the_rows_are_those_of_the_text_tree():
    for scenario in ["list-loader", "find-the-fault", "contacts-avatars", "cancel", "cycle", "serial-parallel"]:
        page = Page(export(scenario, "html", scenario, "--virtual"), size=(1400, 3000))
        rows = [row for row in page.rows() if row[0] != "↪"]
        expect(rows, [row for row in tree(scenario, "--virtual") if row[0] != "↪"], scenario)
        page.close()


def every_step_of_time_has_the_promises_that_existed():
    log = subprocess.run([pscope, "export", "find-the-fault", "--virtual"], capture_output=True).stdout.decode().splitlines()
    page = Page(export("find-the-fault", "html", "steps", "--virtual"), size=(1400, 3000))
    page.press("{")
    expect(page.rows(), [], "rows before the first event")
    created = {f"#{number}" for line in log if '"ev":"created"' in line for number in re.findall(r'"p":(\d+)', line)}
    seen = []
    last = page.text("#time")
    while True:
        page.press("]")
        ids = {row[2] for row in page.rows()}
        assert not seen or seen[-1] <= ids, "a promise disappeared while time went on"
        seen.append(ids)
        if page.text("#time") == last:
            break
        last = page.text("#time")
    expect(seen[-1], created, "promises at the end")
    assert len({len(ids) for ids in seen}) == len(created), "the promises did not appear one after another"
    # The slider reaches the same moments.
    page.page.evaluate("() => { const slider = document.getElementById('scrubber'); slider.value = 3000; slider.dispatchEvent(new Event('input')); }")
    page.draw()
    assert page.text("#time").startswith("600 ms of 2.00 s"), page.text("#time")
    glyphs = {row[1]: row[0] for row in page.rows()}
    expect((glyphs["reviews"], glyphs["sharpen photo"], glyphs["stock"]), ("✘", "◐", "◌"), "states after 600 ms")
    page.picture("past")
    page.close()


def problems_reasons_search_and_languages():
    file = export("find-the-fault", "html", "fault", "--virtual")
    page = Page(file)
    assert "3" in page.text("#problems h2") and "can never settle" in page.text("#problems ol")
    selected = "() => document.querySelector('.row[aria-selected=true] .id').textContent.trim()"
    expect(page.page.evaluate(selected), "#2", "the first selection is a problem")
    assert "its resolver was dropped" in page.text("#why ol")
    page.press("e")
    second = page.page.evaluate(selected)
    assert second != "#2", second
    page.press("E")
    expect(page.page.evaluate(selected), "#2", "back to the first problem")
    page.press("/")
    page.page.keyboard.type("photo")
    page.press("Enter")
    expect(page.page.evaluate(selected), "#8", "the first match")
    expect(page.text("#matches"), "1 of 4", "matches")
    page.press("Escape", "p")
    expect(len(page.rows()), 3 + 2, "problems and what they hang below")
    page.press("Escape", "l")
    assert "永远无法敲定" in page.text("#problems ol") and page.page.evaluate("document.documentElement.lang") == "zh-Hans"
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.page.evaluate(background)
    page.press("t")
    assert page.page.evaluate(background) != light, "t does not change the colors"
    page.press("t")
    expect(page.page.evaluate(background), light, "t twice")
    page.close()
    for scheme, locale in [("light", "en-US"), ("dark", "en-US"), ("light", "zh-CN"), ("dark", "zh-CN")]:
        page = Page(file, scheme, locale)
        page.picture(f"fault-{scheme}-{locale}")
        page.close()
    page = Page(file, size=(700, 900))
    page.picture("fault-narrow")
    page.close()


def a_link_selects_a_promise():
    page = Page(f'{export("find-the-fault", "html", "link", "--virtual")}#9')
    assert "sharpen photo #9" in page.text("#details h2")
    page.page.click("#details dd button")
    assert "#8" in page.text("#details h2"), page.text("#details h2")
    page.close()


def hostile_text_is_only_text():
    file = export("-", "html", "hostile", log=hostile_logs.log(200, hostile=True))
    page = Page(file)
    expect(page.page.evaluate("[window.hacked, document.images.length, document.scripts.length]"), [None, 0, 2], "foreign elements")
    for key in ["p", "l", "e", "j", "{", "}"]:
        page.press(key)
    page.press("Escape")
    boxes = page.page.evaluate("""() => [...document.querySelectorAll(".row:not([hidden])")].every(row => {
        const id = row.querySelector(".id").getBoundingClientRect(), cell = row.firstChild.getBoundingClientRect();
        return id.width > 10 && id.right <= cell.right + 1;
    })""")
    assert boxes, "the number of a promise with a long name is cut"
    page.picture("hostile")
    page.close()
    # The policy stops what would get in anyway.
    page = Page(file)
    page.page.evaluate("""() => {
        const script = document.createElement("script"); script.textContent = "window.hacked = 2"; document.body.append(script);
        document.body.insertAdjacentHTML("beforeend", "<img src='file:///etc/hostname' onerror='window.hacked = 3'><style>body { display: none }</style>");
    }""")
    page.draw()
    expect(page.page.evaluate("[window.hacked, getComputedStyle(document.body).display]"), [None, "grid"], "injected script and style")
    asked = []

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(204)
            self.end_headers()

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page.page.evaluate("""async (url) => {
        const image = new Image(); image.src = url + "image"; document.body.append(image);
        await Promise.allSettled([fetch(url + "fetch", { mode: "no-cors" }), navigator.sendBeacon(url + "beacon")]);
        await new Promise(done => setTimeout(done, 500));
    }""", f"http://127.0.0.1:{server.server_port}/")
    server.shutdown()
    expect(asked, [], "what an injected script could load")
    page.context.close()


def ten_thousand_promises_are_smooth():
    file = export("-", "html", "big", log=hostile_logs.log(10_000))
    page = Page(file)
    assert "10,000" in page.text("#counts")
    elements = page.page.evaluate("document.querySelectorAll('.row').length")
    assert elements < 120, f"{elements} elements for the rows of one screen"
    times = page.page.evaluate("""async () => {
        const frame = () => new Promise(done => requestAnimationFrame(done));
        const list = document.getElementById("list"), slider = document.getElementById("scrubber");
        const measure = async (action) => {
            const times = [];
            for (let step = 0; step < 40; step += 1) {
                await frame();
                const start = performance.now();
                action(step);
                await frame();
                await new Promise(done => setTimeout(done));
                times.push(performance.now() - start);
            }
            return times.sort((left, right) => left - right)[20];
        };
        const scroll = await measure(step => { list.scrollTop = step * 5000; });
        const scrub = await measure(step => { slider.value = 200 * step; slider.dispatchEvent(new Event("input")); });
        return [scroll, scrub];
    }""")
    print(f"10,000 promises: a scrolled frame {times[0]:.0f} ms, a moved playhead {times[1]:.0f} ms, {file.stat().st_size / 1e6:.1f} MB")
    assert max(times) < 400, f"too slow: {times}"
    page.press("Escape", "End")
    assert "#10000" in page.text("#details h2"), page.text("#details h2")
    page.picture("big")
    page.close()


def losses_and_cuts_are_visible():
    log = hostile_logs.log(80).decode().splitlines(keepends=True)
    lost = '{"seq":40,"t":2000000,"ev":"lost","count":7}\n'
    cut = "".join(log[:40] + [lost])
    page = Page(export("-", "html", "cut", log=cut.encode()), size=(1400, 1600))
    assert "7 events lost" in page.text("#missing") and "·" in page.text("#missing"), page.text("#missing")
    assert ["▲", "7 events lost here", ""] in page.rows(), page.rows()
    page.close()
    svg = export("-", "svg", "cut", log=cut.encode()).read_text()
    assert "7 events lost here" in svg and "7 events lost<" in svg


def an_empty_log_is_an_empty_page():
    header = hostile_logs.log(8).splitlines(keepends=True)[0]
    page = Page(export("-", "html", "empty", log=header))
    expect(page.text("#nothing"), "The log has no promises.", "the page of an empty log")
    assert "the log has no end" in page.text("#missing") or page.text("#missing"), page.text("#missing")
    for key in ["e", "j", "[", "{", "Space", "p", "Escape"]:
        page.press(key)
    page.close()


def it_prints_every_row():
    page = Page(export("find-the-fault", "html", "print", "--virtual"))
    page.page.pdf(path=folder / "print.pdf", print_background=True)
    text = subprocess.run(["pdftotext", "-layout", folder / "print.pdf", "-"], capture_output=True).stdout.decode()
    for row in tree("find-the-fault", "--virtual"):
        assert row[1] in text and row[2] in text, f"{row} is not printed"
    assert "can never settle" in text and "Call fulfill or reject" in text
    page.close()
    page = Page(export("-", "html", "print-big", log=hostile_logs.log(400)))
    page.page.pdf(path=folder / "big.pdf")
    text = subprocess.run(["pdftotext", "-layout", folder / "big.pdf", "-"], capture_output=True).stdout.decode()
    missing = [number for number in range(1, 401) if not re.search(rf"#{number}\b", text)]
    expect(missing, [], "promises that are not printed")
    page.close()
    if pictures:
        subprocess.run(["pdftoppm", "-r", "60", "-png", "-f", "1", "-l", "1", folder / "print.pdf", pictures / "print"], check=True)


def pictures_are_valid_and_drawn():
    for name, log in [("list-loader", None), ("find-the-fault", None), ("svg-hostile", hostile_logs.log(200, hostile=True)),
                      ("svg-big", hostile_logs.log(10_000))]:
        source, options = ("-", []) if log else (name, ["--virtual"])
        file = export(source, "svg", name, *options, log=log)
        subprocess.run(["xmllint", "--noout", "--nonet", file], check=True)
        png = (pictures or folder) / f"{name}.png"
        subprocess.run(["rsvg-convert", file, "-o", png], check=True)
        assert png.read_bytes()[1:4] == b"PNG" and png.stat().st_size > 5_000
    dark = Page(folder / "find-the-fault.svg", scheme="dark", size=(920, 500))
    fill = "() => getComputedStyle(document.querySelector('.page')).fill"
    expect(dark.page.evaluate(fill), "rgb(20, 22, 26)", "the page in dark mode")
    dark.picture("svg-dark")
    dark.close()
    documented = Path(__file__).resolve().parents[2] / "docs/pictures/find-the-fault.svg"
    expect((folder / "find-the-fault.svg").read_text() == documented.read_text(), True, f"{documented} is what pscope draws")
    chinese = export("find-the-fault", "svg", "chinese", "--virtual", "--language", "zh")
    assert "11 个 Promise" in chinese.read_text()
    if pictures:
        subprocess.run(["rsvg-convert", chinese, "-o", pictures / "svg-chinese.png"], check=True)


def main():
    failures = 0
    tests = [value for value in globals().values() if callable(value) and value.__module__ == "__main__" and value.__name__ not in (
        "export", "expect", "tree", "main", "Page")]
    with sync_playwright() as playwright:
        state["browser"] = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for test in tests:
            try:
                test()
                print(f"✔ {test.__name__.replace('_', ' ')}", flush=True)
            except Exception:
                failures += 1
                print(f"✘ {test.__name__.replace('_', ' ')}\n{traceback.format_exc(limit=3)}", flush=True)
        state["browser"].close()
    print(f"{len(tests) - failures} passed, {failures} failed")
    sys.exit(1 if failures else 0)


main()
