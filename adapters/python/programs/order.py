"""The order in which callbacks, tasks, events, queues, and locks go on."""
import asyncio, contextvars

number = contextvars.ContextVar("number", default=0)


async def worker(name, queue, lock, seen):
    number.set(number.get() + 1)
    while (item := await queue.get()) is not None:
        async with lock:
            seen.append((name, item, number.get()))
            await asyncio.sleep(0)
        queue.task_done()
    queue.task_done()


async def main():
    queue, lock, seen, event = asyncio.Queue(2), asyncio.Lock(), [], asyncio.Event()
    workers = [asyncio.create_task(worker(name, queue, lock, seen)) for name in "abc"]
    loop = asyncio.get_running_loop()
    loop.call_soon(seen.append, "soon")
    asyncio.ensure_future(event.wait()).add_done_callback(lambda _: seen.append("event"))
    for item in range(6):
        await queue.put(item)
    event.set()
    for _ in workers:
        await queue.put(None)
    await queue.join()
    await asyncio.gather(*workers)
    done, pending = await asyncio.wait([asyncio.create_task(asyncio.sleep(0, n)) for n in range(3)], return_when=asyncio.FIRST_COMPLETED)
    print(seen, number.get(), len(done), len(pending))
    async for first in ticks(3):
        print(first)
    print([await each for each in asyncio.as_completed([asyncio.sleep(0.02 * n, n) for n in (2, 1, 3)])])
    condition = asyncio.Condition()

    async def notify():
        async with condition:
            condition.notify_all()

    async with condition:
        task = asyncio.create_task(notify())
        await condition.wait()
    await task
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(0.001))
    semaphore = asyncio.BoundedSemaphore(2)
    async with semaphore, semaphore:
        print(semaphore.locked())


async def ticks(count):
    try:
        for tick in range(count):
            yield tick
            await asyncio.sleep(0)
    finally:
        print("closed")


asyncio.run(main())
