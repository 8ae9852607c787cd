"""What runs, what it waits for, and how a body goes on with the outcome of that."""
import sys
from _promisescope import lines, values
from _promisescope.calls import here, name_future
from _promisescope.longruns import LONG, clock
from _promisescope.rows import PENDING, REJECTED, add, records, row_of, settle, tell_handled, things
from _promisescope.source import is_program


def task_of_thread():
    tasks = sys.modules.get("asyncio.tasks")
    try:
        return tasks.current_task()
    except (RuntimeError, AttributeError):  # another library drives it
        return None


def running():
    """The row whose body runs on this thread; None if there is none."""
    stack = here.stack
    return stack[-1] if stack else None


# A body stops

def wait(row, code, offset, value):
    if row.state != PENDING:  # a row that stays pending in the log: see `leave_pending`
        return
    if row.failed is not None:
        look_at_error(row)
    entry = things.get(id(value)) if value is not None else None
    if entry is not None and entry.row is not None and entry.row is not row:
        source, place = entry.row, (code, offset)
        if row.code in (None, code) and not is_program(code):
            place = row.place
    else:
        is_future = hasattr(value, "_asyncio_future_blocking")
        source, place = name_future(value if is_future else None, row, code, offset)
        entry = things.get(id(value)) if is_future else None
    row.waits, row.future, row.stopped = source, entry, place
    source.waiters += 1
    add(lines.awaiting, row.number, source.number, place, cpu(row))


def cpu(row):
    """The most processor time, in nanoseconds, that a body can have taken; 0 if it did not run for long, or mostly waited in a call. Notes where a long run was."""
    if clock() - row.since <= LONG:
        return 0
    run, row.run = row.run, None
    if run is None or run.since != row.since:
        return records.processor_time(row.since)
    if run.place is not None:
        add(lines.noted, row.number, "held the event loop here", run.place)
    return 0 if run.has_blocked() else records.processor_time(row.since)


# A body continues

def take_outcome(row, error):
    """The future that a body waited for has settled, or an error was thrown into the body."""
    settle_late()
    source, entry, row.waits, row.future = row.waits, row.future, None, None
    source.waiters -= 1
    future = entry() if entry is not None else None
    if source.state == PENDING and not source.has_body:
        settle_future(source, future, error)
    for child in source.inputs:
        child.is_given_up = child.state == PENDING
    source.inputs = ()
    add(lines.continued, row.number)
    fail(row, source, error)


late = []  # futures that nothing awaits directly, and whose errors are not known yet


def settle_late():
    while late:
        try:
            entry = late.pop()
        except IndexError:  # another thread took it
            return
        future = entry()
        if future is not None and future.done():
            settle_future(entry.row, future)


def settle_future(row, future, error=None):
    if future is None:
        return settle(row, error)
    if future.done():
        if not future.cancelled():
            error = getattr(future, "_exception", None)
        elif error is None:
            error = Canceled()
        children = getattr(future, "_children", ()) if error is not None else ()
        failed = next((child for child in map(row_of, children) if child is not None and child.error == id(error)), None)
        if row.kind == "run_in_executor":
            add(lines.finished, row.number, "threw" if error is not None else "value", "executor")
        is_combinator = hasattr(future, "_children")
        value = values.text(future, "_result") if values.MODE != "off" and error is None and not is_combinator else ""
        settle(row, error, "combinator" if is_combinator else "resolver", failed, value)


class Canceled(BaseException):
    pass


Canceled.__name__ = "CancelledError"


def fail(row, source, error):
    """A body goes on after what it awaited was rejected, perhaps with the error of that."""
    if row.failed is not None and (source.state == REJECTED or error is None):
        go_on(row)
    if source.state == REJECTED:
        row.failed = (source, id(error) if error is not None else source.error)


def look_at_error(row):
    """A body that stops outside of the handlers of an error, and of its `finally`, has dealt with it."""
    error = sys.exception()
    if error is None or id(error) != row.failed[1]:
        go_on(row)


def go_on(row):
    """A body has dealt with the error of what it awaited, and does not end."""
    source, row.failed = row.failed[0], None
    tell_handled(source, row, (source.place if source.has_body else row.stopped) if source.is_canceled else None)
