"""Tracebacks, errors that nothing retrieves, coroutines that nothing awaits, and groups of errors."""
import asyncio, gc, traceback


async def fails(text):
    await asyncio.sleep(0)
    raise ValueError(text)


async def swallow():
    try:
        await fails("swallowed")
    except Exception:
        pass


async def cleanup():
    try:
        await fails("after")
    finally:
        await asyncio.sleep(0)


async def main():
    await swallow()
    for call in (fails("direct"), asyncio.create_task(fails("task")), asyncio.gather(fails("gather"), asyncio.sleep(0)), cleanup(), asyncio.shield(fails("shield"))):
        try:
            await call
        except ValueError:
            traceback.print_exc()
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(fails("one"))
            group.create_task(asyncio.sleep(60))
    except* ValueError as errors:
        print(errors.exceptions)
    print(await asyncio.gather(fails("x"), asyncio.sleep(0, 1), return_exceptions=True))
    asyncio.create_task(fails("lost"))
    await asyncio.sleep(0.01)
    gc.collect()
    fails("never awaited")
    coroutine = fails("closed")
    coroutine.send(None)
    try:
        coroutine.throw(KeyError("thrown"))
    except KeyError as error:
        print(repr(error), len(traceback.extract_tb(error.__traceback__)))
    task = asyncio.create_task(fails("retrieved"))
    await asyncio.wait([task])
    print(repr(task.exception()))
    await fails("end")


asyncio.run(main())
