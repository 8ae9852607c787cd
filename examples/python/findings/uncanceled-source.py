"""A report fails early, but its slowest part is still made."""
import asyncio


class Reports:
    async def header(self):
        await asyncio.sleep(0.02)
        raise OSError("no logo")

    async def body(self):
        await asyncio.sleep(0.3)
        return "body"

    async def prices(self):
        await asyncio.sleep(0.01)
        return "prices"


async def build(reports):
    return await asyncio.gather(reports.header(), reports.body(), reports.prices())


async def main():
    try:
        await build(Reports())
    except OSError as error:
        print(error)
    await asyncio.sleep(0.4)


asyncio.run(main())
