"""Previews of values and errors, as PROMISESCOPE_VALUES says. They run no code of the program: a value whose type is not built in is shown by its type."""
import os

MODE = os.environ.get("PROMISESCOPE_VALUES")
MODE = MODE if MODE in ("preview", "type") else "off"
SIMPLE = {int, float, bool, complex, type(None)}
BRACKETS = {list: "[]", tuple: "()", set: "{}", frozenset: "{}", dict: "{}"}
MOST = 130  # characters of a text; a log shows 120
FEW = 3  # elements of a collection


def preview(value, depth=1):
    """The text of a value; empty for None, which most calls return."""
    kind = type(value)
    if value is None and depth:
        return ""
    if MODE == "type":
        return kind.__name__
    if kind is str or kind is bytes:
        return repr(value[:MOST])
    if kind in SIMPLE:
        return repr(value) if kind is not int or value.bit_length() < 400 else "int"
    if kind not in BRACKETS or depth == 0:
        return kind.__name__
    try:
        items = [item for item, _ in zip(value.items() if kind is dict else value, range(FEW))]
    except RuntimeError:  # another thread changes it
        return kind.__name__
    parts = [": ".join(preview(part, 0) for part in item) if kind is dict else preview(item, 0) for item in items]
    return BRACKETS[kind][0] + ", ".join(parts) + (", …" if len(value) > FEW else "") + BRACKETS[kind][1]


def text(thing, name):
    """The preview of an attribute, such as the result of a future."""
    return preview(getattr(thing, name, None))


def error(thing):
    """The name of an error's type, and the preview of its arguments."""
    if MODE != "preview":
        return type(thing).__name__, ""
    arguments = thing.args
    if len(arguments) == 1 and type(arguments[0]) is str:
        return type(thing).__name__, arguments[0][:MOST]
    return type(thing).__name__, ", ".join(preview(argument, 0) for argument in arguments[:FEW])
