"""Plays the cast export on a terminal emulator, and compares its last frame with the screen: test_cast.py PSCOPE

Needs the Python package pyte. Prints each failure; exits with 1 after a failure.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback

import pyte

import hostile_logs

pscope = sys.argv[1]

# A screen opens a run that is over on its problems, but a recording plays it from its start. With configured panes, it opens on these.
settings = tempfile.TemporaryDirectory()
os.environ["XDG_CONFIG_HOME"] = settings.name
os.mkdir(f"{settings.name}/promisescope")
with open(f"{settings.name}/promisescope/config.yml", "w") as file:
    file.write("panes: [details, source, log]\n")


def run(*arguments, log=None):
    done = subprocess.run([pscope, *arguments], input=log, capture_output=True)
    assert done.returncode in (0, 3), done.stderr.decode()
    return done.stdout.decode()


def play(cast):
    """The rows of the terminal at the end, and the times of the frames."""
    header, *events = [json.loads(line) for line in cast.splitlines()]
    assert header["version"] == 2 and header["title"], header
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    times = []
    for time, kind, data in events:
        assert kind == "o"
        times.append(time)
        stream.feed(data)
    assert times == sorted(times), "time decreases"
    return [row.rstrip() for row in screen.display], times, screen


def same(source, size, *options, keys="", log=None):
    log = log or run("export", source, "--virtual").encode()
    keys = ["--keys", keys] if keys else []
    cast = run("export", "-", "--format", "cast", "--size", size, *keys, *options, log=log)
    frame = run("view", "-", "--frame", "text", "--size", size, *keys, *options, log=log)
    rows, times, screen = play(cast)
    expected = [row.rstrip() for row in frame.rstrip("\n").split("\n")]
    # The recording has the name of the program where the screen has that of the log.
    expected[0], rows[0] = ([part for part in re.split("  +", row)][2:] for row in (expected[0], rows[0]))
    rows = rows[: len(expected)] if not any(rows[len(expected):]) else rows
    assert rows == expected, "\n".join(f"{a!r}\n{b!r}" for a, b in zip(rows, expected) if a != b)
    return times, screen


def the_last_frame_is_the_screen():
    for scenario in ["list-loader", "find-the-fault", "contacts-avatars", "cycle"]:
        for size in ["80x24", "140x45"]:
            same(scenario, size, "--language", "en", keys="End Home")


def keys_are_pressed_at_the_end():
    times, screen = same("find-the-fault", "80x24", "--language", "en", keys="e w Down")
    assert times[-2] - times[0] >= 3


def wide_characters_keep_their_columns():
    same("-", "100x30", "--language", "zh", log=hostile_logs.log(24))


def hostile_text_controls_no_terminal():
    _, screen = same("-", "100x30", "--language", "en", log=hostile_logs.log(24, hostile=True))
    assert screen.title == "", screen.title


def the_speed_scales_and_pauses_are_cut():
    slow = play(run("export", "list-loader", "--virtual", "--format", "cast", "--playback-speed", "0.5"))[1]
    fast = play(run("export", "list-loader", "--virtual", "--format", "cast", "--playback-speed", "4"))[1]
    assert slow[-1] > 2 * fast[-1], (slow[-1], fast[-1])
    cut = play(run("export", "list-loader", "--virtual", "--format", "cast", "--playback-speed", "0.1", "--idle-limit", "0.5"))[1]
    assert max(after - before for before, after in zip(cut, cut[1:-1])) <= 0.61, cut


def the_same_run_gives_the_same_bytes():
    export = ["export", "list-loader", "--virtual", "--format", "cast"]
    assert run(*export) == run(*export)


failures = 0
tests = [value for name, value in list(globals().items()) if re.match(r"(the|keys|wide|hostile)_(?!logs)", name)]
for test in tests:
    try:
        test()
        print(f"✔ {test.__name__.replace('_', ' ')}", flush=True)
    except Exception:
        failures += 1
        print(f"✘ {test.__name__.replace('_', ' ')}\n{traceback.format_exc(limit=3)}", flush=True)
print(f"{len(tests) - failures} passed, {failures} failed")
sys.exit(1 if failures else 0)
