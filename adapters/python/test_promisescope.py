"""Records programs with the adapter, and compares what each row awaits and how it ended. Run by `make test-adapters`."""
import json, os, signal, subprocess, sys, tempfile, textwrap, unittest

ADAPTER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "promisescope.py")
MARKS = {"fulfilled": "✔", "rejected": "✘"}


def run(program, *command, **environment):
    with tempfile.TemporaryDirectory(prefix="promise scope ") as folder:
        with open(os.path.join(folder, "app.py"), "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(program))
        log = os.path.join(folder, "run.ndjson")
        result = subprocess.run([sys.executable, *command, "app.py", "a b"], cwd=folder, env={**os.environ, **environment, "PROMISESCOPE": log}, capture_output=True, text=True, timeout=60)
        if not command:
            return result, []
        if "PSCOPE" in os.environ:
            lint = subprocess.run([os.environ["PSCOPE"], "lint", log], capture_output=True, text=True)
            assert lint.returncode == 0, lint.stdout + lint.stderr
        with open(log, encoding="utf-8") as file:
            return result, [json.loads(line) for line in file]


def picture(events):
    """Draws each row: its state, kind, label, and line; `~` what it awaits in turn, `>` the combinators that it is in, `!` what handled its error."""
    rows, lines = {}, {}
    for event in events[1:]:
        row, ev = event.get("p"), event["ev"]
        if ev == "created":
            rows[row] = [row, "○", event["kind"], event.get("label", ""), f":{event['site']['line']}" if "site" in event else ""]
            lines[row] = []
        elif ev in MARKS:
            rows[row][1] = MARKS[ev]
        elif ev in ("awaiting", "registered", "handled"):
            lines[row].append({"awaiting": "~", "registered": ">", "handled": "!"}[ev] + str(event.get("source") or event.get("by")))
    return [" ".join(str(part) for part in [*row, *lines[number]] if part != "") for number, row in rows.items()]


class AdapterTest(unittest.TestCase):
    maxDiff = None

    def check(self, program, *expected):
        plain, _ = run(program)
        recorded, events = run(program, ADAPTER)
        self.assertEqual((recorded.stdout, recorded.returncode), (plain.stdout, plain.returncode))
        self.assertEqual(picture(events), list(expected))
        return recorded, events

    def test_a_task_awaits_calls_and_other_tasks_and_the_end_of_run_is_none(self):
        self.check("""
            import asyncio, sys
            async def query(text):
                await asyncio.sleep(0.001)
                return text
            async def main():
                print(await asyncio.create_task(query("task")), await query("call"), sys.argv)
            asyncio.run(main())
            """, "1 ✔ task main :8 ~2 ~4", "2 ✔ task query :7 ~3", "3 ✔ sleep :4", "4 ✔ sleep :4")

    def test_what_is_freed_while_pending_is_released(self):
        _, events = self.check("""
            import asyncio, gc
            async def forgotten():
                await asyncio.get_running_loop().create_future()
            async def main():
                asyncio.create_task(forgotten())
                await asyncio.sleep(0.001)
                gc.collect()
            asyncio.run(main())
            """, "1 ✔ task main :9 ~3", "2 ○ task forgotten :6 ~4", "3 ✔ sleep :7", "4 ○ future :4")
        self.assertEqual(sorted((event["p"], event["state"]) for event in events if event.get("ev") == "released"), [(2, "pending"), (4, "pending")])

    def test_gather_is_a_row_with_its_inputs_below(self):
        _, events = self.check("""
            import asyncio
            async def query(seconds):
                await asyncio.sleep(seconds)
            async def main():
                await asyncio.gather(query(0.001), query(0.002))
            asyncio.run(main())
            """, "1 ✔ task main :7 ~4", "2 ✔ task query :6 >4 ~5", "3 ✔ task query :6 >4 ~6", "4 ✔ gather :6", "5 ✔ sleep :4", "6 ✔ sleep :4")
        self.assertIn({"p": 4, "cause": "combinator"}, [{"p": event.get("p"), "cause": event.get("cause")} for event in events])

    @unittest.skipIf(sys.version_info >= (3, 12), "`wait_for` then awaits what it was given")
    def test_wait_for_is_a_timeout_of_what_it_waits_for(self):
        _, events = self.check("""
            import asyncio
            async def query():
                await asyncio.sleep(0.001)
            async def main():
                await asyncio.wait_for(query(), 60)
            asyncio.run(main())
            """, "1 ✔ task main :7 ~3", "2 ✔ task query :6 >3 ~4", "3 ✔ timeout :6", "4 ✔ sleep :4")
        self.assertEqual([(event["from"], event["timer"]) for event in events if "timer" in event], [(2, 60_000_000_000)])

    def test_a_lock_is_named_by_its_type(self):
        self.check("""
            import asyncio
            async def main():
                lock = asyncio.Lock()
                async with lock:
                    other = asyncio.create_task(use(lock))
                    await asyncio.sleep(0.001)
                await other
            async def use(lock):
                async with lock:
                    pass
            asyncio.run(main())
            """, "1 ✔ task main :12 ~3 ~2", "2 ✔ task use :6 ~4", "3 ✔ sleep :7", "4 ✔ Lock :10")

    def test_the_log_ends_at_the_signal_that_ends_the_program(self):
        program = """
            import asyncio, os, signal, sys
            async def main():
                loop = asyncio.get_running_loop()
                loop.call_later(0.01, os.kill, os.getpid(), int(os.environ["SIGNAL"]))
                await loop.create_future()
            asyncio.run(main())
            """
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number.name):
                plain, _ = run(program, SIGNAL=str(int(number)))
                recorded, events = run(program, ADAPTER, SIGNAL=str(int(number)))
                self.assertEqual((recorded.returncode, recorded.stdout), (plain.returncode, plain.stdout))
                self.assertEqual(picture(events), ["1 ○ task main :7 ~2", "2 ○ future :6"])
                self.assertEqual([event["reason"] for event in events if event.get("ev") == "ended"], ["signal"])

    def test_a_program_may_leave_its_folder_and_look_at_itself(self):
        _, events = self.check("""
            import asyncio, inspect, os
            async def main():
                os.chdir("/")
                task = asyncio.current_task()
                print(os.path.isabs(__file__), inspect.iscoroutine(task.get_coro()), isinstance(task, asyncio.Task), repr(task)[:6])
                await asyncio.sleep(0.001)
            asyncio.run(main())
            """, "1 ✔ task main :8 ~2", "2 ✔ sleep :7")
        self.assertEqual({event["site"]["file"] for event in events if "site" in event}, {"app.py"})

    def test_a_program_may_handle_signals_and_fork(self):
        self.check("""
            import asyncio, os, signal
            async def main():
                loop, done = asyncio.get_running_loop(), asyncio.Event()
                for number in (signal.SIGINT, signal.SIGTERM):
                    loop.add_signal_handler(number, done.set)
                    os.kill(os.getpid(), number)
                    await done.wait()
                    done.clear()
                if (child := os.fork()) == 0:
                    asyncio.create_task(main())
                    signal.signal(signal.SIGTERM, default)
                    os.kill(os.getpid(), signal.SIGTERM)
                os.waitpid(child, 0)
            default = signal.getsignal(signal.SIGTERM)
            asyncio.run(main())
            """, "1 ✔ task main :16 ~2 ~3", "2 ✔ wait :8", "3 ✔ wait :8")

    def test_a_fault_of_the_log_never_reaches_the_program(self):
        program = """
            import asyncio
            asyncio.run(asyncio.sleep(0))
            print("done")
            """
        for target in ("/dev/full", "/nowhere/run.ndjson"):
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "app.py"), "w", encoding="utf-8") as file:
                    file.write(textwrap.dedent(program))
                result = subprocess.run([sys.executable, ADAPTER, "app.py"], cwd=folder, env={**os.environ, "PROMISESCOPE": target}, capture_output=True, text=True, timeout=60)
            self.assertEqual((result.stdout, result.returncode), ("done\n", 0))
            self.assertRegex(result.stderr, r"\Apromisescope: the log cannot be written, the program continues: .*\n\Z")

    def test_a_program_that_closes_the_log_keeps_its_own_file(self):
        recorded, _ = run("""
            import asyncio, os
            log = next(int(fd) for fd in os.listdir("/proc/self/fd") if os.path.realpath("/proc/self/fd/" + fd).endswith(".ndjson"))
            os.close(log)
            own = os.open("own.txt", os.O_RDWR | os.O_CREAT)
            asyncio.run(asyncio.sleep(0))
            print(own == log, os.pread(own, 100, 0))
            """, ADAPTER)
        self.assertEqual((recorded.stdout, recorded.returncode), ("True b''\n", 0))

    def test_the_wait_for_a_queue_is_no_combinator(self):
        self.check("""
            import asyncio
            async def main():
                queue = asyncio.Queue()
                await queue.put(1)
                asyncio.get_running_loop().call_later(0.001, queue.task_done)
                await queue.join()
            asyncio.run(main())
            """, "1 ✔ task main :8 ~2", "2 ✔ Queue.join :7")

    def test_an_error_reaches_whoever_awaits_it(self):
        recorded, events = self.check("""
            import asyncio
            async def fails():
                raise ValueError("no")
            async def main():
                await asyncio.create_task(fails())
            asyncio.run(main())
            """, "1 ✘ task main :7 ~2", "2 ✘ task fails :6")
        self.assertEqual(recorded.returncode, 1)
        self.assertEqual([(event["ev"], event["p"], event.get("via")) for event in events if event.get("ev") in ("rejected", "unhandled")], [("rejected", 2, None), ("rejected", 1, 2), ("unhandled", 1, None)])

    def test_an_error_is_handled_by_whoever_retrieves_it(self):
        _, events = run("""
            import asyncio
            async def fails(name):
                raise ValueError(name)
            async def main():
                tasks = {name: asyncio.create_task(fails(name), name=name) for name in ("wait", "callback", "except", "collected", "lost")}
                tasks["callback"].add_done_callback(lambda task: task.exception())
                await asyncio.wait([tasks["wait"]])
                tasks["wait"].exception()
                try:
                    await tasks["except"]
                except ValueError:
                    pass
                await asyncio.gather(tasks["collected"], return_exceptions=True)
            asyncio.run(main())
            try:
                asyncio.run(fails("top"))
            except ValueError:
                pass
            """, ADAPTER)
        rows = [event["p"] for event in events if event.get("ev") == "rejected"]
        handled = {event["p"]: event.get("by") for event in events if event.get("ev") == "handled"}
        unhandled = [event["p"] for event in events if event.get("ev") == "unhandled"]
        self.assertEqual([handled.get(row, "unhandled" if row in unhandled else "") for row in rows], [None, None, None, None, "unhandled", None])

    @unittest.skipIf(sys.version_info < (3, 11), "there is no TaskGroup")
    def test_a_task_group_waits_for_its_tasks(self):
        self.check("""
            import asyncio
            async def query():
                await asyncio.sleep(0.001)
            async def main():
                async with asyncio.TaskGroup() as group:
                    group.create_task(query())
            asyncio.run(main())
            """, "1 ✔ task main :8 ~3", "2 ✔ task query :7 >3 ~4", "3 ✔ TaskGroup :6", "4 ✔ sleep :4")

    def test_the_call_in_an_async_generator_is_named(self):
        self.check("""
            import asyncio, contextlib
            async def items():
                yield await asyncio.sleep(0.001)
            @contextlib.asynccontextmanager
            async def opened():
                await asyncio.sleep(0.001)
                yield
            async def main():
                async for _ in items():
                    async with opened():
                        pass
            asyncio.run(main())
            """, "1 ✔ task main :13 ~2 ~3", "2 ✔ sleep :4", "3 ✔ sleep :7")

    def test_a_cancellation_is_marked(self):
        _, events = run("""
            import asyncio
            async def main():
                task = asyncio.create_task(asyncio.sleep(60))
                await asyncio.sleep(0)
                task.cancel()
                await asyncio.wait([task])
            asyncio.run(main())
            """, ADAPTER)
        self.assertEqual([(event["p"], event["type"], event["cancelled"]) for event in events if event.get("ev") == "rejected"], [(3, "CancelledError", True), (2, "CancelledError", True)])


if __name__ == "__main__":
    unittest.main()
