"""Calls of C functions that cancel or settle tasks and futures.

These functions have no events of their own, so code that names one of them reports its calls.
"""
import _thread, os, sys
from sys import monitoring
from _promisescope import lines
from _promisescope.rows import PENDING, RELEASED, add, row_of, settle
from _promisescope.source import STDLIB, is_program, loop_and_handler, place_of, program_frame
from _promisescope.waits import running

C_FUNCTIONS = type(len), type(str.join)
METHOD = type(type("", (), {"m": place_of})().m)
CALLABLE = {*C_FUNCTIONS, type(place_of), METHOD}
HELPERS = {"_set_result_unless_cancelled", "_set_concurrent_future_state", "_copy_future_state"}  # of asyncio, which settle futures for timers and executors
COMBINED = {"gather", "shield", "run_in_executor"}  # which settle when their inputs or jobs do


def calls_of_interest(code):
    return not CALLS.keys().isdisjoint(code.co_names) and code.co_name not in HELPERS


def on_call(code, called, first):
    kind = type(called)
    action = CALLS.get(called.__name__) if kind in CALLABLE else None
    if action is None:
        return monitoring.DISABLE
    if kind in (METHOD, C_FUNCTIONS[0]):
        first = called.__self__
    row = row_of(first)
    if row is not None and row.state == PENDING:
        action(row, first, code, sys._getframe(2))


def settled(row, future, code, frame):
    """Stores which body, if one runs, and which line settle a future. A rejection is recorded when a waiter continues with it."""
    if row.has_body or row.kind in COMBINED or future.done():
        return
    by = running()
    row.settler = by.number if by is not None else None, place_of(frame)
    loop = getattr(future, "_loop", None)
    if getattr(loop, "_thread_id", None) not in (None, _thread.get_ident()):
        add(lines.noted, row.number, "settled from another thread, which does not wake the event loop")


def fulfilled(row, future, code, frame):
    settled(row, future, code, frame)
    if row.settler is not None:
        settle(row)


def canceled(row, task, code, frame):
    is_end = code.co_qualname == "_cancel_all_tasks"
    if (is_end or not is_program(code) and not code.co_filename.startswith(STDLIB)) and is_deadlocked(row):
        return leave_pending(row)
    by, frame = running(), program_frame(frame)
    where = f" ({os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno})" if frame is not None else ""
    target = limited(row) if code.co_qualname in INTERRUPTIONS else row
    if target is not None:
        add(lines.cancel_requested, target.number, by.number if by is not None and by is not row else None)
    add(lines.noted, (target or row).number, "canceled by the end of asyncio.run" if is_end and is_work(row) else f"canceled by {code.co_qualname}{where}")


CALLS = {"cancel": canceled, "set_result": fulfilled, "set_exception": settled}
INTERRUPTIONS = {"Timeout._on_timeout", "TaskGroup._on_task_done"}  # they cancel what a task waits for, not the task


def is_deadlocked(row):
    """Whether a body waits for a lock, and all holders of that lock are deadlocked or wait for locks in a cycle."""
    seen, rest = set(), [row]
    while rest:
        row = rest.pop()
        while row not in seen and row.state == PENDING and row.waits is not None:
            seen.add(row)
            row = row.waits
        if row in seen or row.state == RELEASED:
            continue
        seen.add(row)
        if row.lock is None or not row.lock.holds:
            return False
        rest += [holder for _, holder in row.lock.holds]
    return True


def leave_pending(row):
    """Stops recording a body and what it waits for, so that they stay pending in the log: their cancellation would hide the deadlock."""
    while row is not None:
        source, row.state, row.waits, row.failed, row.code, row.task = row.waits, RELEASED, None, None, None, None
        row = source


def limited(row):
    """What the `wait_for` of a task waits for; None if the task has no `wait_for`, as in `asyncio.timeout`."""
    while row is not None and row.kind != "wait_for":
        row = row.waits
    return row.waits if row is not None else None


def is_work(row):
    """Whether a canceled task would have ended by itself: it waits for something that only takes time, and not in a loop."""
    while row.waits is not None:
        if '"loop":"' in loop_and_handler(row.waits.place if row.waits.parent is row else row.stopped) or row.waits.kind in TURNS:
            return False
        row = row.waits
    return row.kind not in ("task", "coroutine")


TURNS = {"future", "Event.wait", "Condition.wait", "Queue.get", "Queue.join", "Queue.put", "Lock.acquire", "Semaphore.acquire", "Barrier.wait", "Server.serve_forever", "serve_forever"}
