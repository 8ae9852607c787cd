"""What the bodies of coroutines do: they start, stop for others, continue, and end. These are the callbacks for code of the program.

The bodies that run on a thread are a stack. An error is thrown into the innermost coroutine alone, and the outer ones then go on without an
event; so a callback whose frame is not on top of the stack looks it up.
"""
import sys
from _promisescope import lines, values
from _promisescope.calls import here, on_library_yield
from _promisescope.longruns import LONG, clock
from _promisescope.rows import FULFILLED, PENDING, REJECTED, Row, add, create, fault, frames, numbers, records, release, row_of, tell_groups, tell_handled
from _promisescope.waits import cpu, fail, look_at_error, running, take_outcome, task_of_thread, wait
from _promisescope.source import is_program, place_of, program_frame

COROUTINE, STOPS = 0x80, 0x380  # coroutines; with generators that are awaited, and asynchronous ones
followed = {}  # the kind of row of each followed code, by the identity of the code
others = []  # what to do when other code starts, and when it returns
has_values = values.MODE != "off"
called, returned, frame_at = lines.called, lines.returned, sys._getframe
append = records.list.append  # instead of `add`, where a row says that the recording has started


# A body starts

def on_start(code, offset):
    """Most calls are those of the body on top, which it makes by itself; they have the shortest way through all of this."""
    try:
        kind = followed.get(id(code))
        if kind is None:
            return others[0](code)
        stack = here.stack
        stack.passed = None
        if stack:
            top, back = stack[-1], frame_at(2)
            if back.f_code is top.code and top.waits is None and top.failed is None and top.run is None and kind == "coroutine" and followed[id(top.code)] == kind:
                number, now = next(numbers), clock()
                row = top.waits = Row(number)
                row.code, row.task, row.parent, row.waiters, row.since = code, top.task, top, 1, now
                row.place = place = (top.code, back.f_lasti)
                append((now, called, code, place, number, top.number))
                stack.append(row)
                if not number & 1023:
                    records.look_after_writing()
                return
        enter(code, frame_at(1), kind, stack)
    except RecursionError:
        records.missed += 1
    except Exception as error:
        fault(error)


def enter(code, frame, kind, stack):
    back, task = frame.f_back, None
    top = stack[-1] if stack else None
    if top is not None and (back is None or back.f_code is not top.code):
        task = task_of_thread()
        if id(task) != top.task:
            top = None
    if top is not None and top.waits is None:
        row = call(top, code, frame, back, kind)
    else:
        row = begin(code, frame, kind, task or task_of_thread(), stack)
        add(lines.started, row.number)
    row.code, row.since = code, clock()
    stack.append(row)


def call(top, code, frame, back, kind):
    """The body on top awaits the coroutine that starts."""
    if top.failed is not None:
        look_at_error(top)
    back, used = back if back is not None and back.f_code is top.code else program_frame(back), cpu(top)
    row = Row(next(numbers))
    row.kind, row.task, row.parent, row.waiters, top.waits = kind, top.task, top, 1, row
    row.place = (back.f_code, back.f_lasti) if back is not None and is_program(back.f_code) else top.place
    add(lines.entered, row.number, top.number, kind, code.co_qualname, row.place, "" if kind == "coroutine" else timer(frame), used)
    return row


def timer(frame):
    seconds = frame.f_locals.get("timeout")
    return f',"timer":{max(1, round(seconds * 1e9))}' if type(seconds) in (int, float) and 0 < seconds < 1e9 else ""


def begin(code, frame, kind, task, stack):
    """The coroutine of a task, or one that a library calls in a task of its own."""
    is_own = task is not None and getattr(task.get_coro(), "cr_frame", None) is frame
    row = row_of(task) if is_own else None
    if row is None and is_own:  # a loop in C has created the task, or an eager task starts
        row = create("task", running(), code.co_qualname, stack and place_of(frame.f_back) or (code, 0), task)
    elif row is None:
        row = create(kind, row_of(task), code.co_qualname, place_of(frame.f_back) or (code, 0))
        add(lines.registered, row.number, None)  # which may take its error
    row.task = id(task)
    return row


# A body stops and continues

def on_yield(code, offset, value):
    try:
        stack = here.stack
        row = stack[-1] if stack else None
        if row is None or row.code is not code:
            if id(code) not in followed:
                return on_library_yield(stack, code, offset, value, frame_at(1)) if value is not None else None
            row = caught_up(stack, frame_at(1))
            if row is None:
                return
        if row.key is None:
            row.key = id(frame_at(1))
            frames[row.key] = row
        if row.waits is None:
            if value is not None:
                wait(row, code, offset, value)
            elif clock() - row.since > LONG:  # `sleep(0)`, which is worth a row only if the body ran for long
                wait(row, code, offset, None)
        stack.pop()
    except RecursionError:
        records.missed += 1
    except Exception as error:
        fault(error)


def on_resume(code, offset):
    try:
        row = frames.get(id(frame_at(1)))
        if row is not None:
            stack = here.stack
            stack.append(row)
            row.since, stack.passed = clock(), None
            if row.waits is not None and row.waits.parent is not row:
                take_outcome(row, None)
    except RecursionError:
        records.missed += 1
    except Exception as error:
        fault(error)


def resume(row, stack, error=None):
    """Puts a body on the stack that continued without an event, or by an error."""
    if row in stack:
        del stack[stack.index(row) + 1:]
        return
    stack.append(row)
    row.since = clock()
    if row.waits is not None and row.waits.parent is not row:
        take_outcome(row, error)


def caught_up(stack, frame, error=None):
    """The row of the frame whose event this is, put on the stack; None if that frame has no row."""
    row = frames.get(id(frame))
    if row is not None:
        resume(row, stack, error)
    return row


# A body ends

def on_return(code, offset, value):
    try:
        stack = here.stack
        row = stack[-1] if stack else None
        if row is None or row.code is not code:
            if id(code) not in followed:
                return others[1](code, value, frame_at(1))
            row = caught_up(stack, frame_at(1))
            if row is None:
                return
        parent = row.parent
        if parent is None or parent.waits is not row or row.waits is not None or row.failed is not None or parent.failed is not None or row.groups is not None or has_values:
            return leave(row, stack, None, value)
        stack.pop()
        if row.key is not None:
            frames.pop(row.key, None)
        now = clock()
        append((now, returned, row.number, parent.number, cpu(row) if now - row.since > LONG else 0))
        row.state, row.parent, parent.waits, parent.since = FULFILLED, None, None, now
    except RecursionError:
        records.missed += 1
    except Exception as error:
        fault(error)


def on_unwind(code, offset, error):
    try:
        if id(code) not in followed:
            return others[2](code, error, frame_at(1)) if code.co_flags & COROUTINE else None
        stack = here.stack
        row = stack[-1] if stack else None
        if row is None or row.code is not code:
            row = caught_up(stack, frame_at(1), error)
            if row is None:
                return
        leave(row, stack, error)
    except RecursionError:
        records.missed += 1
    except Exception as error:
        fault(error)


def on_throw(code, offset, error):
    try:
        if id(code) not in followed:
            return
        frame, stack = frame_at(1), here.stack
        row = frames.get(id(frame))
        if row is not None:
            if not (stack and stack[-1] is row):
                resume(row, stack, error)
        elif not isinstance(error, GeneratorExit):
            enter(code, frame, followed[id(code)], stack)
    except RecursionError:
        records.missed += 1
    except Exception as error:
        fault(error)


def thrown_at(error, code):
    """The place at which an error left a body; None for a cancellation."""
    trace = error.__traceback__ if isinstance(error, Exception) else None
    return (code, trace.tb_lasti) if trace is not None and trace.tb_frame.f_code is code and is_program(code) else None


def leave(row, stack, error, value=None):
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
        add(lines.returned, row.number, by, cpu(row), values.preview(value) if has_values else "")
    else:
        row.state, row.error, row.is_canceled = REJECTED, id(error), type(error).__name__ == "CancelledError"
        is_timeout = row.kind == "wait_for" and isinstance(error, TimeoutError) and via is None
        place = thrown_at(error, row.code) if via is None and not is_timeout else None
        add(lines.threw, row.number, by, cpu(row), values.error(error), "timeout" if is_timeout else "threw", via.number if via is not None else None, place)
    if row.groups:
        tell_groups(row, error)
    if follower is not None:
        follower.waits, follower.since = None, clock()
        fail(follower, row, error)
