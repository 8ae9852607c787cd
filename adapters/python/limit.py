"""Bounds the size of a log by PROMISESCOPE_LIMIT: a log that reaches nine sixteenths of the limit is replaced by a `lost` line and its end, a quarter of the limit long."""
import os, re

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
LEAST = 4_096
LINE = re.compile(rb'\{"seq":(\d+),"t":(\d+)')
LOSS = re.compile(rb'\{"seq":(\d+),"t":\d+,"ev":"lost","count":(\d+)')


def read(word):
    """The limit in bytes; None without one."""
    if not word:
        return None
    found = re.fullmatch(r"(\d+)([KMG]?)", word.upper())
    size = int(found[1]) * UNITS[found[2]] if found else 0
    if size >= LEAST:
        return size
    os.write(2, f'promisescope: PROMISESCOPE_LIMIT: expected a size of at least 4K, such as 500M or 2G, found "{word[:100]}"; the log has no limit\n'.encode())
    return None


class Limit:
    """The size of a log, and the `lost` lines that it has. `shorten` returns the bytes that replace the log."""

    def __init__(self, most, header):
        self.most, self.header, self.size, self.losses = most, header, len(header), []

    def parts(self, data):
        """Divides lines into parts of up to a sixteenth of the limit, or of one longer line."""
        while data:
            end = data.rfind(b"\n", 0, self.most // 16) + 1 or data.find(b"\n") + 1 or len(data)
            yield data[:end]
            data = data[end:]

    def has_room(self, part):
        return self.size + len(part) <= self.most * 9 // 16

    def added(self, part):
        self.size += len(part)
        if b'"ev":"lost"' in part:
            self.losses += [(int(number), int(count)) for number, count in LOSS.findall(part)]

    def shorten(self, end_of_log):
        """The header, a `lost` line in place of the lines that are dropped, and the last lines of `end_of_log`: up to a quarter of the limit."""
        cut = end_of_log.find(b"\n", max(0, len(end_of_log) - self.most // 4)) + 1
        dropped = list(LINE.finditer(end_of_log, 0, cut))
        while not dropped:  # the header takes most of the limit
            cut = end_of_log.index(b"\n", cut) + 1
            dropped = list(LINE.finditer(end_of_log, 0, cut))
        last = dropped[-1]
        number, rest = int(last[1]), end_of_log[cut:]
        count = number + sum(lost - 1 for at, lost in self.losses if at <= number)
        self.losses = [(number, count - number + 1)] + [loss for loss in self.losses if loss[0] > number]
        text = self.header + b'{"seq":%d,"t":%d,"ev":"lost","count":%d}\n' % (number, int(last[2]), count) + rest
        self.size = len(text)
        return text
