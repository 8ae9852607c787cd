"""Bodies that run for long: where they are meanwhile, and whether they compute or wait in a call."""
import os, time

LONG = 20_000_000  # the nanoseconds after which a run without a stop is recorded as long
clock = time.monotonic_ns


class LongRun:
    """A body that has run for long: when it was resumed, when it was first seen, the time of its thread then (see `scheduled`), and where it has been seen since."""
    __slots__ = "since", "start", "native", "before", "places"

    def __init__(self, since, now, native):
        self.since, self.start, self.native, self.places = since, now, native, {}
        self.before = scheduled(native)

    def seen(self, frame):
        found = self.places.setdefault((frame.f_code, frame.f_lineno), [0, (frame.f_code, frame.f_lasti)])
        found[0] += 1

    @property
    def place(self):
        """Where it was seen most often; None if it was seen once only."""
        found = max(self.places.values(), key=lambda found: found[0], default=None)
        return found[1] if found is not None and sum(each[0] for each in self.places.values()) > 1 else None

    def has_blocked(self):
        """Whether its thread neither ran nor waited for a processor for most of the time, as in `time.sleep`. False where the system does not report that."""
        passed, after = clock() - self.start, scheduled(self.native)
        return passed > LONG and bool(self.before and after) and passed - (after - self.before) > passed // 2


def scheduled(native):
    """The nanoseconds for which a thread has run or has waited for a processor; 0 where the system does not report them."""
    try:
        descriptor = os.open(f"/proc/self/task/{native}/schedstat", os.O_RDONLY)
    except OSError:
        return 0
    try:
        return sum(map(int, os.read(descriptor, 100).split()[:2]))
    except (OSError, ValueError):
        return 0
    finally:
        os.close(descriptor)
