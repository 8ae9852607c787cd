"""What runs, what it waits for, and how a body goes on with the outcome of that."""
import sys
from _promisescope import lines, values
from _promisescope.calls import here, name_future
from _promisescope.log import clock
from _promisescope.rows import PENDING, REJECTED, add, records, row_of, settle, tell_handled, things
from _promisescope.source import is_program

LONG = 20_000_000  # the time in nanoseconds from which on the processor time of a body matters


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
    return records.processor_time(row.since) if clock() - row.since > LONG else 0


# A body continues

def take_outcome(row, error):
    """The future that a body waited for has settled, or an error was thrown into the body."""
    source, entry, row.waits, row.future = row.waits, row.future, None, None
    source.waiters -= 1
    future = entry() if entry is not None else None
    if source.state == PENDING and not source.has_body:
        settle_future(source, future, error)
    add(lines.continued, row.number)
    fail(row, source, error)


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
        tell_handled(row.failed[0], row)
        row.failed = None
    if source.state == REJECTED:
        row.failed = (source, id(error) if error is not None else source.error)


def look_at_error(row):
    """A body that stops outside of the handlers of an error, and of its `finally`, has dealt with it."""
    error = sys.exception()
    if error is None or id(error) != row.failed[1]:
        tell_handled(row.failed[0], row)
        row.failed = None
