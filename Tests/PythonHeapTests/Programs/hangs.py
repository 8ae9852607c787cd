import asyncio
import contextlib


class Broker:
    def __init__(self):
        self.pending = {}

    def call(self, key):
        self.pending[key] = asyncio.get_running_loop().create_future()
        return self.pending[key]


async def transfer(a, b):
    async with a:
        await asyncio.sleep(0.01)
        async with b:  #@
            return 1


async def audit(a, b):
    async with b:
        await asyncio.sleep(0.01)
        async with a:  #@
            return 2


async def fetch(broker):
    value = [
        1,
        await broker.call(
            "lost"),  #@-1
    ]
    return value


async def load(broker):
    return await fetch(broker)  #@


async def twice(broker):
    return await asyncio.gather(load(broker), load(broker))  #@


async def numbers(broker):
    yield 1
    yield await fetch(broker)  #@


async def each(broker):
    async for _ in numbers(broker):  #@
        pass


@contextlib.asynccontextmanager
async def session(queue):
    yield await queue.get()  #@


async def worker(queue):
    async with session(queue):  #@
        pass


async def follow(task):
    await task  #@


async def patient(broker):
    await asyncio.wait_for(fetch(broker), 3600)  #@


async def main():
    a, b, broker, queue = asyncio.Lock(), asyncio.Lock(), Broker(), asyncio.Queue()
    asyncio.get_running_loop().call_later(0.1, print, "ready")
    async with asyncio.TaskGroup() as group:  #@
        group.create_task(transfer(a, b), name="move")
        group.create_task(audit(a, b))
        both = group.create_task(twice(broker))
        group.create_task(each(broker))
        group.create_task(worker(queue))
        group.create_task(follow(both))
        group.create_task(patient(broker))
        group.create_task(asyncio.sleep(3600))


asyncio.run(main())
