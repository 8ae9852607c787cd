"""What a body waits for, if that is no coroutine of the program: it is named by the calls of libraries that stop for it."""
import _thread
from _promisescope import lines
from _promisescope.rows import add, create, future_row, records, register, row_of, things
from _promisescope.source import is_program


class Stack(list):
    """The rows of the bodies that run on a thread, the outermost one first."""
    __slots__ = "passed", "calls", "owner"

    def __init__(self):
        self.passed = None  # the identity of what libraries are stopping for, and their calls, the innermost one first
        self.calls, self.owner = [], None


class Here(_thread._local):
    def __init__(self):
        self.stack = Stack()
        self.register()

    def register(self):
        """Shows the stack of this thread to the thread that writes."""
        records.stacks[_thread.get_ident()] = _thread.get_native_id(), self.stack


here = Here()


def on_library_yield(stack, code, offset, value, frame):
    """A coroutine of a library, or an asynchronous generator, stops. Its code is kept, and never its frame."""
    if stack.passed != id(value):
        stack.passed, stack.owner = id(value), None
        stack.calls.clear()
    stack.calls.append((code, offset))
    if id(code) in owned and stack.owner is None:
        stack.owner = owner_of(frame, owned[id(code)])


on_wait = []  # what to do when a body waits for a lock or a queue
owned = {}  # the code of calls of locks, queues, and combinators, with the name of what they belong to


class Owner:
    """The lock or queue that a call belongs to, or the inputs of a combinator."""
    __slots__ = "entry", "inputs", "is_limited"


def owner_of(frame, name):
    owner, values = Owner(), frame.f_locals
    thing = values.get(name)
    inputs = thing if name == "fs" else getattr(thing, "_tasks", ())
    owner.inputs = [row for row in map(future_row, list(inputs)) if row is not None]
    owner.entry = things.get(id(thing))
    owner.is_limited = values.get("return_when") == "ALL_COMPLETED" and values.get("timeout") is not None
    if type(values) is dict:
        values.clear()  # before 3.13, it is a copy that would keep them alive
    return owner


def name_future(future, row, code, offset):
    """Creates the row of what a body waits for: its name is the outermost call of a library, its place the innermost one in the program.

    Returns the row, and the place where the body stops.
    """
    kind, owner = None, None
    place = stopped = (code, offset) if is_program(code) else row.place
    stack = here.stack
    if future is not None and stack.passed == id(future):
        owner = stack.owner
        for called in reversed(stack.calls):
            if is_program(called[0]):
                kind, place = None, called
            elif kind is None:
                kind = call_name(called[0].co_qualname)
    stack.passed = None
    entry = owner.entry if owner is not None else None
    own = future_row(future) if kind is None and future is not None else None
    if own is not None:
        return own, stopped
    source = create(kind or ("future" if future is not None else "sleep"), row, entry.name if entry is not None else None, place, future)
    if owner is not None:
        register(owner.inputs, source, None)
        if owner.is_limited:
            source.inputs = owner.inputs
    source.lock = entry
    if entry is not None:
        for hold in entry.holds or ():
            add(lines.registered, hold[0].number, source.number)
        on_wait[0](entry)
    return source, stopped


call_names = {}


def call_name(name):
    """The name of a call of a library by its qualified name; None for one that only forwards, such as `_ContextManagerMixin.__aenter__`."""
    if name not in call_names:
        call_names[name] = short_name(name)
    return call_names[name]


def short_name(name):
    parts = name.rpartition("<locals>.")[2].split(".")
    if parts[0].startswith("_"):
        return None
    return parts[0] if parts[-1].startswith("_") else ".".join(parts[-2:])
