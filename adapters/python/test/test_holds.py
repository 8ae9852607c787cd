"""Who holds locks and the elements of pools, and what stays pending if the end of the program cancels it."""
import unittest
from support import AdapterTest


class HoldsTest(AdapterTest):
    def test_what_only_the_program_could_settle_stays_pending_if_the_end_cancels_it(self):
        events = self.check("""
            import asyncio
            async def takes(lock):
                await lock.acquire()
            async def waits(thing):
                await thing.wait()
            async def polls(thing):
                while True:
                    async with thing:
                        await thing.wait()
            async def gives_up(thing):
                await asyncio.wait([asyncio.create_task(waits(thing))], timeout=0.001)
            async def main():
                lock, event, condition = asyncio.Lock(), asyncio.Event(), asyncio.Condition()
                await takes(lock)
                await gives_up(event)
                global tasks
                tasks = [asyncio.create_task(each) for each in (takes(lock), waits(event), polls(condition))]
                await asyncio.sleep(0.01)
            asyncio.run(main())
            """, """
            1 ✔ task main :20 ~2 ~4 ~11
            2 ✔ coroutine takes :15
            3 ○ Lock held :4 ~2 >12
            4 ✔ coroutine gives_up :16 ~6
            5 ○ task waits :12 >6 ~7 >
            6 ✔ wait :12
            7 ○ Event.wait :6
            8 ○ task takes :18 ~12 >
            9 ⊘ task waits :18 ~13 !
            10 ⊘ task polls :18 ~15 !
            11 ✔ sleep :19
            12 ○ Lock.acquire :4
            13 ⊘ Event.wait :6
            14 ✔ Lock held :9 ~10
            15 ⊘ Condition.wait :10
            """)
        self.assertEqual(events[-1]["reason"], "drained")

    def test_the_caller_holds_what_a_function_acquired_for_it(self):
        events = self.record("""
            import asyncio
            class Pool:
                def __init__(self):
                    self.slots = asyncio.Semaphore(2)
                async def take(self):
                    await self.slots.acquire()
            async def use(pool, fails):
                await pool.take()
                await asyncio.sleep(0.001)
                if fails:
                    return
                pool.slots.release()
            async def main():
                pool = Pool()
                for fails in (False, True, True):
                    await asyncio.create_task(use(pool, fails))
            asyncio.run(main())
            """)[1]
        names = {e["p"]: e.get("label") for e in events if e.get("ev") == "created"}
        kinds = {e["p"]: e["kind"] for e in events if e.get("ev") == "created"}
        holders = [(names[e["source"]], e["site"]["line"]) for e in events if e.get("ev") == "awaiting" and "held" in kinds[e["p"]]]
        self.assertEqual(holders, [("Pool.take", 7), ("use", 9), ("use", 9)])

    def test_a_queue_whose_elements_are_put_back_is_a_pool(self):
        self.check("""
            import asyncio, contextlib
            @contextlib.asynccontextmanager
            async def lent(pool):
                element = await pool.get()
                try:
                    yield element
                finally:
                    pool.put_nowait(element)
            async def use(pool):
                async with lent(pool) as element:
                    await asyncio.sleep(0.001)
            async def main():
                pool = asyncio.Queue()
                pool.put_nowait(object())
                await asyncio.gather(use(pool), use(pool), use(pool))
            asyncio.run(main())
            """, """
            1 ✔ task main :17 ~5
            2 ✔ task use :16 >5 ~6
            3 ✔ task use :16 >5 ~7 ~10
            4 ✔ task use :16 >5 ~8 ~11
            5 ✔ gather :16
            6 ✔ sleep :12
            7 ✔ Queue.get pool of app.py:14 :5
            8 ✔ Queue.get pool of app.py:14 :5
            9 ✔ Queue held pool of app.py:14 :11 ~3 >8
            10 ✔ sleep :12
            11 ✔ sleep :12
            """)

    def test_a_queue_of_work_is_no_pool_though_some_of_it_is_put_back(self):
        events = self.record("""
            import asyncio
            async def work(jobs):
                while (job := await jobs.get())[0] > 0:
                    await asyncio.sleep(0.001)
                    if job[0] == 2:
                        job[0] = 1
                        jobs.put_nowait(job)
            async def main():
                jobs = asyncio.Queue()
                for number in (2, 1, 2, 1):
                    jobs.put_nowait([number])
                workers = [asyncio.create_task(work(jobs)) for _ in range(2)]
                await asyncio.sleep(0.01)
                for _ in workers:
                    jobs.put_nowait([0])
                await asyncio.gather(*workers)
            asyncio.run(main())
            """)[1]
        self.assertEqual([e for e in events if e.get("kind") == "Queue held"], [])

    def test_what_a_generator_holds_that_its_user_left_stays_held_if_the_end_closes_it(self):
        self.check("""
            import asyncio
            async def rows(lock):
                async with lock:
                    yield 1
                    yield 2
            async def first(lock, kept):
                kept.append(rows(lock))
                async for row in kept[-1]:
                    return row
            async def main():
                lock = asyncio.Lock()
                await first(lock, [])
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                kept = []
                await first(lock, kept)
            asyncio.run(main())
            """, """
            1 ✔ task main :18 ~2 ~4
            2 ✔ coroutine first :13
            3 ✔ Lock held lock of app.py:12 :9 ~2
            4 ✔ coroutine first :17
            5 ○ Lock held lock of app.py:12 :9 ~4
            """)

    def test_tasks_that_wait_for_each_other_can_be_canceled(self):
        program = """
            import asyncio
            tasks = []
            async def waits(other):
                %s
            async def main():
                tasks.extend(asyncio.create_task(waits(other)) for other in (1, 0))
                await asyncio.wait(tasks, timeout=0.01)
            asyncio.run(main())
            """
        for step in ("await tasks[other]", "async with asyncio.timeout(0.001): await tasks[other]"):
            events = self.record(program % step)[1]
            self.assertEqual(events[-1]["ev"], "ended")


if __name__ == "__main__":
    unittest.main()
