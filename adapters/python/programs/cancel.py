"""Cancellation: before the start, of inner waits, refused, by timeouts, by groups, of shields, and at the end of `asyncio.run`."""
import asyncio


async def patient(log, seconds=60):
    try:
        await asyncio.sleep(seconds)
    except asyncio.CancelledError as error:
        log.append(("canceled", error.args))
        await asyncio.sleep(0)
        raise
    finally:
        log.append("finally")


async def refuses(log):
    for _ in range(2):
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            log.append("refused")
            await asyncio.sleep(0.001)
    return "done"


async def main():
    log = []
    early = asyncio.create_task(patient(log))
    early.cancel("early")
    late = asyncio.create_task(patient(log))
    stubborn = asyncio.create_task(refuses(log))
    await asyncio.sleep(0)
    late.cancel("late")
    for _ in range(2):
        stubborn.cancel()
        await asyncio.sleep(0.01)
    print(await asyncio.gather(early, late, stubborn, return_exceptions=True), log)
    for call in (lambda: asyncio.wait_for(patient(log), 0.01), lambda: asyncio.wait_for(asyncio.Event().wait(), 0.01), lambda: asyncio.wait_for(asyncio.shield(patient(log, 0.05)), 0.01)):
        try:
            await call()
        except TimeoutError as error:
            print(type(error), error.args, log[-1])
    try:
        async with asyncio.timeout(0.01):
            await patient(log)
    except TimeoutError as error:
        print(repr(error), repr(error.__cause__))
    print(asyncio.current_task().cancelling(), log)
    asyncio.create_task(patient(log), name="left")
    await asyncio.sleep(0)


asyncio.run(main())
