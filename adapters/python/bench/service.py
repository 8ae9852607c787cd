"""A service that waits: each request asks a database on the loopback interface three times, twice at once, and reads a file in a thread.

`python3 service.py PORT` runs the database, `uvicorn service:app` the service; without uvicorn, `python3 service.py PORT PORT` serves the same by itself.
"""
import asyncio, json, os, sys

DELAY = 0.02  # what the database takes for an answer, in seconds


class Pool:
    def __init__(self, port):
        self.port, self.free = port, []

    async def query(self, text):
        reader, writer = self.free.pop() if self.free else await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(text.encode() + b"\n")
            return json.loads(await reader.readline())
        finally:
            self.free.append((reader, writer))


pool = Pool(int(os.environ.get("DATABASE", "0")))


async def user(number):
    return await pool.query(f"user {number}")


async def posts(of):
    return await pool.query(f"posts {of['id']}")


async def rights(of):
    return await pool.query(f"rights {of['id']}")


def read():
    with open(__file__, encoding="utf-8") as file:
        return file.read(200)


async def page(number):
    found = await user(number)
    result = await asyncio.gather(posts(found), rights(found))
    text = await asyncio.to_thread(read)
    return json.dumps([found, result, len(text)]).encode()


async def app(scope, receive, send):
    body = await page(scope["path"][1:])
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


async def database(reader, writer):
    while await reader.readline():
        await asyncio.sleep(DELAY)
        writer.write(b'{"id": 1, "name": "ada"}\n')


async def connection(reader, writer):
    while line := await reader.readline():
        while await reader.readline() != b"\r\n":
            pass
        body = await page(line.split()[1][1:].decode())
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(body) + body)


async def serve(handler, port):
    server = await asyncio.start_server(handler, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(connection if len(sys.argv) > 2 else database, int(sys.argv[-1])))
