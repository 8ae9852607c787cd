"""What was added to the session is never committed."""
import asyncio
import warnings

warnings.simplefilter("ignore")


class Session:
    async def add(self, item):
        await asyncio.sleep(0.005)

    async def commit(self):
        await asyncio.sleep(0.005)


async def update(session, item):
    await session.add(item)
    session.commit()


async def main():
    await update(Session(), "lamp")
    print("updated")


asyncio.run(main())
