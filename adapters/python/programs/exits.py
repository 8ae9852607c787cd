"""How a program ends: `exits.py HOW`."""
import asyncio, os, signal, sys


async def inner(how):
    await asyncio.sleep(0)
    if how == "exit":
        sys.exit(3)
    elif how == "interrupt":
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(60)
    elif how == "terminate":
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(60)
    elif how == "raise":
        raise RuntimeError("end")
    elif how == "at-once":
        os._exit(4)
    elif how == "handler":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(60)


async def main(how):
    try:
        await asyncio.create_task(inner(how))
    finally:
        print("finally", flush=True)


class Finalized:
    def __del__(self):
        raise KeyError("unraisable")


if sys.argv[1] == "unraisable":
    Finalized()
asyncio.run(main(sys.argv[1]))
