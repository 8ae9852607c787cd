"""A small service with three faults: a lock that its holder asks for again, a handler that blocks the event loop, and a task that nothing awaits."""
import asyncio
import hashlib
import time


class Store:
    def __init__(self):
        self.users, self.visits = {1: "Ada", 2: "Grace"}, []
        self.lock = asyncio.Lock()

    async def rename(self, number, name):
        async with self.lock:
            await asyncio.sleep(0.002)
            self.users[number] = name
            return await self.show(number)

    async def show(self, number):
        async with self.lock:  # Fault: rename has the lock while it awaits this.
            await asyncio.sleep(0.002)
            return self.users[number]

    async def count_visit(self, path):
        await asyncio.sleep(3)
        self.visits.append(path)


async def report(store):
    end, digest = time.monotonic() + 0.15, b"seed"
    while time.monotonic() < end:
        digest = hashlib.sha256(digest).digest()  # Fault: nothing else runs in the meantime.
    return f"{digest[:4].hex()} {await store.show(1)}"


async def page(store, path):
    asyncio.create_task(store.count_visit(path))  # Fault: nothing awaits it, so the end of the program cancels it.
    match path.split("/"):
        case ["", "report"]:
            return await report(store)
        case ["", "user", number]:
            return await store.show(int(number))
        case ["", "rename", number, name]:
            return await store.rename(int(number), name)


async def main():
    store = Store()

    async def answer(reader, writer):
        path = (await reader.readline()).decode().strip()
        writer.write(f"{await page(store, path)}\n".encode())
        writer.close()

    async def get(path):
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(f"{path}\n".encode())
        async with asyncio.timeout(1):
            text = (await reader.readline()).decode().strip()
        writer.close()
        return text

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(await asyncio.gather(get("/report"), get("/user/2")))
    try:
        print(await get("/rename/2/Grete"))
    except TimeoutError:
        print("no answer")


asyncio.run(main())
