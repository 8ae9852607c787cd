"""Mail that cannot be delivered counts as sent."""
import asyncio


class Mailer:
    async def deliver(self, address):
        await asyncio.sleep(0.005)
        if "@" not in address:
            raise ValueError(address)
        return address


async def send_all(mailer, addresses):
    await asyncio.gather(*(mailer.deliver(a) for a in addresses), return_exceptions=True)


async def main():
    await send_all(Mailer(), ["ada@example.com", "bob", "eve"])
    print("sent")


asyncio.run(main())
