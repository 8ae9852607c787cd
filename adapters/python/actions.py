"""Calls of C functions that cancel or settle tasks and futures.

These functions have no events of their own, so code that names one of them reports its calls.
"""
import _thread, os, sys
from sys import monitoring
from _promisescope import lines, values
from _promisescope.rows import PENDING, REJECTED, RELEASED, add, records, row_of, settle, things, tool
from _promisescope.source import STDLIB, is_program, loop_and_handler, place_of, program_frame
from _promisescope.waits import late, running

C_FUNCTIONS = type(len), type(str.join)
METHOD = type(type("", (), {"m": place_of})().m)
CALLABLE = {*C_FUNCTIONS, type(place_of), METHOD}
HELPERS = {"_set_result_unless_cancelled", "_set_concurrent_future_state", "_copy_future_state"}  # of asyncio, which settle futures for timers and executors
COMBINED = {"gather", "shield", "run_in_executor"}  # which settle when their inputs or jobs do


def calls_of_interest(code):
    return not CALLS.keys().isdisjoint(code.co_names) and code.co_name not in HELPERS or "exception" in code.co_names and is_program(code)


def on_call(code, called, first):
    kind = type(called)
    action = ACTIONS.get(called.__name__) if kind in CALLABLE else None
    if action is None:
        return monitoring.DISABLE
    if kind in (METHOD, C_FUNCTIONS[0]):
        first = called.__self__
    row = row_of(first)
    if row is None:
        return
    if row.state == PENDING:
        action(row, first, code, sys._getframe(2))
    elif row.state == REJECTED and row.kind == "task":
        if action is looked:
            row.is_silenced = False
        elif action is canceled and getattr(first, "_log_traceback", False):
            silence(row)


def settled(row, future, code, frame):
    """Stores which body, if one runs, and which line settle a future. A rejection is recorded when a waiter continues with it."""
    if row.has_body or row.kind in COMBINED or future.done():
        return
    by = running()
    row.settler = by.number if by is not None else None, place_of(frame)
    if row.waiters == 0:
        late.append(things[id(future)])
    loop = getattr(future, "_loop", None)
    if getattr(loop, "_thread_id", None) not in (None, _thread.get_ident()):
        add(lines.noted, row.number, "settled from another thread, which does not wake the event loop")


def fulfilled(row, future, code, frame):
    settled(row, future, code, frame)
    if row.settler is not None and values.MODE == "off":  # the value is known when a body continues with it
        settle(row)


def failed(row, future, code, frame):
    settled(row, future, code, frame)
    row.has_failed = row.settler is not None


def canceled(row, task, code, frame):
    is_end = code.co_qualname == "_cancel_all_tasks"
    if (is_end or not is_program(code) and not code.co_filename.startswith(STDLIB)) and is_deadlocked(row, is_end):
        if is_end:
            records.is_drained = True
            add(lines.registered, row.number, None)  # asyncio.run waits for it
        return leave_pending(row)
    by, frame = running(), program_frame(frame)
    where = f" ({os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno})" if frame is not None else ""
    target = limited(row) if code.co_qualname in INTERRUPTIONS else row
    if target is not None:
        add(lines.cancel_requested, target.number, by.number if by is not None and by is not row else None)
    add(lines.noted, (target or row).number, "canceled by the end of asyncio.run" if is_end and is_work(row) else f"canceled by {code.co_qualname}{where}")


def looked(row, future, code, frame):
    """The program asks for the exception of a task, which changes nothing while the task is pending."""


CALLS = {"cancel": canceled, "set_result": fulfilled, "set_exception": failed}
ACTIONS = {**CALLS, "exception": looked}
silenced = {}  # the rows of failed tasks that were canceled, whose errors asyncio then does not report, by the identity of the error


def silence(row):
    if len(silenced) >= 1_000:  # most are never raised
        silenced.clear()
    row.is_silenced, silenced[row.error] = True, row
    monitoring.set_events(tool[0], monitoring.get_events(tool[0]) | monitoring.events.RAISE)


def on_raise(code, offset, error):
    """A silenced error is raised again, in code that awaits the task or asks for its result."""
    row = silenced.pop(id(error), None)
    if row is not None:
        row.is_silenced = False
        if not silenced:
            monitoring.set_events(tool[0], monitoring.get_events(tool[0]) & ~monitoring.events.RAISE)


INTERRUPTIONS = {"Timeout._on_timeout", "TaskGroup._on_task_done"}  # they cancel what a task waits for, not the task


def is_deadlocked(row, is_end):
    """Whether a body waits for a lock, and all holders of that lock are deadlocked or wait for locks in a cycle.

    At the end of `asyncio.run`, holders that have ended count as deadlocked. So does a task that an `asyncio.wait` with a time limit gave up on, if it waits,
    outside of loops, for something that only the program could settle.
    """
    seen, rest = set(), [row]
    ours = TURNS if is_end and row.is_given_up and not is_in_loop(row) else ()
    while rest:
        row = rest.pop()
        while row not in seen and row.state == PENDING and row.waits is not None:
            seen.add(row)
            row = row.waits
        if row in seen or row.state == RELEASED or is_end and row.has_body and row.state != PENDING:
            continue
        seen.add(row)
        if row.kind in ours:
            continue
        if row.lock is None or not row.lock.holds:
            return False
        rest += [holder for _, holder, _ in row.lock.holds]
    return True


def leave_pending(row):
    """Stops recording a body and what it waits for, so that they stay pending in the log: their cancellation would hide the deadlock."""
    while row is not None:
        source, row.state, row.waits, row.failed, row.code, row.task = row.waits, RELEASED, None, None, None, None
        row = source


def chain_of(row):
    """A row, what its body waits for, what that waits for, and so on; each once, because tasks may wait for each other."""
    seen = set()
    while row is not None and row not in seen:
        seen.add(row)
        yield row
        row = row.waits


def limited(row):
    """What the `wait_for` of a task waits for; None if the task has no `wait_for`, as in `asyncio.timeout`."""
    return next((each.waits for each in chain_of(row) if each.kind == "wait_for"), None)


def is_in_loop(row):
    """Whether a body waits in a loop, or for another body that does."""
    waiting = (each for each in chain_of(row) if each.waits is not None)
    return any('"loop":"' in loop_and_handler(each.waits.place if each.waits.parent is each else each.stopped) for each in waiting)


def is_work(row):
    """Whether a canceled task would have ended by itself: it waits for something that only takes time, and not in a loop."""
    if is_in_loop(row):
        return False
    *_, last = chain_of(row)
    return last.kind not in {"task", "coroutine"} | SERVING


TURNS = {"future", "shield", "Event.wait", "Condition.wait", "Condition.wait_for", "Queue.get", "Queue.join", "Barrier.wait"}  # what only the program settles
# What a task of a server may wait for at the end.
SERVING = TURNS - {"shield", "Condition.wait_for"} | {"Queue.put", "Lock.acquire", "Semaphore.acquire", "Server.serve_forever", "serve_forever"}
