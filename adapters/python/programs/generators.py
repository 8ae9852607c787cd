"""Generators, context managers, awaitables of every kind, and coroutines that are driven by hand."""
import asyncio, contextlib, types


class Later:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        yield from asyncio.sleep(0.001).__await__()
        return self.value


@types.coroutine
def turn():
    yield
    return "turn"


async def numbers(n):
    for number in range(n):
        got = yield await inner(number)
        if got:
            print("got", got)


async def inner(number):
    await asyncio.sleep(0.001)
    return number


@contextlib.asynccontextmanager
async def opened(name):
    await asyncio.sleep(0.001)
    try:
        yield name
    finally:
        await inner(0)
        print("closed", name)


async def main():
    print(await Later(1), await turn(), [n async for n in numbers(3)])
    generator = numbers(3)
    print(await anext(generator), await generator.asend("hello"))
    await generator.aclose()
    async with opened("a"), opened("b"):
        print("inside")
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(opened("stacked"))
    with contextlib.suppress(KeyError):
        async with opened("failing"):
            raise KeyError
    broken = numbers(5)
    async for n in broken:
        if n:
            break
    driven = inner(4)
    future = driven.send(None)
    print(type(future).__name__)
    driven.close()
    eager = asyncio.get_running_loop()
    eager.set_task_factory(asyncio.eager_task_factory)
    print(await asyncio.create_task(inner(5)), (await asyncio.gather(inner(6), Later(7)))[0])

    async def recursive(n):
        return n and 1 + await recursive(n - 1)

    print(await recursive(100))
    try:
        await recursive(10_000)
    except RecursionError:
        print("too deep")


asyncio.run(main())
