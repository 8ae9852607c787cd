"""Coroutines without asyncio, and a loop of the program's own."""


class Trap:
    def __await__(self):
        return (yield self)


async def child(n):
    return await Trap() + n


async def main():
    total = 0
    for n in range(3):
        total += await child(n)
    return total


coroutine, value = main(), None
try:
    while True:
        print(type(coroutine.send(value)).__name__)
        value = 10
except StopIteration as result:
    print(result.value)
