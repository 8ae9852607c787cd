"""Prints the processor time per operation of loops that do nothing else, in nanoseconds: `python3 loop.py ROUNDS`."""
import asyncio, json, sys, time


async def leaf():
    return 1


async def calls(rounds):
    for _ in range(rounds):
        await leaf()


async def pauses(rounds):
    for _ in range(rounds):
        await asyncio.sleep(0)


async def tasks(rounds):
    for _ in range(rounds):
        await asyncio.create_task(leaf())


async def measure(loop, rounds):
    await loop(100)
    start = time.process_time_ns()
    await loop(rounds)
    return (time.process_time_ns() - start) / rounds


names = {"`await f()`": calls, "`sleep(0)`": pauses, "`create_task` and `await`": tasks}
print(json.dumps({name: asyncio.run(measure(loop, int(sys.argv[1]))) for name, loop in names.items()}))
