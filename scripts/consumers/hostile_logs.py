"""Logs for the tests of the exports: many promises, and hostile text in every place where a program can put text."""
import json

HOSTILE = '</script></text><img src=x onerror="window.hacked=1"><!-- \u202e\u001b]0;x\u0007 \u0000\ufffe " \' & {{1}} `${1}` =1+1 | 请求 🐳 '


def log(count, hostile=False):
    """Chains of eight promises; of every 50 chains, one is rejected and one stays pending. Returns the lines as bytes."""

    def text(value, number=1):
        if not hostile:
            return value
        return HOSTILE + value + ("x" * 10_000 if number % 7 == 0 else "")

    events = []
    promise = 0
    while promise < count:
        base = promise * 100_000
        chain = range(promise + 1, min(promise + 8, count) + 1)
        promise = chain[-1]
        for offset, number in enumerate(chain):
            site = {"file": text("App/Loader.swift"), "line": 10 + offset, "function": text("load()")}
            event = {"t": base + offset, "ev": "created", "p": number, "kind": text("async" if offset == 0 else "then"), "site": site}
            event |= {"from": number - 1} if offset else {"label": text(f"request {number // 8} 请求", number)}
            events.append(event)
        kind = chain[0] // 8 % 50
        if kind == 9:
            continue
        time = base + 5_000_000
        for offset, number in enumerate(chain):
            if offset:
                on = {"queue": text("main"), "p": number}
                events.append({"t": time, "ev": "enqueued", **on})
                events.append({"t": time + 200_000, "ev": "started", **on, "thread": text("thread 1")})
                time += 1_200_000
                events.append({"t": time, "ev": "finished", **on, "outcome": "value", "thread": text("thread 1")})
            settled = {"t": time, "p": number, "cause": "resolver" if offset == 0 else "returned"}
            if kind == 3:
                settled |= {"ev": "rejected", "error": text("offline", number), "type": text("URLError")}
                if offset:
                    settled |= {"cause": "passthrough", "via": number - 1}
            else:
                settled |= {"ev": "fulfilled", "value": text(f"{number} items", number)}
            events.append(settled)
    events.sort(key=lambda event: event["t"])
    end = max(event["t"] for event in events) + 1_000_000
    header = {
        "schema": "promisescope.log", "version": 1, "unit": "ns", "started": "2026-11-21T09:00:00.000Z", "program": text("big"), "pid": 1,
        "sourceRoot": "", "values": "preview", "seed": None,
    }
    lines = [header] + [{"seq": number + 1, **event} for number, event in enumerate(events)]
    lines.append({"seq": len(lines), "t": end, "ev": "ended"})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


if __name__ == "__main__":
    import sys

    sys.stdout.buffer.write(log(int(sys.argv[1]), hostile="hostile" in sys.argv[2:]))
