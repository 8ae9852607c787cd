"""Locks, semaphores, queues, and events of the program: their names, and who holds them."""
from _promisescope import calls, lines
from _promisescope.rows import PENDING, RELEASED, add, create, row_of, things, watch
from _promisescope.source import GENERATOR, assigned_name, place_of, program_frame
from _promisescope.waits import running

MOST = 64  # elements of a pool
helpers = set()  # the identities of the code of bodies that acquire locks for their callers
is_ending = [False]  # whether asyncio.run is canceling the tasks that are left: the generators that it closes release locks that nothing waits for anymore


def made_primitive(frame):
    thing, place = frame.f_locals.get("self"), place_of(frame.f_back)
    if thing is not None and place is not None and id(thing) not in things:
        watch(thing, None, assigned_name(place))


def acquired(value, frame):
    """Creates a row that is pending while a lock is held: it awaits the holder, and what waits for the lock waits for it."""
    holder = running()
    if not value or holder is None:
        return
    thing, place = frame.f_locals["self"], place_of_holder(frame, holder)
    entry = things.get(id(thing)) or watch(thing)
    if id(holder.code) in helpers and holder.parent is not None:
        holder, place = holder.parent, holder.place
    hold(entry, type(thing).__name__, holder, place, getattr(thing, "_waiters", None))


def hold(entry, name, holder, place, waiters):
    row = create(name + " held", holder, entry.name, place)
    add(lines.started, row.number)
    add(lines.awaiting, row.number, holder.number, place, 0)
    entry.holds = [*(entry.holds or ()), (row, holder, holder.parent)]
    for waiter in map(row_of, waiters or ()):
        if waiter is not None:
            add(lines.registered, row.number, waiter.number)


def place_of_holder(frame, holder):
    """The place at which a body acquired a lock. If an asynchronous generator acquired it, this is the place at which the body asks for the generator's next value."""
    frame = program_frame(frame)
    outer = frame.f_back if frame is not None and frame.f_code.co_flags & GENERATOR else None
    return place_of(outer if outer is not None and outer.f_code is holder.code else frame)


def released(frame):
    entry, by = things.get(id(frame.f_locals["self"])), running()
    if entry is not None and entry.holds:
        hold = next((hold for hold in entry.holds if hold[1] is by), None) or next((hold for hold in entry.holds if by is not None and hold[2] is by), entry.holds[0])
        give_back(entry, hold)
        if hold[2] is by is not None and hold[1].state not in (PENDING, RELEASED):
            pass_on(entry, hold[1].code)


def pass_on(entry, code):
    """Makes the callers of a helper the holders of the locks that it acquired: the helper has returned, and a caller releases one of them."""
    helpers.add(id(code))
    for number, (row, holder, caller) in enumerate(entry.holds):
        if holder.code is code and holder.state not in (PENDING, RELEASED) and caller is not None and row.state == PENDING:
            add(lines.continued, row.number)
            add(lines.awaiting, row.number, caller.number, holder.place, 0)
            entry.holds[number] = row, caller, caller.parent


def ending(frame):
    is_ending[0] = True


def give_back(entry, hold):
    entry.holds = [other for other in entry.holds if other is not hold]
    row, holder, _ = hold
    if row.state == PENDING and holder.state != RELEASED and (holder.state == PENDING or not is_ending[0]):
        row.state = 1
        add(lines.continued, row.number)
        add(lines.returned, row.number, None, 0)


# Queues as pools, whose elements are put back

class Pool:
    """`taken`: for each element that was taken from a queue, by its identity, the body that took it, the place, and its hold or None. `is_one`: whether an element was put back."""
    __slots__ = "taken", "is_one"

    def __init__(self):
        self.taken, self.is_one = {}, False


def got(element, frame):
    entry, holder = things.get(id(frame.f_locals["self"])), running()
    if entry is None or entry.pool is False or holder is None:
        return
    if entry.pool is None:
        entry.pool = Pool()
    taken = entry.pool.taken
    if len(taken) >= MOST or any(other[0] is holder for other in taken.values()):
        entry.pool = False  # its users are workers, which take one element after the other
    else:
        while frame is not None and frame.f_code is not holder.code:
            frame = frame.f_back
        taken[id(element)] = holder, (holder.code, frame.f_lasti) if frame is not None else holder.place, None
        lend(entry)


def put(frame):
    values = frame.f_locals
    entry = things.get(id(values["self"]))
    if entry is None or not entry.pool:
        return
    taken = entry.pool.taken.pop(id(values["item"]), None)
    if taken is not None:
        entry.pool.is_one = True
        if taken[2] is not None:
            give_back(entry, taken[2])


def lend(entry):
    """Records the elements taken from a pool as held, if something waits for the pool and no body that took an element has ended."""
    pool, waiters = entry.pool, getattr(entry(), "_getters", None)
    if not pool or not pool.is_one or not waiters or any(taken[0].state != PENDING for taken in pool.taken.values()):
        return
    for key, (holder, place, row) in pool.taken.items():
        if row is None:
            hold(entry, "Queue", holder, place, waiters)
            pool.taken[key] = holder, place, entry.holds[-1]


calls.on_wait.append(lend)
