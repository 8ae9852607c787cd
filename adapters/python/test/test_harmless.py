"""Programs print the same, and end in the same way, with the adapter and without."""
import os, signal, time, unittest
from support import PROGRAMS, AdapterTest, events_of, outcome, start


class HarmlessTest(AdapterTest):
    def compare(self, *command, needs_log=True):
        plain = start(command, PROGRAMS)
        recorded = start(command, PROGRAMS, self.folder + "/")
        self.assertEqual(outcome(recorded), outcome(plain))
        logs = [os.path.join(self.folder, name) for name in os.listdir(self.folder)]
        self.assertTrue(logs or not needs_log)
        return [events_of(log) for log in logs]

    def test_a_program_that_looks_at_itself_sees_nothing(self):
        self.compare("looks.py")

    def test_the_order_of_what_happens_is_the_same(self):
        self.compare("order.py")

    def test_errors_have_the_same_tracebacks_and_reports(self):
        self.compare("errors.py")

    def test_cancellation_reaches_the_same_code(self):
        self.compare("cancel.py")

    def test_loops_in_threads_and_executors_work(self):
        self.compare("threads.py")

    def test_each_process_has_a_log(self):
        logs = self.compare("processes.py")
        self.assertGreaterEqual(len({log[0]["pid"] for log in logs}), 6)
        self.assertTrue(all(any(event["ev"] == "created" for event in log[1:]) for log in logs))

    def test_nothing_is_collected_later(self):
        self.compare("memory.py")

    def test_generators_awaitables_and_a_used_up_stack_are_as_they_were(self):
        self.compare("generators.py")

    def test_coroutines_without_asyncio_are_followed(self):
        events, = self.compare("driven.py")
        self.assertEqual([event["label"] for event in events if event.get("kind") == "coroutine"], ["main", "child", "child", "child"])

    def test_a_program_ends_as_it_did(self):
        for how in ("exit", "interrupt", "terminate", "raise", "at-once", "handler", "unraisable"):
            with self.subTest(how):
                self.compare("exits.py", how, needs_log=False)

    def test_a_sitecustomize_of_the_program_still_runs(self):
        with open(os.path.join(self.folder, "sitecustomize.py"), "w", encoding="utf-8") as file:
            file.write("print('customized', __name__, __file__[-16:])\n")
        code = "import sys, sitecustomize, asyncio; asyncio.run(asyncio.sleep(0)); print(sitecustomize.__spec__.name)"
        from support import ADAPTER
        plain = start(["-c", code], self.folder, PYTHONPATH=self.folder)
        recorded = start(["-c", code], self.folder, os.path.join(self.folder, "run.ndjson"), PYTHONPATH=ADAPTER + os.pathsep + self.folder)
        self.assertEqual(outcome(recorded), outcome(plain))
        self.assertEqual(events_of(os.path.join(self.folder, "run.ndjson"))[-1]["ev"], "ended")

    def test_a_log_that_cannot_be_written_is_a_sentence(self):
        for target in ("/dev/full", "/nowhere/run.ndjson"):
            result = start(["-c", "import asyncio; asyncio.run(asyncio.sleep(0)); print('done')"], self.folder, target)
            self.assertEqual((result.stdout, result.returncode), ("done\n", 0))
            self.assertRegex(result.stderr, r"\Apromisescope: the log cannot be written, the program continues: .*\n\Z")

    def test_a_program_that_closes_the_log_keeps_its_own_file(self):
        recorded = start(["-c", """
import asyncio, os, time
asyncio.run(asyncio.sleep(0.1))
log = next(int(fd) for fd in os.listdir("/proc/self/fd") if os.path.realpath("/proc/self/fd/" + fd).endswith(".ndjson"))
os.dup2(os.open("own.txt", os.O_RDWR | os.O_CREAT), log)
asyncio.run(asyncio.sleep(0.05))
print(os.pread(log, 100, 0))
"""], self.folder, os.path.join(self.folder, "run.ndjson"))
        self.assertEqual((recorded.stdout, recorded.returncode), ("b''\n", 0))

    def test_another_tool_keeps_its_place_and_its_events(self):
        events = self.record("""
            import asyncio, sys
            monitoring, seen = sys.monitoring, []
            for tool in (0, 1, 2, 3, 5):
                monitoring.use_tool_id(tool, "mine")
            monitoring.register_callback(1, monitoring.events.PY_START, lambda code, offset: seen.append(code.co_name))
            monitoring.set_events(1, monitoring.events.PY_START)
            async def main():
                await asyncio.sleep(0)
            asyncio.run(main())
            monitoring.set_events(1, 0)
            print(seen.count("main"), len([name for name in seen if "promise" in name]))
            """)[1]
        self.assertEqual(events[1]["label"], "main")


if __name__ == "__main__":
    unittest.main()
