"""Records the tasks of a Python program in the format of docs/event-log.md: what each of them awaits, and how it ended.

    PROMISESCOPE=run.ndjson python3 promisescope.py app.py

This is the worked example of docs/adapters.md, for programs with one event loop at a time. A task factory puts an observer around each
coroutine. The loop resumes it with `send` and `throw`; what it yields is the future that the task waits for.
"""
import asyncio, atexit, collections.abc, datetime, gc, inspect, json, os, signal, sys, time, types, weakref

LIBRARY = os.path.dirname(os.path.dirname(asyncio.__file__)) + os.sep
ROOT = os.getcwd()  # which the program may leave
rows = weakref.WeakKeyDictionary()  # the row of a task or future
rejected = {}  # the rows that have settled: whether with an error that nothing has handled or passed on
errors = {}  # the identity of the error of each row that was rejected, but not canceled
bodies = [None]  # the rows whose bodies run
freed = []  # the rows that were freed while pending, since the last line
retrieved = []  # the rows that were freed since the last line, and whose errors the program had retrieved
signals = []  # what to do about signals that came while a line was written
count = {"rows": 0, "lines": 0, "unfinished": 0}
start = time.monotonic_ns()


class Log:
    """The file. A fault ends the recording, never the program."""
    def __init__(self, path):
        self.descriptor = None
        try:
            self.descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            self.identity = self.current_identity()
        except OSError as error:
            self.fail(error)

    def current_identity(self):
        status = os.fstat(self.descriptor)
        return status.st_dev, status.st_ino

    def write(self, line):
        try:
            if self.current_identity() != self.identity:
                raise OSError("the program has closed its descriptor")
            data = json.dumps(line, separators=(",", ":")).encode() + b"\n"
            while data:
                data = data[os.write(self.descriptor, data):]
        except OSError as error:
            self.fail(error)

    def fail(self, error):
        self.close()
        try:
            os.write(2, f"promisescope: the log cannot be written, the program continues: {error}\n".encode())
        except OSError:
            pass

    def close(self):
        try:
            if self.descriptor is not None and self.current_identity() == self.identity:
                os.close(self.descriptor)
        except OSError:
            pass
        self.descriptor = None


def write(ev, p=None, **members):
    while freed:
        append("released", freed.pop(), state="pending")
    while retrieved:
        handle(retrieved.pop())
    append(ev, p, **members)


def append(ev, p, **members):
    if log.descriptor is None or os.getpid() != pid:
        return
    count["unfinished"] = 1
    count["lines"] += 1
    line = {"seq": count["lines"], "t": time.monotonic_ns() - start, "ev": ev, "p": p, **members}
    log.write({name: value for name, value in line.items() if value is not None})
    if ev == "ended":
        log.close()
    count["unfinished"] = 0
    handle_signals()


def handle_signals():
    while signals and not count["unfinished"]:
        signals.pop(0)()


def ending_log(handler):
    """Ends the log before a signal is handled: afterwards, asyncio cancels all tasks, which hides what they waited for."""
    def on_signal(*arguments, **options):
        signals.append(lambda: (write("ended", reason="signal"), handler(*arguments, **options)))
        handle_signals()
    return on_signal


def terminate(number, frame):
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def watch_signals():
    """Only those that the program does not handle itself. `asyncio.run` has a handler of its own for SIGINT."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.default_int_handler = ending_log(signal.default_int_handler)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if runner := getattr(asyncio, "Runner", None):
            runner._on_sigint = ending_log(runner._on_sigint)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, ending_log(terminate))


def create(kind, site, label=None, **members):
    count["rows"] += 1
    write("created", count["rows"], ctx=bodies[-1], kind=kind, label=label, site=site, **members)
    return count["rows"]


def settle(row, error, cause, via=None):
    if row in rejected:
        return
    rejected[row] = error is not None
    if via:
        rejected[via] = False
    if error is None:
        return write("fulfilled", row, cause=cause)
    is_canceled = isinstance(error, asyncio.CancelledError)
    if not is_canceled:
        errors[row] = id(error)
    write("rejected", row, type=type(error).__name__, cause=cause, via=via, cancelled=is_canceled)


def handle(row, by=None):
    if rejected.get(row):
        rejected[row] = write("handled", row, by=by)


def leave_unhandled(row):
    if rejected.get(row):
        rejected[row] = write("unhandled", row)


def end_log():
    retrieved.extend(row for future, row in list(rows.items()) if row in errors and not getattr(future, "_log_traceback", False))
    for row in sorted(set(errors).difference(retrieved)):
        leave_unhandled(row)
    write("ended", reason="exit")


def follow(future, row):
    """Remembers the row of a future. Python may free it at any time, even while a line is written, so the next line reports it."""
    rows[future] = row
    weakref.finalize(future, lambda: row in rejected or freed.append(row)).atexit = False


def is_program(frame):
    return not frame.f_code.co_filename.startswith((LIBRARY, __file__, "<"))


def site(frame):
    return {"file": os.path.relpath(frame.f_code.co_filename, ROOT), "line": frame.f_lineno, "function": frame.f_code.co_name}


class Body(collections.abc.Coroutine):
    def __init__(self, coroutine):
        frame = sys._getframe(2)
        while frame.f_back and not is_program(frame):
            frame = frame.f_back
        self.coroutine, self.source, self.has_started = coroutine, None, False
        self.row = create("task", site(frame) if is_program(frame) else None, getattr(coroutine, "__qualname__", None))

    __getattr__ = lambda self, name: getattr(self.coroutine, name)
    __await__ = lambda self: self.coroutine.__await__()
    send = lambda self, value: self.resume(None, self.coroutine.send, value)
    throw = lambda self, *error: self.resume(error[-1], self.coroutine.throw, *error)

    def resume(self, error, run, *values):
        bodies.append(self.row)
        source = None
        if self.source:
            future, source = self.source
            if future.done():
                settle(source, error, "combinator" if hasattr(future, "_children") else "resolver", failed_input(future, error))
            write("continued", self.row)
        elif not self.has_started:
            write("started", self.row)
        self.has_started, self.source = True, None
        try:
            future = run(*values)
            handle(source, self.row)
            self.stop(future)
            return future
        except BaseException as result:
            returned, passed = isinstance(result, StopIteration), result is error and source in errors
            if not passed:  # an error that leaves the body as it came was not handled
                handle(source, self.row)
            write("finished", self.row, outcome="value" if returned else "threw")
            settle(self.row, None if returned else result, "returned" if returned else "threw", source if passed else None)
            raise
        finally:
            bodies.pop()

    def stop(self, future):
        """The task waits. The last frame of the program leads to what it called."""
        called, name, line = None, "future", None
        for frame in frames(self.coroutine):
            if is_program(frame):
                called, name, line = None, "future", site(frame)
            elif called is None:
                called, name = frame, frame.f_code.co_name
                owner = type(frame.f_locals.get("self")).__name__
                if name.startswith("__"):  # `async with lock`
                    name = owner
                elif name == "join":  # a combinator in the words of other libraries
                    name = f"{owner}.join"
        if not asyncio.isfuture(future):
            return  # `sleep(0)` only lets others run
        if future not in rows:
            children, timer = getattr(future, "_children", ()), {}
            if name == "TaskGroup":
                children = getattr(called.f_locals["self"], "_tasks", ())
            elif name == "wait_for" and (timed := called.f_locals.get("fut")) in rows and future is not timed:
                children, name, timer = [timed], "timeout", {"from": rows[timed], "timer": round(called.f_locals["timeout"] * 1e9)}
            follow(future, create("gather" if hasattr(future, "_children") else name, line, **timer))
            for child in filter(rows.__contains__, children):
                write("registered", rows[child], by=rows[future], handles=["fulfilled", "rejected"])
        self.source = future, rows[future]
        write("awaiting", self.row, source=rows[future], site=line)


def frames(coroutine):
    """The frames of a coroutine and of what it awaits in turn."""
    while coroutine is not None:
        if type(coroutine).__name__.startswith("async_generator_"):  # a step of a generator
            coroutine = next(filter(inspect.isasyncgen, gc.get_referents(coroutine)), None)
        prefix = "ag_" if inspect.isasyncgen(coroutine) else "cr_"
        if (frame := getattr(coroutine, prefix + "frame", None)) is None:
            return
        yield frame
        coroutine = getattr(coroutine, prefix + "await", None)


def failed_input(future, error):
    inputs = (rows.get(child) for child in getattr(future, "_children", ()))
    return next((row for row in inputs if errors.get(row) == id(error)), None)


class Task(asyncio.Task):
    """Says when it is freed whether anything has retrieved its error. If nothing has, Python reports that then."""
    __module__, __qualname__, _row = asyncio.Task.__module__, asyncio.Task.__qualname__, None
    get_coro = lambda self: coroutine.coroutine if isinstance(coroutine := super(Task, self).get_coro(), Body) else coroutine

    def __del__(self, errors=errors, retrieved=retrieved):  # which Python may have removed when it exits
        if self._row in errors and not self._log_traceback:
            retrieved.append(self._row)
        super().__del__()


def new_task(loop, coroutine, **options):
    if getattr(coroutine, "__qualname__", "").startswith("BaseEventLoop.shutdown_"):
        return asyncio.Task(coroutine, loop=loop, **options)  # the end of `asyncio.run` is no work of the program
    task = Task(body := Body(coroutine), loop=loop, **options)
    task._row = body.row
    follow(task, body.row)
    return task


def new_event_loop(original=asyncio.new_event_loop):
    (loop := original()).set_task_factory(new_task)
    return loop


if __name__ == "__main__":
    sys.argv.pop(0)
    log = Log(os.environ["PROMISESCOPE"])
    started = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
    header = {"schema": "promisescope.log", "version": 1, "unit": "ns", "started": started, "program": os.path.basename(sys.argv[0]), "pid": os.getpid(),
              "sourceRoot": ROOT, "values": "off", "seed": None, "runtime": f"cpython {sys.version.split()[0]}", "adapter": "promisescope-python 1.0"}
    if log.descriptor is not None:
        log.write(header)
    pid = os.getpid()
    watch_signals()
    atexit.register(end_log)
    asyncio.events.new_event_loop = asyncio.new_event_loop = new_event_loop
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    program = types.ModuleType("__main__")
    program.__file__ = os.path.abspath(sys.argv[0])
    sys.modules["__main__"] = program
    try:
        with open(program.__file__, "rb") as file:
            code = compile(file.read(), program.__file__, "exec")
        exec(code, program.__dict__)
    except BaseException as error:
        for row in [row for row, identity in errors.items() if identity == id(error)]:
            leave_unhandled(row)
        raise
