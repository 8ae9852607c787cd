"""The log of a process: records are put into a list, and a thread of its own makes lines of them, and writes them, every 20 ms.

`Records` is all that the rest knows. The thread is in no list of `threading`, has no signals, and ends before a fork, so that Python does not
warn of it.
"""
import _signal, _thread, os, sys, time
from _json import encode_basestring_ascii as quote
from _promisescope import limit, lines, values
from _promisescope.longruns import LONG, LongRun, clock
from _promisescope.source import ROOT, program_frame

INTERVAL = 0.02
MANY = 50_000  # records that the program's own thread writes, if the other one does not get to it
PART = 1_000  # records whose text is made at once; with all of them, it leaves the processor's caches


class LogFile:
    """The file of a log. What cannot be written is an OSError."""

    def __init__(self, start):
        self.path = None
        self.descriptor = self.open(os.path.join(ROOT, os.environ["PROMISESCOPE"]))
        self.identity, self.limit = self.current_identity(), None
        header = self.header(start).encode()
        self.append(header)
        most = limit.read(os.environ.get("PROMISESCOPE_LIMIT"))
        if most is not None and os.fstat(self.descriptor).st_mode & 0o170000 == 0o100000:
            self.limit = limit.Limit(most, header)

    def open(self, path):
        flags = os.O_WRONLY | os.O_CREAT
        status = os.stat(path) if os.path.exists(path) else None
        begin = path.removesuffix(".ndjson")
        if path.endswith("/") or os.path.isdir(path):
            os.makedirs(path, 0o700, exist_ok=True)
            begin = os.path.join(path, "".join(c if c.isalnum() or c in "_.-" else "_" for c in program_name()))
        elif status is None or not self.is_of_family(status):
            self.path = path
            return self.restricted(os.open(path, flags | os.O_TRUNC, 0o600))
        for number in range(1, 1_000):
            try:
                self.path = name = f"{begin}.{os.getpid()}{f'.{number}' if number > 1 else ''}.ndjson"
                return self.restricted(os.open(name, flags | os.O_EXCL | os.O_NOFOLLOW, 0o600))
            except FileExistsError:
                pass
        raise FileExistsError(begin)

    def is_of_family(self, status):
        """Whether another process of this recording has written the log."""
        try:
            return status.st_size > 0 and status.st_mtime >= float(os.environ.get("PROMISESCOPE_SINCE") or "inf")
        except ValueError:
            return False

    def restricted(self, descriptor):
        mode = os.environ.get("PROMISESCOPE_MODE", "0600")
        if os.fstat(descriptor).st_mode & 0o170000 == 0o100000 and mode.isdigit():
            os.fchmod(descriptor, int(mode, 8))
        return descriptor

    def current_identity(self):
        status = os.fstat(self.descriptor)
        return status.st_dev, status.st_ino

    def header(self, start):
        wall = time.time_ns() - (clock() - start)
        started = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(wall // 1_000_000_000)) + f".{wall // 1_000_000 % 1000:03d}Z"
        run = os.environ.get("PROMISESCOPE_SINCE")
        words = [word for word in (sys.executable, *getattr(sys, "argv", ())) if isinstance(word, str)]  # a program may put anything there
        words = "" if values.MODE == "off" else f',"argv":[{",".join(map(quote, words))}]'
        return (f'{{"schema":"promisescope.log","version":1,"unit":"ns","started":"{started}","program":{quote(program_name())},"pid":{os.getpid()},'
                f'"sourceRoot":{quote(ROOT)},"values":"{values.MODE}","seed":null,"runtime":"cpython {sys.version.split()[0]}","adapter":"promisescope-python 2.0"{words}'
                + (f',"run":{quote(run)}' if run else "") + "}\n")

    def write(self, text):
        if self.limit is None:
            return self.append(text.encode())
        for part in self.limit.parts(text.encode()):
            if not self.limit.has_room(part):
                self.shorten()
            self.append(part)
            self.limit.added(part)

    def shorten(self):
        """Replaces the log by its end, in a new file: a reader that has the earlier one open can still read that."""
        with open(self.path, "rb") as file:
            file.seek(-min(self.limit.size, self.limit.most // 4 + 8192), os.SEEK_END)
            text = self.limit.shorten(file.read())
        folder, name = os.path.split(self.path)
        copy = os.path.join(folder, f".{name}.recording")
        try:
            new = self.restricted(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600))
            os.rename(copy, self.path)
            os.close(self.descriptor)
            self.descriptor = new
            self.identity = self.current_identity()
        except OSError:  # the folder accepts no new file
            os.ftruncate(self.descriptor, 0)
            os.lseek(self.descriptor, 0, os.SEEK_SET)
        self.append(text)

    def append(self, data):
        if self.current_identity() != self.identity:
            self.descriptor = -1
            raise OSError("the program has closed its descriptor")
        while data:
            data = data[os.write(self.descriptor, data):]

    def break_off(self, last, reason):
        """Ends a log that cannot grow anymore with a count of the lines up to number `last` that it lacks, in place of its last lines."""
        if self.descriptor < 0 or not self.path or os.fstat(self.descriptor).st_mode & 0o170000 != 0o100000:
            return
        with open(self.path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            start = file.seek(max(0, size - 65_536))
            data = file.read()
        end = data.rfind(b"\n") + 1
        while end > 0:
            found = limit.LINE.match(data, data.rfind(b"\n", 0, end - 1) + 1)
            number, time = (int(found[1]), int(found[2])) if found is not None else (0, 0)
            begin = '{"seq":%d,"t":%d,"ev":'
            text = (begin + '"lost","count":%d}\n' + begin + '"noted","text":%s}\n') % (number + 1, time, max(1, last - number), number + 2, time, quote(reason))
            if found is None or start + end + len(text) <= size:
                break
            end = data.rfind(b"\n", 0, end - 1) + 1
        os.ftruncate(self.descriptor, start + end + os.pwrite(self.descriptor, text.encode(), start + end) if end > 0 else 0)

    def close(self):
        if self.descriptor >= 0 and self.current_identity() == self.identity:
            os.close(self.descriptor)


def program_name():
    return (os.path.basename((getattr(sys, "argv", None) or [""])[0] or "").removesuffix(".py") or "python")[:80]


class Records:
    """Takes records, in the order of their calls, and sees to it that they are written."""

    def __init__(self):
        self.list, self.on_fault, self.stacks = [], None, {}  # stacks: by thread, the number that the system has for it, and its stack of `calls`
        self.begin()

    def begin(self):
        self.start, self.file, self.sequence, self.last = 0, None, 0, 0
        self.samples = []  # when the processor time of the process was read, and what it was
        self.writing, self.wake, self.thread = _thread.allocate_lock(), None, None
        self.is_open, self.missed = True, 0  # missed: how often the stack was used up
        self.is_drained = False  # whether the end of asyncio.run canceled what nothing could settle anymore

    def add(self, make, *values):
        """Takes a record: its time, the function that makes its lines, and its values. The most frequent ones are appended to the list itself."""
        if not self.is_open:
            return
        self.list.append((clock(), make, *values))
        self.look_after_writing()

    def look_after_writing(self):
        if self.thread is None:  # at the start, and after a fork
            self.start_thread()
        elif len(self.list) > MANY:
            self.flush(wait=False)

    def flush(self, wait=True):
        if not self.writing.acquire(wait):  # another thread, or this one further up the stack, is writing
            return
        batch, done = [], 0
        try:
            if self.list and self.is_open:
                batch = self.list[:]
                del self.list[:len(batch)]
                if self.missed:
                    batch.insert(-1, (batch[-1][0], lines.lost, self.missed))
                    self.missed = 0
                if self.file is None:
                    self.start = batch[0][0]
                    self.file = LogFile(self.start)
                while done < len(batch):
                    part = batch[done:done + PART]
                    done += PART
                    text, self.last, self.sequence = lines.text(part, self.start, self.last, self.sequence)
                    self.file.write(text)
        except Exception as error:
            self.fail(error, batch[done:])
        finally:
            self.writing.release()

    def fail(self, error, rest=()):
        """Ends the recording. `rest`: records that have no numbers yet."""
        self.is_open = False
        self.on_fault()
        try:
            if self.file is not None and isinstance(error, OSError):
                last = lines.text([*rest, *self.list], self.start, self.last, self.sequence)[2]
                self.file.break_off(last, f"not recorded: what followed, because the log cannot be written: {error.strerror or error}")
        except Exception:  # such as a file that was removed
            pass
        self.list.clear()
        try:
            os.write(2, f"promisescope: the log cannot be written, the program continues: {error}\n".encode())
        except OSError:
            pass

    def close(self):
        self.flush()
        self.is_open = False
        self.stop_thread()
        try:
            self.file and self.file.close()
        except OSError:
            pass

    # The thread

    def start_thread(self):
        self.wake = _thread.allocate_lock()
        self.wake.acquire()
        self.thread = True
        try:
            _thread.start_new_thread(self.run, (self.wake,))
        except RuntimeError:  # at the end of the program, which flushes
            pass

    def run(self, wake):
        _signal.pthread_sigmask(_signal.SIG_BLOCK, _signal.valid_signals())
        self.thread = _thread.get_native_id()
        silent, pause, interval = clock(), 1, 0.001
        while not wake.acquire(timeout=interval) and self.is_open:
            interval = min(interval * 2, INTERVAL)
            now = clock()
            self.samples.append((now, time.process_time_ns()))
            del self.samples[:-1000]
            self.look_at_bodies(now)
            if self.list:
                silent, pause = now, 1
            elif now - silent >= pause * 1_000_000_000 and self.file:
                self.list.append((now, lines.alive))
                silent, pause = now, min(pause * 2, 10)
            self.flush()

    def look_at_bodies(self, now):
        """Stores where each body is that has run for long."""
        for thread, (native, stack) in list(self.stacks.items()):
            for row in stack[-1:]:  # unless it has just ended
                if now - row.since > LONG:
                    run = row.run
                    if run is None or run.since != row.since:
                        run = row.run = LongRun(row.since, now, native)
                    # Not before the system calls of `LongRun`: the program continues during them, and its frames would keep its objects alive.
                    frame = program_frame(sys._current_frames().get(thread))
                    if frame is not None:
                        run.seen(frame)
                    del frame

    def stop_thread(self):
        """Returns when the system does not count it anymore."""
        wake, self.wake = self.wake, None
        if wake is None:
            return
        wake.release()
        for _ in range(500):
            if type(self.thread) is int and not os.path.exists(f"/proc/self/task/{self.thread}"):
                break
            time.sleep(0.001)
        self.thread = None

    def begin_again(self):
        """In a forked process, which has a log of its own."""
        self.list.clear()
        self.begin()

    def processor_time(self, since):
        """The processor time that the process took at most since a time, in nanoseconds; 0 if that is unknown."""
        used = time.process_time_ns()
        return next((used - sample for when, sample in reversed(self.samples) if when <= since), 0)
