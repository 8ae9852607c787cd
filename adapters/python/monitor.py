"""The events of `sys.monitoring` (PEP 669) that the adapter takes, and the code that they are taken from.

Nothing of the program is wrapped, replaced, or subclassed. Each code object is looked at once, when it first runs; code that has nothing to
report costs nothing from then on.
"""
import atexit, os, sys
from sys import monitoring
from _promisescope import actions, calls, coroutines, library, lines, rows
from _promisescope.coroutines import COROUTINE, STOPS, followed
from _promisescope.source import STDLIB, is_program

EVENTS = monitoring.events
known = {}  # the code objects that were looked at, by their identity, which stays their own
starts, returns = {}, {}  # what to do when code starts, or with what it returns, by the identity of the code
tool = rows.tool
hidden = [0]  # how many coroutines of packages ran


def learn(code):
    known[id(code)] = code
    events, name = 0, code.co_filename
    if actions.calls_of_interest(code):
        events |= EVENTS.CALL
    if name.startswith(STDLIB):
        key = f"{name[len(STDLIB):].replace(os.sep, '/')}:{code.co_qualname}"
        if key in library.STARTS:
            starts[id(code)] = library.STARTS[key]
        if key in library.RETURNS:
            returns[id(code)] = library.RETURNS[key]
            events |= EVENTS.PY_RETURN
        if key in library.OWNED:
            calls.owned[id(code)] = library.OWNED[key]
        kind = library.FOLLOWED.get(key)
    else:
        kind = None
    if code.co_flags & COROUTINE:
        kind = "coroutine" if is_program(code) else kind
        if kind is not None:
            follow(code, kind)
            events |= EVENTS.PY_YIELD | EVENTS.PY_RESUME | EVENTS.PY_RETURN
        elif not name.startswith(STDLIB):
            hidden[0] += 1
    if code.co_flags & STOPS and code.co_name != "__sleep0" or code.co_name == "__await__":
        events |= EVENTS.PY_YIELD
    if events:
        monitoring.set_local_events(tool[0], code, events | monitoring.get_local_events(tool[0], code))


def follow(code, kind):
    if not followed:  # from now on, errors matter
        monitoring.set_events(tool[0], EVENTS.PY_START | EVENTS.PY_UNWIND | EVENTS.PY_THROW)
    followed[id(code)] = kind


def started(code):
    if id(code) not in known:
        learn(code)
        if id(code) in followed:
            return coroutines.enter(code, sys._getframe(2), followed[id(code)], calls.here.stack)
    if id(code) in starts:
        return starts[id(code)](sys._getframe(2))
    return monitoring.DISABLE


def ended(code, value, frame):
    action = returns.get(id(code))
    if action is not None:
        action(value, frame)
    elif library.foreign:
        library.foreign_ended(frame, None)


def unwound(code, error, frame):
    if library.foreign:
        library.foreign_ended(frame, error)


def on_call(code, offset, called, first):
    try:
        return actions.on_call(code, called, first)
    except RecursionError:
        rows.records.missed += 1
    except Exception as error:
        rows.fault(error)


coroutines.others[:] = started, ended, unwound
CALLBACKS = {"PY_START": coroutines.on_start, "PY_RETURN": coroutines.on_return, "PY_UNWIND": coroutines.on_unwind, "PY_THROW": coroutines.on_throw,
             "PY_YIELD": coroutines.on_yield, "PY_RESUME": coroutines.on_resume, "CALL": on_call, "RAISE": actions.on_raise}


def silence():
    """Nothing is reported anymore."""
    monitoring.set_events(tool[0], 0)
    for name in CALLBACKS:
        monitoring.register_callback(tool[0], getattr(EVENTS, name), None)


rows.records.on_fault = silence


def end():
    if hidden[0] and next(rows.numbers) == 1:
        rows.add(lines.noted, None, f"not recorded: {hidden[0]} async functions of packages, and the program has none; PROMISESCOPE_PACKAGES=1 records them")
    rows.finish("drained" if rows.records.is_drained else "exit", running=calls.here.stack)
    silence()


def forked():
    rows.begin_again()
    for table in (library.foreign, library.jobs, calls.here.stack, rows.records.stacks, actions.late, actions.silenced):
        table.clear()
    library.is_ending[0] = False
    calls.here.register()


def install():
    free = next((number for number in (4, 3, 2, 5, 1, 0) if monitoring.get_tool(number) is None), None)
    if free is None:
        raise RuntimeError("other tools have taken all six places of sys.monitoring")
    tool[0] = free
    monitoring.use_tool_id(free, "promisescope")
    atexit.register(end)
    os.register_at_fork(before=rows.records.stop_thread, after_in_child=forked)
    for name, callback in CALLBACKS.items():
        monitoring.register_callback(free, getattr(EVENTS, name), callback)
    monitoring.set_events(free, EVENTS.PY_START)
