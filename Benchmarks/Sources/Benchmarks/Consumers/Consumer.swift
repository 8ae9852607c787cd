// Another program that reads a log. Owns its command and its time; one that is not installed has none.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that reads NDJSON.
struct Consumer {
  let name: String
  /// A shell command; `$LOG` is the file.
  private let command: String

  /// Those that make values of a log.
  static let readers = [
    Consumer(name: "orjson, `loads`", command: python("for line in log: orjson.loads(line)")),
    Consumer(
      name: "DuckDB, `read_json` on one thread",
      command: python(
        "import duckdb; duckdb.sql('SET threads = 1'); "
          + "duckdb.sql('CREATE TABLE log AS SELECT * FROM read_json(?, format=\\\"newline_delimited\\\")', params=[path])"
      )),
  ]
  /// Those that write it again as well.
  static let writers = [
    Consumer(name: "orjson, `loads` and `dumps`", command: python("for line in log: orjson.dumps(orjson.loads(line))")),
    Consumer(name: "`jq -c .`", command: "jq -c . \"$LOG\" >/dev/null"),
  ]

  private static func python(_ body: String) -> String {
    // `make bench` installs the packages in a folder of their own; else those of the system are taken.
    let start = "import os, orjson; path = os.environ['LOG']; log = open(path, 'rb')"
    return "\"${BENCH_PYTHON:-python3}\" -c \"\(start)\n\(body)\""
  }

  /// Seconds of processor time that it takes for a log, the least of three; nil where it fails or is not installed.
  func seconds(_ path: String) -> Double? {
    setenv("LOG", path, 1)
    var least: Double?
    for _ in 0..<3 {
      let before = Consumer.childSeconds
      guard system("{ \(command); } 2>/dev/null") == 0 else { return nil }
      least = min(least ?? .infinity, Consumer.childSeconds - before)
    }
    return least
  }

  /// Processor time of all children that were waited for.
  private static var childSeconds: Double {
    var usage = rusage()
    // RUSAGE_CHILDREN, which Glibc declares as a type that its own function does not take.
    getrusage(-1, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
