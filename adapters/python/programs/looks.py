"""A program that looks at itself: tasks, coroutines, factories, modules, threads, and paths."""
import asyncio, inspect, os, sys, threading


async def child():
    await asyncio.sleep(0)
    return 1


async def main():
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    print(task.get_name(), repr(task).split(" coro")[0], inspect.iscoroutine(task.get_coro()), type(task), loop.get_task_factory())
    other = asyncio.create_task(child())
    print(other.get_name(), await other, [t.get_name() for t in asyncio.all_tasks()], asyncio.create_task(child(), name="mine").get_name())
    print(len(task.get_stack()), task.get_coro().cr_await, sys.gettrace(), sys.getprofile(), threading.active_count(), threading.enumerate())


asyncio.run(main())
print([name for name in sys.modules if "promise" in name.lower() or name == "sitecustomize"], [path for path in sys.path if "adapter" in path])
print([name for name in ("json", "ast", "datetime", "linecache", "logging.handlers") if name in sys.modules], __name__, __file__, sys.argv)
