"""What the bodies of coroutines do: they start, stop for others, continue, and end. These are the callbacks for code of the program.

The bodies that run on a thread are a stack. An error is thrown into the innermost coroutine alone, and the outer ones then go on without an
event; so a callback whose frame is not on top of the stack looks it up.
"""
import sys
from _promisescope import lines
from _promisescope.calls import here, name_future
from _promisescope.rows import FULFILLED, PENDING, REJECTED, Row, add, create, frames, records, release, row_of, settle, tell_groups, tell_handled, things
from _promisescope.log import clock
from _promisescope.source import is_program, place_of, program_frame

LONG = 20_000_000  # the time in nanoseconds from which on the processor time of a body matters
COROUTINE, STOPS = 0x80, 0x380  # coroutines; with generators that are awaited, and asynchronous ones
followed = {}  # the kind of row of each followed code, by the identity of the code


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


# A body starts

def enter(code, frame, kind):
    stack, back, here.passed = here.stack, frame.f_back, None
    top = stack[-1] if stack else None
    task = None
    if top is not None and id(back) != top.key:
        task = task_of_thread()
        if id(task) != top.task:
            top = None
    if top is not None and top.waits is None:
        row = call(top, code, frame, back, kind)
    else:
        row = begin(code, frame, kind, task or task_of_thread())
        add(lines.started, row.number)
    row.code, row.key, row.since = code, id(frame), clock()
    frames[id(frame)] = row
    stack.append(row)


def call(top, code, frame, back, kind):
    """The body on top awaits the coroutine that starts."""
    if top.failed is not None:
        look_at_error(top)
    back = back if id(back) == top.key else program_frame(back)
    row = Row(kind)
    row.task, row.parent, row.waiters, top.waits = top.task, top, 1, row
    row.place = (back.f_code, back.f_lasti) if back is not None and is_program(back.f_code) else top.place
    add(lines.entered, row.number, top.number, kind, code.co_qualname, row.place, "" if kind == "coroutine" else timer(frame))
    return row


def timer(frame):
    seconds = frame.f_locals.get("timeout")
    return f',"timer":{max(1, round(seconds * 1e9))}' if type(seconds) in (int, float) and 0 < seconds < 1e9 else ""


def begin(code, frame, kind, task):
    """The coroutine of a task, or one that a library calls in a task of its own."""
    is_own = task is not None and getattr(task.get_coro(), "cr_frame", None) is frame
    row = row_of(task) if is_own else None
    if row is None and is_own:  # a loop in C has created the task, or an eager task starts
        row = create("task", running(), code.co_qualname, place_of(frame.f_back) if here.stack else (code, 0), task)
    elif row is None:
        row = create(kind, row_of(task), code.co_qualname, place_of(frame.f_back) or (code, 0))
        add(lines.registered, row.number, None)  # which may take its error
    row.task = id(task)
    return row


# A body stops and continues

def on_yield(code, offset, value):
    stack = here.stack
    row = stack[-1] if stack else None
    if row is None or row.code is not code:
        row = caught_up(stack)
        if row is None:
            return
    if row.waits is None:
        if value is not None:
            wait(row, code, offset, value)
        elif clock() - row.since > LONG:  # `sleep(0)`, which is worth a row only if the body ran for long
            wait(row, code, offset, None)
    stack.pop()


def wait(row, code, offset, value):
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
    row.waits, row.future = source, entry
    source.waiters += 1
    add(lines.awaiting, row.number, source.number, place, cpu(row))


def cpu(row):
    return records.processor_time(row.since) if clock() - row.since > LONG else 0


def on_resume(code, offset):
    row = frames.get(id(sys._getframe(2)))
    if row is not None:
        here.stack.append(row)
        row.since, here.passed = clock(), None
        if row.waits is not None and row.waits.parent is not row:
            take_outcome(row, None)


def resume(row, stack, error=None):
    """Puts a body on the stack that continued without an event, or by an error."""
    if row in stack:
        del stack[stack.index(row) + 1:]
        return
    stack.append(row)
    row.since = clock()
    if row.waits is not None and row.waits.parent is not row:
        take_outcome(row, error)


def caught_up(stack, error=None):
    """The row of the frame whose event this is, put on the stack; None if that frame has no row."""
    row = frames.get(id(sys._getframe(4)))
    if row is not None:
        resume(row, stack, error)
    return row


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
        settle(row, error, "combinator" if hasattr(future, "_children") else "resolver", failed)


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


# A body ends

def on_return(code, offset, value):
    stack = here.stack
    row = stack[-1] if stack else None
    if row is None or row.code is not code:
        row = caught_up(stack)
        if row is None:
            return
    leave(row, stack, None)


def on_unwind(code, offset, error):
    stack = here.stack
    row = stack[-1] if stack else None
    if row is None or row.code is not code:
        row = caught_up(stack, error)
        if row is None:
            return
    leave(row, stack, error)


def on_throw(code, offset, error):
    frame = sys._getframe(3)
    row = frames.get(id(frame))
    if row is not None:
        if not (here.stack and here.stack[-1] is row):
            resume(row, here.stack, error)
    elif not isinstance(error, GeneratorExit):
        enter(code, frame, followed[id(code)])


def leave(row, stack, error):
    frames.pop(row.key, None)
    stack.pop()
    if row.state != PENDING:
        return
    parent, row.parent, row.key = row.parent, None, None
    if isinstance(error, GeneratorExit):
        return release(row)
    if row.waits is not None:  # what it awaited was thrown away
        row.waits.waiters -= 1
        row.waits = None
        add(lines.continued, row.number)
    failed, via = row.failed, None
    if failed is not None:
        row.failed = None
        if error is not None and failed[1] == id(error):
            via = failed[0]
            via.is_told = True
        else:
            tell_handled(failed[0], row)
    follower = parent if parent is not None and parent.waits is row else None
    by = follower.number if follower is not None else None
    if error is None:
        row.state = FULFILLED
        add(lines.returned, row.number, by, cpu(row))
    else:
        row.state, row.error = REJECTED, id(error)
        is_timeout = row.kind == "wait_for" and isinstance(error, TimeoutError) and via is None
        add(lines.threw, row.number, by, cpu(row), type(error).__name__, "timeout" if is_timeout else "threw", via.number if via is not None else None)
    if row.groups:
        tell_groups(row, error)
    if follower is not None:
        follower.waits, follower.since = None, clock()
        fail(follower, row, error)
