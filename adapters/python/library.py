"""What asyncio and its executors do for the program: tasks, combinators, locks, jobs of threads, and what asyncio reports.

Each function is the callback for one or several functions of the standard library, at their start or with what they return. `STARTS` and
`RETURNS` say which.
"""
import _thread, sys
from sys import monitoring
from _promisescope import lines
from _promisescope.coroutines import followed
from _promisescope.holds import acquired, ending, got, is_ending, made_primitive, put, released
from _promisescope.rows import PENDING, add, create, finish, future_row, records, register, release, row_of, settle, tell_handled, tell_unhandled, things, tool, watch
from _promisescope.source import STDLIB, is_program, is_result_used, place_of
from _promisescope.waits import running, settle_future

foreign = {}  # the rows of tasks whose coroutine is a library's, by the identity of its frame
jobs = {}  # the future of the job that a thread runs
ENDINGS = "shutdown_asyncgens", "shutdown_default_executor"


# Tasks and combinators

def made_task(task, frame):
    if not hasattr(task, "get_coro") or task.done():  # get_coro() of an eager task that has ended crashes 3.12.1
        return
    coroutine = task.get_coro()
    code = getattr(coroutine, "cr_code", None)
    if code is None or row_of(task) is not None or coroutine.__name__ in ENDINGS and not is_program(code):
        return
    caller = frame.f_back
    if not is_program(code) and not code.co_filename.startswith(STDLIB) and is_of_package(caller):
        return
    place = place_of(frame) or ((code, 0) if is_program(code) else None)
    if place is None:  # a task of the event loop itself, such as the one that accepts a connection
        return
    row = create("task", running(), coroutine.__qualname__, place, task)
    row.is_root = running() is None and caller is not None and caller.f_code.co_name in ("run", "run_until_complete") and not is_program(caller.f_code)
    is_ending[0] = is_ending[0] and not row.is_root
    if id(code) not in followed and coroutine.cr_frame is not None:
        follow_foreign(code)
        foreign[id(coroutine.cr_frame)] = row


def is_of_package(frame):
    """Whether the code that creates a task is a package's, as that of a server is."""
    while frame is not None and frame.f_code.co_filename.startswith(STDLIB) and not is_program(frame.f_code):
        frame = frame.f_back
    return frame is not None and not is_program(frame.f_code)


def follow_foreign(code):
    """A task of a library's coroutine, such as `sleep(1)`, settles when that ends."""
    events = monitoring.events
    monitoring.set_local_events(tool[0], code, monitoring.get_local_events(tool[0], code) | events.PY_RETURN)


def foreign_ended(frame, error):
    row = foreign.pop(id(frame), None)
    if row is not None and row.state == PENDING:
        settle(row, error, "returned" if error is None else "threw")


def made_gather(outer, frame):
    caller = frame.f_back
    if caller is None or not is_program(caller.f_code) or row_of(outer) is not None:
        return
    name, values = frame.f_code.co_name, frame.f_locals
    place, takes_errors = place_of(frame), bool(values.get("return_exceptions")) if name == "gather" else None
    row = create(name, running(), None, place, outer)
    children = getattr(outer, "_children", None) or [values.get("inner")]
    register([child for child in map(future_row, children) if child is not None], row, takes_errors, not takes_errors or is_result_used(place))


def made_future(future, frame):
    """A future of the program gets a row when something waits for it."""
    caller = frame.f_back
    if caller is not None and is_program(caller.f_code):
        watch(future).made = running(), (caller.f_code, caller.f_lasti)


# Time limits

def timeout_entered(frame):
    """Creates a row for an `asyncio.timeout` of the program, which settles when its block ends."""
    timeout, body = frame.f_locals["self"], running()
    if body is None or frame.f_back is None or not is_program(frame.f_back.f_code):
        return
    when, loop = timeout.when(), sys.modules["asyncio.events"].get_running_loop()
    timer = f',"timer":{max(1, round((when - loop.time()) * 1e9))}' if when is not None and when - loop.time() < 1e9 else ""
    add(lines.registered, create("timeout", body, None, place_of(frame), timeout, timer).number, None)


def timeout_left(frame):
    timeout = frame.f_locals["self"]
    row = row_of(timeout)
    if row is None:
        return
    is_late = getattr(getattr(timeout, "_state", None), "name", "") == "EXPIRING"
    settle(row, TimeoutError() if is_late else None, "timeout" if is_late else "resolver")
    tell_handled(row, running())


# Jobs of threads

def queued(frame):
    values = frame.f_locals
    call = values.get("fn") or (values.get("task") or (None,))[0]
    call = getattr(call, "args", (None,))[0] or call if type(call).__name__ == "partial" else call
    row = create("run_in_executor", running(), getattr(call, "__qualname__", None), place_of(frame), values.get("future"))
    add(lines.enqueued, row.number)


def job_started(frame):
    future = getattr(frame.f_locals.get("self"), "future", None)
    row = row_of(future)
    if row is not None and row.state == PENDING:
        jobs[_thread.get_ident()] = future
        add(lines.started, row.number, _thread.get_ident())


def job_ended(value, frame):
    future = jobs.pop(_thread.get_ident(), None)
    row = row_of(future) if future is not None else None
    if row is not None and row.state == PENDING:
        settle_future(row, future)


def wrapped(future, frame):
    """The future of asyncio that stands for one of an executor has the same row."""
    row = row_of(frame.f_locals.get("future"))
    if row is not None and row_of(future) is None:
        watch(future, row)


# What asyncio reports

def unawaited(frame):
    coroutine = frame.f_locals["coro"]
    if is_program(coroutine.cr_code):
        row = create("coroutine", running(), coroutine.__qualname__, place_of(frame) or (coroutine.cr_code, 0))
        add(lines.noted, row.number, "never awaited")
        release(row)


def complained(frame):
    context = frame.f_locals.get("context")
    if isinstance(context, dict) and "never retrieved" in context.get("message", ""):
        row = row_of(context.get("task") or context.get("future"))
        if row is not None:
            tell_unhandled(row)


def interrupted(frame):
    """Before asyncio cancels everything, which would hide what it was waiting for."""
    finish("signal", "SIGINT")


def loop_closed(value, frame):
    """A forked process may end at once after this."""
    records.flush()


def child_ended(value, frame):
    """multiprocessing ends a forked process at once."""
    finish("exit")


def table(*entries):
    return {f"{file}.py:{name}": action for action, file, names in entries for name in names.split()}


STARTS = table(
    (released, "asyncio/locks", "Lock.release Semaphore.release"),
    (made_primitive, "asyncio/locks", "Lock.__init__ Event.__init__ Semaphore.__init__ Condition.__init__ Barrier.__init__"),
    (made_primitive, "asyncio/queues", "Queue.__init__"),
    (put, "asyncio/queues", "Queue.put_nowait"),
    (ending, "asyncio/runners", "_cancel_all_tasks"),
    (interrupted, "asyncio/runners", "Runner._on_sigint"),
    (complained, "asyncio/base_events", "BaseEventLoop.call_exception_handler"),
    (timeout_entered, "asyncio/timeouts", "Timeout.__aenter__"),
    (timeout_left, "asyncio/timeouts", "Timeout.__aexit__"),
    (queued, "concurrent/futures/thread", "_WorkItem.__init__"),
    (job_started, "concurrent/futures/thread", "_WorkItem.run"),
    (unawaited, "warnings", "_warn_unawaited_coroutine"),
    (unawaited, "_py_warnings", "_warn_unawaited_coroutine"))
RETURNS = table(
    (made_task, "asyncio/base_events", "BaseEventLoop.create_task"),
    (made_task, "asyncio/tasks", "create_task ensure_future _ensure_future"),
    (made_task, "asyncio/taskgroups", "TaskGroup.create_task"),
    (made_gather, "asyncio/tasks", "gather shield"),
    (made_future, "asyncio/base_events", "BaseEventLoop.create_future"),
    (acquired, "asyncio/locks", "Lock.acquire Semaphore.acquire"),
    (got, "asyncio/queues", "Queue.get_nowait"),
    (wrapped, "asyncio/futures", "wrap_future"),
    (job_ended, "concurrent/futures/thread", "_WorkItem.run"),
    (loop_closed, "asyncio/runners", "Runner.close"),
    (child_ended, "multiprocessing/process", "BaseProcess._bootstrap"))
FOLLOWED = {"asyncio/tasks.py:wait_for": "wait_for"}
OWNED = {f"asyncio/{key}": name for key, name in (
    *((f"locks.py:{kind}", "self") for kind in ("Lock.acquire", "Semaphore.acquire", "Event.wait", "Condition.wait", "Barrier.wait")),
    *((f"queues.py:Queue.{call}", "self") for call in ("get", "put", "join")),
    ("tasks.py:wait", "fs"), ("taskgroups.py:TaskGroup.__aexit__", "self"))}
