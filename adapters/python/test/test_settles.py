"""Where promises are settled and by which body; values, time limits, and logs of limited size."""
import os, unittest
from support import AdapterTest, events_of, start


class SettlesTest(AdapterTest):
    def outcomes(self, program):
        events = self.record(program)[1]
        rows = {event["p"]: event for event in events if event.get("ev") == "created"}
        return [(rows[e["p"]].get("label") or rows[e["p"]]["kind"], e.get("ev"), rows[e["ctx"]]["label"] if "ctx" in e else None, e["site"]["line"])
                for e in events if e.get("ev") in ("fulfilled", "rejected") and "site" in e]

    def test_the_call_that_settles_is_the_programs(self):
        self.assertEqual(self.outcomes("""
            import asyncio
            async def waits(thing):
                return await thing
            async def opens(event, queue, lock, future):
                await asyncio.sleep(0.001)
                event.set()
                queue.put_nowait(1)
                lock.release()
                future.set_result(2)
            async def main():
                event, queue, lock, future = asyncio.Event(), asyncio.Queue(), asyncio.Lock(), asyncio.get_running_loop().create_future()
                await lock.acquire()
                waiting = [waits(each) for each in (event.wait(), queue.get(), lock.acquire(), future)]
                await asyncio.gather(opens(event, queue, lock, future), *waiting)
                asyncio.get_running_loop().call_later(0.001, event.clear)
                late = asyncio.get_running_loop().create_future()
                asyncio.get_running_loop().call_later(0.001, lambda: late.set_exception(OSError()))
                try:
                    await late
                except OSError:
                    pass
            asyncio.run(main())
            """), [("Event.wait", "fulfilled", "opens", 7), ("Queue.get", "fulfilled", "opens", 8), ("Lock.acquire", "fulfilled", "opens", 9),
                   ("future", "fulfilled", "opens", 10), ("future", "rejected", None, 18)])

    def test_a_future_that_is_freed_right_after_it_was_settled_has_settled(self):
        self.assertEqual(self.outcomes("""
            import asyncio
            async def main():
                for error in (OSError(), None):
                    future = asyncio.get_running_loop().create_future()
                    await asyncio.wait([future], timeout=0.001)
                    future.set_exception(error) if error else future.set_result(1)
                    error and future.exception()
                    future = None
            asyncio.run(main())
            """), [("future", "rejected", "main", 7), ("future", "fulfilled", "main", 7)])

    def test_a_body_that_throws_says_where(self):
        self.assertEqual(self.outcomes("""
            import asyncio
            async def fails(lock):
                async with lock:
                    await asyncio.sleep(0)
                    raise ValueError
            async def passes(lock):
                await fails(lock)
            async def main():
                lock = asyncio.Lock()
                try:
                    await passes(lock)
                except ValueError:
                    pass
                waiting = asyncio.create_task(asyncio.sleep(9))
                waiting.cancel()
                await asyncio.wait([waiting])
            asyncio.run(main())
            """), [("fails", "rejected", None, 6)])

    def test_a_future_that_another_thread_settles_is_noted(self):
        events = self.record("""
            import asyncio, threading
            async def waits(event):
                await event.wait()
            async def main():
                event = asyncio.Event()
                thread = threading.Timer(0.01, event.set)
                thread.start()
                await asyncio.gather(waits(event), asyncio.sleep(0.05))
                safe = asyncio.Event()
                threading.Timer(0.01, asyncio.get_running_loop().call_soon_threadsafe, (safe.set,)).start()
                await safe.wait()
            asyncio.run(main())
            """)[1]
        self.assertEqual([e["text"] for e in events if e.get("ev") == "noted"], ["settled from another thread, which does not wake the event loop"])

    def test_a_task_that_the_loop_creates_has_the_line_of_its_function(self):
        events = self.record("""
            import asyncio
            async def serve(reader, writer):
                await reader.read()
                writer.close()
            async def main():
                async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
                    _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
                    writer.close()
                    await asyncio.sleep(0.02)
            asyncio.run(main())
            """)[1]
        self.assertEqual([e["site"]["line"] for e in events if e.get("label") == "serve"], [3])

    def test_a_generator_waits_where_it_does_and_its_body_where_it_uses_it(self):
        events = self.record("""
            import asyncio
            async def ticks():
                await asyncio.sleep(0.001)
                yield 1
            async def main():
                async for _ in ticks():
                    pass
            asyncio.run(main())
            """)[1]
        self.assertEqual([e["site"]["line"] for e in events if e.get("ev") in ("created", "awaiting")], [9, 4, 7])

    def test_a_time_limit_is_a_row_that_lasts_as_long_as_its_block(self):
        self.check("""
            import asyncio
            async def main():
                async with asyncio.timeout(9):
                    await asyncio.sleep(0.001)
                try:
                    async with asyncio.timeout(0.001):
                        await asyncio.sleep(9)
                except TimeoutError:
                    pass
            asyncio.run(main())
            """, """
            1 ✔ task main :11 ~3 ~5
            2 ✔ timeout :4 >
            3 ✔ sleep :5
            4 ✘ timeout :7 > !1
            5 ⊘ sleep :8 !1
            """)

    def test_a_deadlock_that_the_end_cancels_stays_in_the_log(self):
        program = """
            import asyncio
            async def move(source, target):
                async with source:
                    await asyncio.sleep(0.001)
                    try:
                        async with target:
                            pass
                    finally:
                        await asyncio.sleep(0)
            async def waits(lock):
                async with lock:
                    pass
            async def holds(lock):
                async with lock:
                    await asyncio.sleep(9)
            async def main():
                a, b, c = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
                tasks = [asyncio.create_task(each) for each in (holds(c), move(a, b), move(b, %s), waits(a), waits(c))]
                await asyncio.sleep(0.01)
            asyncio.run(main())
            """
        for lock, canceled in (("a", ["holds", "waits"]), ("c", ["holds", "move", "move", "waits", "waits"])):
            events = self.record(program % lock)[1]
            names = {e["p"]: e["label"] for e in events if e.get("kind") == "task"}
            self.assertEqual(sorted(names[e["p"]] for e in events if e.get("ev") == "rejected" and e["p"] in names), canceled)

    def test_values_are_previews_without_code_of_the_program(self):
        events = self.record("""
            import asyncio
            class Loud(Exception):
                def __str__(self): raise SystemExit(9)
                __repr__ = __str__
            class Text(str):
                def __repr__(self): raise SystemExit(8)
            async def returns(value):
                return value
            async def fails():
                raise Loud("no such file", Loud())
            async def main():
                for value in (1, "two", [3, 4, 5, 6], {"a": Loud()}, Text("x"), None):
                    await returns(value)
                future = asyncio.get_running_loop().create_future()
                asyncio.get_running_loop().call_later(0.001, lambda: future.set_result(7))
                await future
                try:
                    await fails()
                except Loud:
                    pass
            asyncio.run(main())
            """, PROMISESCOPE_VALUES="preview")[1]
        self.assertEqual(events[0]["values"], "preview")
        self.assertEqual([e.get("value") for e in events if e.get("ev") == "fulfilled"], ["1", "'two'", "[3, 4, 5, …]", "{'a': Loud}", "Text", None, "7", None])
        self.assertEqual(events[0]["argv"][1:], ["app.py"])
        self.assertNotIn("argv", self.record("import asyncio\nasyncio.run(asyncio.sleep(0.001))")[1][0])
        self.assertEqual([e["error"] for e in events if e.get("ev") == "rejected"], ["'no such file', Loud"])

    def test_a_future_of_the_program_is_created_where_that_created_it(self):
        self.check("""
            import asyncio
            async def waits(future):
                await asyncio.shield(future)
            async def main():
                first = asyncio.get_running_loop().create_future()
                last = asyncio.get_running_loop().create_future()
                done = asyncio.get_running_loop().create_future()
                done.set_result(0)
                tasks = [asyncio.create_task(waits(each)) for each in (first, first, last)]
                await asyncio.sleep(0)
                first.set_result(1)
                last.set_exception(OSError())
                await asyncio.gather(done, *tasks, return_exceptions=True)
            asyncio.run(main())
            """, """
            1 ✔ task main :15 ~10
            2 ✔ task waits :10 ~5 >10
            3 ✔ task waits :10 ~7 >10
            4 ✘ task waits :10 ~8 >10 !10
            5 ✔ shield :4
            6 ✔ future :6 >5 >7
            7 ✔ shield :4
            8 ✘ shield :4
            9 ✘ future :7 >8
            10 ✔ gather :14
            """)

    def test_a_log_that_cannot_grow_ends_with_a_count_of_what_it_lacks(self):
        import resource
        program = """if True:
            import asyncio, resource
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
            async def leaf():
                await asyncio.sleep(0.00001)
            async def main():
                for n in range(200):
                    await leaf()
            asyncio.run(main())
            print("done")"""
        log = os.path.join(self.folder, "run.ndjson")
        result = start(["-c", program], self.folder, log)
        self.assertEqual((result.stdout, result.returncode), ("done\n", 0))
        self.assertRegex(result.stderr, r"\Apromisescope: the log cannot be written, the program continues: .*File too large\n\Z")
        events = events_of(log)
        self.assertLessEqual(os.path.getsize(log), 20_000)
        self.assertGreater(os.path.getsize(log), 19_000)
        self.assertEqual([e["ev"] for e in events[-2:]], ["lost", "noted"])
        self.assertEqual(events[-2]["seq"], events[-3]["seq"] + 1)
        self.assertEqual(events[-1]["text"], "not recorded: what followed, because the log cannot be written: File too large")

    def test_a_limit_keeps_the_end_of_a_log_and_counts_the_rest(self):
        program = """if True:
            import asyncio
            async def leaf():
                await asyncio.sleep(0)
            async def main():
                for n in range(2000):
                    await leaf()
                    if n % 200 == 0:
                        await asyncio.sleep(0.03)
            asyncio.run(main())"""
        log = os.path.join(self.folder, "run.ndjson")
        for unit, most in (("64K", 65_536), ("4K", 4_096)):
            self.assertEqual(start(["-c", program], self.folder, log, PROMISESCOPE_LIMIT=unit).stderr, "")
            events = events_of(log)
            self.assertLess(os.path.getsize(log), most * 9 / 16 + 1)
            self.assertEqual((events[1]["ev"], events[1]["count"], events[-1]["ev"]), ("lost", events[1]["seq"], "ended"))
            self.assertEqual([e["seq"] for e in events[1:]], list(range(events[1]["seq"], events[-1]["seq"] + 1)))
            self.assertEqual(os.listdir(self.folder), ["run.ndjson"])
        self.assertIn('found "many"', start(["-c", program], self.folder, log, PROMISESCOPE_LIMIT="many").stderr)


if __name__ == "__main__":
    unittest.main()
