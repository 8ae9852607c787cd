"""What the source tells of each `await`, and who cancels what."""
import unittest
from support import AdapterTest


class FactsTest(AdapterTest):
    def test_the_source_tells_loops_and_handlers(self):
        _, events = self.record("""
            import asyncio
            async def main():
                n = 0
                while n < 2:
                    n += 1
                    try:
                        await asyncio.sleep(0.001)
                    except Exception:
                        pass
                try:
                    await asyncio.sleep(0.001)
                except ValueError:
                    pass
            asyncio.run(main())
            """)
        self.assertEqual([(e.get("takesError"), e.get("loop")) for e in events if e.get("ev") == "awaiting"], [(False, "condition")] * 2 + [(True, None)])

    def test_a_handler_that_takes_a_cancellation_and_stays_in_its_loop_does_not_use_it(self):
        _, events = self.record("""
            import asyncio
            async def stays():
                for n in range(3):
                    try:
                        await asyncio.sleep(0.001)
                    except (ValueError, asyncio.CancelledError) as error:
                        print(repr(error))
            async def leaves():
                while True:
                    try:
                        await asyncio.sleep(0.001)
                    except asyncio.CancelledError:
                        break
                await asyncio.sleep(0)
            async def main():
                for work in (stays, leaves):
                    task = asyncio.create_task(work())
                    await asyncio.sleep(0)
                    task.cancel()
                    await task
            asyncio.run(main())
            """)
        self.assertEqual([(e.get("takesError"), e.get("site", {}).get("line")) for e in events if e.get("ev") == "handled"], [(False, 7), (None, None)])

    def test_a_body_that_blocks_says_where_and_for_what(self):
        _, events = self.record("""
            import asyncio, time
            def helper():
                time.sleep(0.1)
            def computes():
                end = time.process_time() + 0.1
                while time.process_time() < end: pass
            async def sleeps():
                helper()
            async def works():
                computes()
                await asyncio.sleep(0)
            async def calls():
                time.sleep(0.1)
                await works()
            async def main():
                await asyncio.sleep(0.03)
                await sleeps()
                await calls()
            asyncio.run(main())
            """)
        self.assertEqual([(e["site"]["line"], e["text"]) for e in events if e.get("ev") == "noted"], [(line, "held the event loop here") for line in (4, 14, 7)])
        self.assertEqual(["cpu" in e for e in events if e.get("ev") in ("finished", "awaiting") and e["p"] in (3, 5)], [False, True, False])

    def test_a_loop_is_each_only_if_its_rounds_are_independent(self):
        _, events = self.record("""
            import asyncio
            async def get(*_):
                await asyncio.sleep(0)
            async def main():
                last = 0
                for n in (1,):
                    await get(n)
                for n in (1,):
                    last = await get(n, last)
                for n in (1,):
                    if n:
                        await get(n)
                for _ in (1,):
                    await get()
            asyncio.run(main())
            """)
        self.assertEqual([e.get("loop") for e in events if e.get("ev") == "awaiting"], ["each", None, None, None])

    def test_the_results_of_a_gather_are_used_if_the_source_reads_them(self):
        _, events = self.record("""
            import asyncio
            async def fails():
                raise ValueError
            async def main():
                await asyncio.gather(fails(), return_exceptions=True)
                unread = await asyncio.gather(fails(), return_exceptions=True)
                read = await asyncio.gather(fails(), return_exceptions=True)
                print(len(read))
                return await asyncio.gather(fails(), return_exceptions=True)
            asyncio.run(main())
            """)
        self.assertEqual([e.get("takesError") for e in events if e.get("ev") == "registered"], [False, False, None, None])

    def test_the_end_of_the_loop_cancels_work_and_workers(self):
        _, events = self.record("""
            import asyncio
            async def save():
                await asyncio.sleep(9)
            async def work(queue):
                while True:
                    await queue.get()
            async def pulse():
                while True:
                    await asyncio.sleep(9)
            async def main():
                global tasks
                tasks = [asyncio.create_task(each) for each in (save(), work(asyncio.Queue()), pulse())]
                await asyncio.sleep(0)
            asyncio.run(main())
            """)
        names = {e["p"]: e["label"] for e in events if e.get("kind") == "task"}
        self.assertEqual([names[e["p"]] for e in events if e.get("text") == "canceled by the end of asyncio.run"], ["save"])

    def test_a_time_limit_cancels_what_a_task_waits_for_and_not_the_task(self):
        _, events = self.record("""
            import asyncio, contextlib
            async def main():
                for _ in range(2):
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(asyncio.Event().wait(), 0.001)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.001):
                        await asyncio.sleep(9)
            asyncio.run(main())
            """)
        kinds = {e["p"]: e["kind"] for e in events if e.get("ev") == "created"}
        self.assertEqual([kinds[e["p"]] for e in events if e.get("ev") == "cancelRequested"], ["Event.wait"] * 2)
        self.assertEqual([kinds[e["p"]] for e in events if "_on_timeout" in e.get("text", "")], ["Event.wait"] * 2 + ["task"])


if __name__ == "__main__":
    unittest.main()
