"""What the adapter costs: `python3 bench.py PSCOPE [ROUNDS] [loop | service]`. Alternates between the plain and the recorded program, and prints the
medians as tables, as docs/adapters.md has them.

The cost is the processor time of the recorded process, which other processes disturb less than the time that passes. `PSCOPE` starts what is recorded, and does on
another core what it can take over; its own processor time is a column.
"""
import asyncio, importlib.util, json, os, shutil, signal, socket, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
CONNECTIONS, SECONDS = 50, 4.0
TICKS = os.sysconf("SC_CLK_TCK")


def command(words, pscope, folder):
    return [pscope, "record", "--output", os.path.join(folder, "log/"), "--", *words] if pscope else words


def run_loop(pscope, folder):
    output = subprocess.run(command([sys.executable, os.path.join(HERE, "loop.py"), "50000"], pscope, folder), stdout=subprocess.PIPE, text=True, check=True).stdout
    return {f"{name}, µs": value / 1_000 for name, value in json.loads(output.splitlines()[0]).items()}


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def processor_time(process):
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        values = file.read().rpartition(")")[2].split()
    return (int(values[11]) + int(values[12])) / TICKS


def child_of(process):
    """The process id of the program that `pscope` started: a child of any of its threads, or of another child."""
    rest, wanted = [str(process)], os.path.realpath(sys.executable)
    for process in rest:
        if os.path.realpath(f"/proc/{process}/exe") == wanted:
            return int(process)
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as file:
                rest += file.read().split()


def memory(process):
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1_000


async def ask(port, seconds, times):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    end = time.monotonic() + seconds
    while (start := time.monotonic()) < end:
        writer.write(b"GET /7 HTTP/1.1\r\nHost: x\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0]))
        times.append(time.monotonic() - start)
    writer.close()


async def load(port, seconds):
    times = []
    await asyncio.gather(*(ask(port, seconds, times) for _ in range(CONNECTIONS)))
    return sorted(times)


def wait_for(port):
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port}")


def run_service(pscope, folder):
    database, port = free_port(), free_port()
    environment = {**os.environ, "DATABASE": str(database)}
    is_uvicorn = importlib.util.find_spec("uvicorn")
    service = [sys.executable, "-m", "uvicorn", "service:app", "--port", str(port), "--log-level", "warning"] if is_uvicorn else [sys.executable, "service.py", "serve", str(port)]
    processes = [subprocess.Popen(words, cwd=HERE, env=environment) for words in ([sys.executable, "service.py", str(database)], command(service, pscope, folder))]
    try:
        wait_for(database), wait_for(port)
        recorded = child_of(processes[1].pid) if pscope else processes[1].pid
        asyncio.run(load(port, 1))
        before = processor_time(recorded), processor_time(processes[1].pid)
        times = asyncio.run(load(port, SECONDS))
        used, launcher = processor_time(recorded) - before[0], processor_time(processes[1].pid) - before[1]
        size = sum(os.path.getsize(os.path.join(base, name)) for base, _, names in os.walk(folder) for name in names)
        return {"requests/s": len(times) / SECONDS, "processor time a request, µs": used / len(times) * 1e6, "that of `pscope`, µs": launcher / len(times) * 1e6 if pscope else 0,
                "p99, ms": times[int(len(times) * 0.99)] * 1e3, "memory, MB": memory(recorded), "log a request, KB": size / len(times) / 1e3 / (1 + 1 / SECONDS)}
    finally:
        for process in reversed(processes):
            process.send_signal(signal.SIGTERM)
            process.wait()


def text(value):
    return "" if value == 0 else f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(run, rounds, pscope):
    results = {"without": [], "recorded": []}
    for _ in range(rounds):
        for name, found in results.items():
            folder = tempfile.mkdtemp(prefix="promisescope-bench-")
            found.append(run(pscope if name == "recorded" else None, folder))
            shutil.rmtree(folder)
    medians = {name: {key: statistics.median(one[key] for one in found) for key in found[0]} for name, found in results.items()}
    keys = list(medians["without"])
    print("| | " + " | ".join(keys) + " |\n| --- |" + " ---: |" * len(keys))
    for name, values in medians.items():
        print(f"| {name} | " + " | ".join(text(values[key]) for key in keys) + " |")
    print("| times | " + " | ".join(text(medians["recorded"][key] / medians["without"][key]) if medians["without"][key] else "" for key in keys) + " |\n", flush=True)


def main():
    pscope, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5
    server = "uvicorn" if importlib.util.find_spec("uvicorn") else "asyncio's streams"
    print(f"CPython {sys.version.split()[0]}, the service under {server}, {os.cpu_count()} cores, medians of {rounds} interleaved runs.\n")
    for name, run in {"loop": run_loop, "service": run_service}.items():
        if name in (sys.argv[3:] or (name,)):
            table(run, rounds, pscope)


if __name__ == "__main__":
    main()
