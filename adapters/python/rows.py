"""The rows of tasks, futures, and calls of coroutines: how they settle, and what happens when Python frees what they stand for.

A row is kept by what it stands for, and by the bodies that wait for it; it keeps neither alive.
"""
import itertools, sys
from _weakref import ref
from _promisescope import lines, values
from _promisescope.log import Records

PENDING, FULFILLED, REJECTED, RELEASED = range(4)
numbers = itertools.count(1)
things = {}  # a `Watch` for each task, future, lock, and queue that has one, by its identity
frames = {}  # the row whose body a frame is, by its identity
escaped = []  # the rows of tasks that failed and that `asyncio.run` had started: their error may end the program


tool = [None]
records = Records()
add = records.add


class Row:
    """Most rows are calls that return at once, so what few of them have is a default of the class."""
    kind, state, error, is_told, is_gone, is_root, is_canceled = "coroutine", PENDING, 0, False, False, False, False
    waiters = 0  # how many bodies wait for it
    is_silenced = False  # whether a task had failed when it was canceled, after which asyncio does not report its error
    groups = None  # the combinators that it is an input of
    inputs = ()  # the rows that a `wait` with a time limit waits for
    is_given_up = False  # whether such a `wait` ended while this was pending
    code = task = parent = None
    place = stopped = None  # where it was created, and where its body stopped last
    lock = None  # the `Watch` of the lock that it waits for
    settler = None  # the number of the body that settles it, or None, and the place of the call
    has_failed = False  # whether that call is `set_exception`
    key = None  # the identity of its frame, once it has stopped
    waits = future = failed = None  # what its body waits for, the reference to that, and whose error the body may have
    since, run = 0, None  # when the body was resumed last, and its `LongRun` since then, if it has one

    def __init__(self, number):
        self.number = number

    @property
    def has_body(self):
        return self.kind in BODIES


BODIES = {"task", "coroutine", "wait_for"}


class Watch(ref):
    """A reference that does not keep a thing alive, and its row or, for a lock, its name."""
    __slots__ = "key", "row", "name", "holds", "made", "pool"


def watch(thing, row=None, name=None):
    entry = things[id(thing)] = Watch(thing, on_freed)
    entry.key, entry.row, entry.name, entry.holds, entry.made, entry.pool = id(thing), row, name, None, None, None
    return entry


def row_of(thing):
    entry = things.get(id(thing))
    return entry.row if entry is not None else None


def future_row(thing):
    """The row of a task or a future; a pending future that the program has created gets one."""
    entry = things.get(id(thing))
    if entry is not None and entry.row is None and entry.made is not None and not thing.done():
        by, place = entry.made
        return create("future", by, None, place, thing)
    return entry.row if entry is not None else None


def create(kind, ctx, label, place, thing=None, more=""):
    row = Row(next(numbers))
    row.kind, row.place = kind, place
    add(lines.created, row.number, ctx.number if ctx is not None else None, kind, label, place, more)
    if thing is not None:
        watch(thing, row)
    return row


def fault(error):
    """A fault of the adapter ends the recording, and reaches no program."""
    trace = error.__traceback__
    while trace.tb_next is not None:
        trace = trace.tb_next
    records.fail(f"{type(error).__name__}: {error} (line {trace.tb_lineno} of {trace.tb_frame.f_code.co_filename})")


# The end of a row

def settle(row, error=None, cause="resolver", via=None, value=""):
    """The outcome of everything but a body."""
    if row.state != PENDING:
        return
    if error is None:
        row.state = FULFILLED
        add(lines.fulfilled, row.number, cause, row.settler, value)
    else:
        row.state, row.error, row.is_canceled = REJECTED, id(error), type(error).__name__ == "CancelledError"
        add(lines.rejected, row.number, values.error(error), cause, via.number if via is not None else None, row.settler)
    tell_groups(row, error)


def tell_groups(row, error):
    groups, row.groups = row.groups, None
    for group, takes_errors in groups or ():
        group.inputs -= 1
        if error is not None and takes_errors:
            tell_handled(row, group.row)
        elif error is not None:
            is_first = group.row.state == PENDING
            settle(group.row, error, "combinator", row)
            row.is_told = row.is_told or is_first
        if group.inputs == 0:
            settle(group.row, None, "combinator")


class Group:
    """A combinator, and how many of its inputs are pending."""
    __slots__ = "row", "inputs"


def register(inputs, row, takes_errors, is_used=True):
    """The inputs that have rows; those of a `gather` settle it, too. `is_used`: whether the program uses what it returns, such as its errors."""
    group = Group()
    group.row, group.inputs = row, len(inputs)
    for child in inputs:
        add(lines.registered, child.number, row.number, True, None if is_used else False)
        if takes_errors is None:
            continue
        if child.state == PENDING:
            child.groups = [*(child.groups or ()), (group, takes_errors)]
        elif takes_errors or child.state == FULFILLED:
            tell_handled(child, row)
            group.inputs -= 1
    if inputs and group.inputs == 0:
        settle(row, None, "combinator")


def tell_handled(row, by=None, place=None):
    """`place`: the place of the `await`, if the body there caught a cancellation and continued."""
    if row.state == REJECTED and not row.is_told:
        row.is_told = True
        add(lines.handled, row.number, by.number if by is not None else None, place)


def tell_unhandled(row):
    if row.state == REJECTED and not row.is_told:
        row.is_told = True
        add(lines.unhandled, row.number)


def release(row):
    """A row that is freed while pending, and what its body waits for, if nothing else does."""
    while row is not None and row.state == PENDING:
        row.state = RELEASED
        frames.pop(row.key, None)
        add(lines.released, row.number)
        source, row.waits = row.waits, None
        if source is None:
            return
        source.waiters -= 1
        row = source if source.is_gone or source.kind == "coroutine" else None


def on_freed(entry):
    things.pop(entry.key, None)
    row = entry.row
    if row is None:
        return
    if row.waiters > 0:  # it has settled, and the body that waits will say how
        row.is_gone = True
    elif row.state == PENDING and row.kind != "gather":
        if row.settler is None:
            release(row)
        else:  # it is freed before anything asked for its outcome
            settle(row, Exception() if row.has_failed else None)
    elif row.state == REJECTED and row.kind == "task" and not row.is_told:
        if row.is_root:
            escaped.append(row)
        else:
            (tell_unhandled if row.is_silenced else tell_handled)(row)  # asyncio would have reported it before


def finish(reason, signal=None, running=()):
    """The end of the log: what has become of the errors that are still there."""
    if not records.is_open:
        return
    for row in [*frames.values(), *running]:
        if row.failed is not None:
            tell_handled(row.failed[0], row)
    last = getattr(sys, "last_exc", None)
    for entry in list(things.values()):
        thing, row = entry(), entry.row
        if row is not None and row.kind == "task" and row.state == REJECTED and not row.is_root:
            (tell_unhandled if row.is_silenced or getattr(thing, "_log_traceback", False) else tell_handled)(row)
        elif row is not None and row.is_root:
            escaped.append(row)
    for row in escaped:
        (tell_unhandled if last is not None and row.error == id(last) else tell_handled)(row)
    if records.file is not None or records.list:
        add(lines.ended, reason, signal)
    records.close()


def begin_again():
    for table in (things, frames):
        table.clear()
    escaped.clear()
    records.begin_again()
