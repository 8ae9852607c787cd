"""Runs programs with the adapter and without, and draws their logs. PSCOPE judges the logs, if it is set."""
import json, os, re, subprocess, sys, tempfile, textwrap, unittest

ADAPTER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAMS = os.path.join(ADAPTER, "programs")
MARKS = {"fulfilled": "✔", "rejected": "✘"}


def start(command, folder, log=None, **environment):
    """Runs a program of Python; with a log, it is recorded as `pscope record` does it."""
    recording = {"PROMISESCOPE": log, "PYTHONPATH": ADAPTER} if log else {}
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PROMISESCOPE")}
    return subprocess.run([sys.executable, *command], cwd=folder, env={**plain, "PYTHONDONTWRITEBYTECODE": "1", **recording, **environment}, capture_output=True, text=True, timeout=60)


def events_of(log):
    """The lines of a log, which has to follow every rule of its format."""
    if "PSCOPE" in os.environ:
        lint = subprocess.run([os.environ["PSCOPE"], "lint", log], capture_output=True, text=True)
        assert lint.returncode == 0, lint.stdout + lint.stderr
    with open(log, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class AdapterTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="promise scope ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def record(self, program, *arguments, **environment):
        """Runs a program both ways; both have to print the same, and end in the same way. Returns the recorded run and its log."""
        with open(os.path.join(self.folder, "app.py"), "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(program))
        plain = start(["app.py", *arguments], self.folder)
        log = os.path.join(self.folder, "run.ndjson")
        recorded = start(["app.py", *arguments], self.folder, log, **environment)
        self.assertEqual(outcome(recorded), outcome(plain))
        return recorded, events_of(log)

    def check(self, program, expected):
        events = self.record(program)[1]
        self.assertEqual("\n".join(picture(events)), textwrap.dedent(expected).strip())
        return events


def outcome(result):
    """What is the same in two runs of a program."""
    texts = (re.sub(r"0x[0-9a-f]+|started \d+|\d+\.\d+", "…", text) for text in (result.stdout, result.stderr))
    return (*texts, result.returncode)


def picture(events):
    """Draws each row: its state, kind, label, and line; `~` what it awaits in turn, `>` what it is an input of, `!` what handled its error."""
    rows, edges = {}, {}
    for event in events[1:]:
        row, kind = event.get("p"), event["ev"]
        if kind == "created":
            line = f":{event['site']['line']}" if "site" in event else ""
            rows[row], edges[row] = [row, "○", event["kind"], event.get("label", ""), line], []
        elif kind in MARKS:
            rows[row][1] = "⊘" if event.get("cancelled") else MARKS[kind]
        elif kind in ("awaiting", "registered", "handled"):
            edges[row].append({"awaiting": "~", "registered": ">", "handled": "!"}[kind] + str(event.get("source") or event.get("by") or ""))
    return [" ".join(str(part) for part in [*row, *edges[number]] if part != "") for number, row in rows.items()]
