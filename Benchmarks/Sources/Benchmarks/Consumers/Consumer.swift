// Other programs that read NDJSON. Owns their commands and the measurement of their processor time.

import Measuring

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that reads NDJSON.
struct Consumer {
  let name: String
  /// A shell command; `$LOG` is the path of the log.
  private let command: String
  /// The number of runs in the comparison of opening a log, of which the fastest counts.
  var runs = 3

  /// The programs that only read a log.
  static let readers = [
    Consumer(name: "orjson, `loads`", command: python("for line in log: orjson.loads(line)")),
    Consumer(name: "DuckDB, `read_json` on one thread", command: duckDB("SET threads = 1")),
  ]
  /// The programs that read a log and write it again.
  static let writers = [
    Consumer(name: "orjson, `loads` and `dumps`", command: python("for line in log: orjson.dumps(orjson.loads(line))")),
    Consumer(name: "`jq -c .`", command: "jq -c . \"$LOG\" >/dev/null"),
  ]

  /// The programs that read a log, as fast as they can.
  static let openers = [
    Consumer(name: "orjson, `loads`", command: python("for line in log: orjson.loads(line)")),
    Consumer(name: "DuckDB, `read_json`", command: duckDB("SET enable_progress_bar = false")),
    Consumer(name: "`jq -c .`", command: "jq -c . \"$LOG\" >/dev/null", runs: 1),
  ]

  /// Reads the log into a table after a setting.
  private static func duckDB(_ setting: String) -> String {
    python(
      "import duckdb; duckdb.sql('\(setting)'); "
        + "duckdb.sql('CREATE TABLE log AS SELECT * FROM read_json(?, format=\\\"newline_delimited\\\")', params=[path])"
    )
  }

  private static func python(_ body: String) -> String {
    // `make bench` installs the packages in a separate folder; otherwise those of the system are used.
    let start = "import os, orjson; path = os.environ['LOG']; log = open(path, 'rb')"
    return "\"${BENCH_PYTHON:-python3}\" -c \"\(start)\n\(body)\""
  }

  /// The processor time for a log in seconds, the minimum of three runs; nil if the program fails or is not installed.
  func seconds(_ path: String) -> Double? {
    var least: Double?
    for _ in 0..<3 {
      guard let run = run(path) else { return nil }
      least = min(least ?? .infinity, run.processor)
    }
    return least
  }

  /// The time of one run in seconds; nil if the program fails or is not installed.
  func run(_ path: String) -> (processor: Double, elapsed: Double)? {
    setenv("LOG", path, 1)
    let before = Consumer.childSeconds
    var status: Int32 = 0
    let elapsed = Stopwatch.nanoseconds { status = system("{ \(command); } 2>/dev/null") }
    return status == 0 ? (Consumer.childSeconds - before, elapsed / 1e9) : nil
  }

  /// The processor time of all terminated child processes, in seconds.
  private static var childSeconds: Double {
    var usage = rusage()
    // -1 is RUSAGE_CHILDREN, which Glibc declares with a type that `getrusage` does not accept.
    getrusage(-1, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
