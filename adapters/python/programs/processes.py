"""Processes by fork, spawn, subprocess, and os.fork, each with a loop of its own."""
import asyncio, multiprocessing, os, subprocess, sys


async def work(n):
    await asyncio.sleep(0.001)
    return n * 2


def run(n):
    return asyncio.run(work(n))


async def main():
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "import asyncio; asyncio.run(asyncio.sleep(0)); print('child')", stdout=subprocess.PIPE)
    print((await process.communicate())[0], process.returncode)
    return await work(21)


if __name__ == "__main__":
    print(run(1))
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            print(method, pool.map(run, [1, 2, 3]))
        process = multiprocessing.get_context(method).Process(target=run, args=(4,))
        process.start()
        process.join()
        print(process.exitcode)
    print(asyncio.run(main()))
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        print("forked", run(3), flush=True)
        os._exit(7)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
