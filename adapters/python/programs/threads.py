"""Event loops in threads, executors, and calls between them."""
import asyncio, concurrent.futures, threading, time


async def work(n):
    await asyncio.sleep(0.001)
    return n * n


def job(n):
    if n == 3:
        raise ValueError(n)
    return n + 1


async def main(name):
    loop = asyncio.get_running_loop()
    print(name, await work(2), await asyncio.to_thread(job, 1), await loop.run_in_executor(None, job, 2))
    try:
        await asyncio.to_thread(job, 3)
    except ValueError as error:
        print(name, repr(error))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        print(sorted(await asyncio.gather(*(loop.run_in_executor(pool, job, n) for n in (4, 5)))))


for name in ("first", "second"):
    thread = threading.Thread(target=lambda: asyncio.run(main(name)))
    thread.start()
    thread.join()
loop = asyncio.new_event_loop()
thread = threading.Thread(target=loop.run_forever)
thread.start()
print(asyncio.run_coroutine_threadsafe(work(5), loop).result())
loop.call_soon_threadsafe(loop.stop)
thread.join()
loop.close()
with concurrent.futures.ThreadPoolExecutor() as pool:
    print(list(pool.map(job, range(3))))
