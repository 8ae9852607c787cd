"""What is a row, what each body awaits, and how errors and cancellation go through them."""
import signal, unittest
from support import AdapterTest, picture


class RowsTest(AdapterTest):
    def test_calls_of_coroutines_tasks_and_calls_of_the_library_are_rows(self):
        self.check("""
            import asyncio, sys
            async def query(text):
                await asyncio.sleep(0.001)
                return text
            async def main():
                print(await asyncio.create_task(query("task")), await query("call"))
            asyncio.run(main())
            """, """
            1 ✔ task main :8 ~2 ~4
            2 ✔ task query :7 ~3
            3 ✔ sleep :4
            4 ✔ coroutine query :7 ~5
            5 ✔ sleep :4
            """)

    def test_combinators_have_their_inputs_below(self):
        self.check("""
            import asyncio
            async def query(seconds):
                await asyncio.sleep(seconds)
            async def main():
                await asyncio.gather(query(0.001), query(0.002))
                await asyncio.wait([asyncio.create_task(query(0.001))])
                async with asyncio.TaskGroup() as group:
                    group.create_task(query(0.001))
                await asyncio.wait_for(query(0.001), 5)
                await asyncio.shield(query(0.001))
            asyncio.run(main())
            """, """
            1 ✔ task main :12 ~4 ~8 ~11 ~13 ~17
            2 ✔ task query :6 >4 ~5
            3 ✔ task query :6 >4 ~6
            4 ✔ gather :6
            5 ✔ sleep :4
            6 ✔ sleep :4
            7 ✔ task query :7 >8 ~9
            8 ✔ wait :7
            9 ✔ sleep :4
            10 ✔ task query :9 >11 ~12
            11 ✔ TaskGroup :8
            12 ✔ sleep :4
            13 ✔ wait_for wait_for :10 ~14
            14 ✔ coroutine query :10 ~15
            15 ✔ sleep :4
            16 ✔ task query :11 >17 ~18
            17 ✔ shield :11
            18 ✔ sleep :4
            """)

    def test_locks_and_queues_are_named_by_what_they_were_assigned_to(self):
        self.check("""
            import asyncio
            async def use(lock):
                async with lock:
                    pass
            async def main():
                lock = asyncio.Lock()
                inbox = asyncio.Queue()
                async with lock:
                    other = asyncio.create_task(use(lock))
                    await asyncio.sleep(0.001)
                await other
                asyncio.get_running_loop().call_later(0.001, inbox.put_nowait, 1)
                await inbox.get()
            asyncio.run(main())
            """, """
            1 ✔ task main :15 ~4 ~3 ~7
            2 ✔ Lock held lock of app.py:7 :9 ~1 >5
            3 ✔ task use :10 ~5
            4 ✔ sleep :11
            5 ✔ Lock.acquire lock of app.py:7 :4
            6 ✔ Lock held lock of app.py:7 :4 ~3
            7 ✔ Queue.get inbox of app.py:8 :14
            """)

    def test_errors_go_from_body_to_body_until_one_handles_them(self):
        events = self.check("""
            import asyncio
            async def fails():
                await asyncio.sleep(0)
                raise ValueError("no")
            async def passes():
                await fails()
            async def main():
                try:
                    await passes()
                except ValueError:
                    pass
                await asyncio.create_task(passes())
            try:
                asyncio.run(main())
            except ValueError:
                pass
            asyncio.run(fails())
            """, """
            1 ✘ task main :15 ~2 ~4 !
            2 ✘ coroutine passes :10 ~3 !1
            3 ✘ coroutine fails :7
            4 ✘ task passes :13 ~5
            5 ✘ coroutine fails :7
            6 ✘ task fails :18
            """)
        self.assertEqual([event["p"] for event in events[1:] if event["ev"] == "unhandled"], [6])

    def test_what_nothing_retrieves_is_unhandled_and_what_nothing_awaits_is_released(self):
        events = self.check("""
            import asyncio, gc, warnings
            warnings.simplefilter("ignore")
            async def fails(name):
                raise ValueError(name)
            async def main():
                tasks = [asyncio.create_task(fails(name)) for name in "abc"]
                await asyncio.wait(tasks)
                tasks[0].exception()
                await asyncio.gather(tasks[1], return_exceptions=True)
                asyncio.get_running_loop().set_exception_handler(lambda *_: None)
                fails("never")
                lost = asyncio.create_task(asyncio.Event().wait())
                await asyncio.sleep(0)
                del lost
                gc.collect()
            asyncio.run(main())
            """, """
            1 ✔ task main :17 ~5
            2 ✘ task fails :7 >5 !
            3 ✘ task fails :7 >5 >6 !6
            4 ✘ task fails :7 >5
            5 ✔ wait :8
            6 ✔ gather :10
            7 ○ coroutine fails :12
            8 ○ task Event.wait :13
            """)
        self.assertEqual([(e["ev"], e["p"]) for e in events[1:] if e["ev"] in ("unhandled", "released")], [("released", 7), ("released", 8), ("unhandled", 4)])

    def test_an_error_that_a_late_cancellation_silences_is_unhandled(self):
        events = self.record("""
            import asyncio
            async def fails():
                raise ValueError
            async def main():
                tasks = [asyncio.create_task(fails()) for _ in range(4)]
                await asyncio.sleep(0.001)
                for task in tasks:
                    task.cancel()
                tasks[1].exception()
                await asyncio.gather(tasks[2], return_exceptions=True)
                try:
                    await tasks[3]
                except ValueError:
                    pass
            asyncio.run(main())
            """)[1]
        self.assertEqual([e["p"] for e in events if e.get("ev") == "unhandled"], [2])
        self.assertEqual(sorted(e["p"] for e in events if e.get("ev") == "handled"), [3, 4, 5])

    def test_a_cancellation_says_who_asked(self):
        events = self.check("""
            import asyncio
            async def waits():
                await asyncio.Event().wait()
            async def main():
                task = asyncio.create_task(waits())
                await asyncio.sleep(0)
                task.cancel()
                await asyncio.wait([task])
                try:
                    await asyncio.wait_for(waits(), 0.001)
                except TimeoutError:
                    pass
            asyncio.run(main())
            """, """
            1 ✔ task main :14 ~4 ~5
            2 ⊘ task waits :6 ~3 >4 !
            3 ⊘ Event.wait :4
            4 ✔ wait :9
            5 ✘ wait_for wait_for :11 ~6 !1
            6 ⊘ coroutine waits :11 ~7 !5
            7 ⊘ Event.wait :4
            """)
        self.assertEqual([(e["p"], e.get("by")) for e in events[1:] if e["ev"] == "cancelRequested"][0], (2, 1))
        self.assertIn("canceled by main (app.py:8)", [e.get("text") for e in events])

    def test_the_log_ends_before_an_interrupt_cancels_what_was_waiting(self):
        _, events = self.record("""
            import asyncio, os, signal
            async def main():
                asyncio.get_running_loop().call_later(0.01, os.kill, os.getpid(), signal.SIGINT)
                await asyncio.Event().wait()
            asyncio.run(main())
            """)
        self.assertEqual(picture(events), ["1 ○ task main :6 ~2", "2 ○ Event.wait :5"])
        self.assertEqual((events[-1]["reason"], events[-1]["signal"]), ("signal", "SIGINT"))

    def test_a_job_of_an_executor_has_its_thread(self):
        events = self.check("""
            import asyncio
            def waits(event):
                event.wait(0.02)
            async def main():
                import threading
                await asyncio.to_thread(waits, threading.Event())
            asyncio.run(main())
            """, """
            1 ✔ task main :8 ~2
            2 ✔ run_in_executor waits :7
            """)
        self.assertEqual([e["ev"] for e in events[1:] if e.get("p") == 2], ["created", "enqueued", "started", "finished", "fulfilled"])

    def test_an_async_generator_is_part_of_what_uses_it(self):
        self.check("""
            import asyncio
            async def items():
                yield await query()
            async def query():
                await asyncio.sleep(0.001)
            async def main():
                async for _ in items():
                    await asyncio.sleep(0.001)
            asyncio.run(main())
            """, """
            1 ✔ task main :10 ~2 ~4
            2 ✔ coroutine query :4 ~3
            3 ✔ sleep :6
            4 ✔ sleep :9
            """)

    def test_a_body_that_blocks_the_loop_has_its_processor_time(self):
        _, events = self.record("""
            import asyncio, time
            async def blocks():
                until = time.process_time() + 0.1
                while time.process_time() < until:
                    pass
            async def main():
                await asyncio.sleep(0.03)
                await blocks()
            asyncio.run(main())
            """)
        cpu = [e["cpu"] for e in events if e.get("ev") == "finished" and e["p"] == 3]
        self.assertTrue(cpu and 80_000_000 < cpu[0] < 400_000_000, cpu)

    def test_nothing_is_recorded_of_packages_unless_they_are_asked_for(self):
        import os
        packages = os.path.join(self.folder, "site-packages")
        os.mkdir(packages)
        with open(os.path.join(packages, "helper.py"), "w", encoding="utf-8") as file:
            file.write("import asyncio\nasync def fetch():\n    await inner()\nasync def inner():\n    await asyncio.sleep(0.001)\n")
        program = """
            import asyncio, sys
            sys.path.append("site-packages")
            import helper
            async def main():
                await helper.fetch()
            asyncio.run(main())
            """
        self.assertEqual(picture(self.record(program)[1]), ["1 ✔ task main :7 ~2", "2 ✔ fetch :6"])
        self.assertEqual(len(picture(self.record(program, PROMISESCOPE_PACKAGES="1")[1])), 4)
        with open(os.path.join(packages, "helper.py"), "a", encoding="utf-8") as file:
            file.write("class Server:\n    async def serve(self, app):\n        await app()\n    def run(self, app):\n        asyncio.run(self.serve(app))\n")
        served = self.record("""
            import asyncio, sys
            sys.path.append("site-packages")
            import helper
            async def app():
                await asyncio.sleep(0.001)
            helper.Server().run(app)
            """)[1]
        self.assertEqual(picture(served), ["1 ✔ coroutine app :5 > ~2", "2 ✔ sleep :6"])


if __name__ == "__main__":
    unittest.main()
