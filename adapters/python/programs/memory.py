"""What is collected, and when: tasks, coroutines, futures, and what their variables hold."""
import asyncio, gc, weakref


class Big:
    pass


async def holds(big, gate=None):
    await (gate or asyncio.sleep(0))
    return 1


async def nested(big, gate):
    await holds(big, gate)


async def main():
    gc.disable()
    loop, refs = asyncio.get_running_loop(), {}

    def track(name, thing):
        refs[name] = weakref.ref(thing, lambda _: print("freed", name))
        return thing

    await holds(track("argument", Big()))
    print("returned")
    task = track("task", asyncio.create_task(holds(track("in task", Big()))))
    await task
    del task
    print("task ended")
    coroutine = track("unstarted", holds(track("in unstarted", Big())))
    coroutine.close()
    del coroutine
    gate = track("gate", loop.create_future())
    coroutine = track("outer", nested(track("in nested", Big()), gate))
    coroutine.send(None)
    print("suspended")
    del gate
    coroutine.close()
    del coroutine
    print("closed")
    lost = track("lost", asyncio.create_task(nested(track("in lost", Big()), loop.create_future())))
    await asyncio.sleep(0)
    del lost
    gc.collect()
    print("collected")
    try:
        await fails(track("in failed", Big()))
    except ValueError as error:
        track("error", error)
        print("caught")
    print("forgotten")
    queue = track("queue", asyncio.Queue())
    getter = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    getter.cancel()
    await asyncio.wait([getter])
    del queue, getter
    gc.collect()
    print("end")


class Failure(ValueError):
    pass


async def fails(big):
    await asyncio.sleep(0)
    raise Failure()


asyncio.run(main())
