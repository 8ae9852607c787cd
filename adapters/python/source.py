"""Which code is the program's, the call sites, and the names of locks."""
import os, sys
from _json import encode_basestring_ascii as quote
from _promisescope import awaits

STDLIB = os.path.dirname(os.__file__) + os.sep
SCRIPTS = os.path.join(sys.prefix, "bin") + os.sep
ROOT = awaits.ROOT
GENERATOR = 0x200  # of code objects: an asynchronous generator
HAS_PACKAGES = os.environ.get("PROMISESCOPE_PACKAGES") == "1"
HAS_SITES = os.environ.get("PROMISESCOPE_SITES") != "off"

programs = {}  # whether a file is the program's
texts = {}  # the text of a site and what is known about its `await`, by the identity of the code object and the offset
labels = {}  # the names of code objects, as a log has them
kept = {}  # the code objects of these identities


def is_program(code):
    """Whether code is neither Python's own, nor of a package, nor the adapter's."""
    name = code.co_filename
    found = programs.get(name)
    if found is None:
        is_package = "-packages" + os.sep in name or is_start_script(name)
        is_library = name.startswith((STDLIB, "<frozen", "<promisescope")) and not is_package
        found = programs[name] = not is_library and (HAS_PACKAGES or not is_package)
    return found


def is_start_script(name):
    """Whether a file is a command of a package, such as `uvicorn`: the few lines that pip writes."""
    try:
        if not name.startswith(SCRIPTS) or os.path.getsize(name) > 1_000:
            return False
        with open(name, encoding="utf-8", errors="replace") as file:
            return "sys.exit(" in file.read()
    except OSError:
        return False


def program_frame(frame):
    """The innermost frame of the program in the callback that the event loop runs; None if there is none."""
    while frame is not None and not is_program(frame.f_code):
        if frame.f_code.co_qualname == "Handle._run" and frame.f_code.co_filename.startswith(STDLIB):
            return None  # the frames below only started the loop
        frame = frame.f_back
    return frame


def place_of(frame):
    """The place in the program that a frame was called from."""
    frame = program_frame(frame)
    return (frame.f_code, frame.f_lasti) if frame is not None else None


def line_of(code, offset):
    for start, end, line in code.co_lines():
        if start <= offset < end and line is not None:
            return line
    return code.co_firstlineno


def file_of(code):
    name = code.co_filename
    return name if name.startswith("<") else os.path.relpath(os.path.join(ROOT, name), ROOT)


def text_of(place):
    code, offset = place
    found = texts.get((id(code), offset))
    if found is None:
        line = max(line_of(code, offset), 1)
        kept[id(code)] = code
        found = texts[id(code), offset] = (site_text(code, line), awaits.read(code.co_filename)[0].get(line, ""))
    return found


def site_text(code, line):
    return f',"site":{{"file":{quote(file_of(code))},"line":{line},"function":{quote(code.co_qualname)}}}' if HAS_SITES else ""


def preview(text):
    return quote(text if len(text) <= 120 else text[:119] + "…")


def label_of(code):
    found = labels.get(id(code))
    if found is None:
        kept[id(code)], labels[id(code)] = code, preview(code.co_qualname)
        found = labels[id(code)]
    return found


def site(place):
    return text_of(place)[0] if place is not None else ""


def is_result_used(place):
    """Whether the program uses the result of the `await` at a place, as far as its source shows."""
    return place is None or line_of(*place) not in awaits.read(place[0].co_filename)[1]


def staying(place):
    """The members of a `handled` line for an `await` whose handler catches a cancellation and stays in its loop; otherwise empty."""
    line = awaits.read(place[0].co_filename)[2].get(line_of(*place))
    return ',"takesError":false' + site_text(place[0], line) if line is not None else ""


def loop_and_handler(place):
    return text_of(place)[1] if place is not None else ""


def assigned_name(place):
    """What the line of a place assigns to, and where that is: `self.lock of app.py:11`."""
    import re
    line = line_of(*place)
    text = awaits.lines_of(place[0].co_filename)[line - 1:line]
    found = re.match(r"\s*([\w.\[\]'\"]+)\s*(?::[^=]+)?=[^=]", text[0]) if text else None
    return f"{found[1]} of {os.path.basename(place[0].co_filename)}:{line}" if found else None
