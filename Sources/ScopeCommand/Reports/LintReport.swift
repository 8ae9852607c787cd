// What `pscope lint` has found in all its logs.

import ChainExport
import LogLint
import PlainText

/// The faults of several logs.
struct LintReport {
  var sources: [LintedLog] = []
  private var faults: [(fault: LintFault, source: Int)] = []

  /// The number of listed faults.
  var count: Int { faults.count }

  /// Adds a fault of the source with this index.
  mutating func add(_ fault: LintFault, of source: Int) { faults.append((fault, source)) }

  /// One sentence about all sources that were read; nil if none was.
  var summary: String? {
    let read = sources.filter { $0.failure == nil }
    guard !read.isEmpty else { return nil }
    let events = NumberText.grouped(Int(clamping: read.reduce(0) { $0 &+ $1.events }))
    let place = read.count == 1 ? read[0].name : "\(NumberText.grouped(read.count)) logs"
    let faults = count == 0 ? "no faults" : count == 1 ? "1 fault" : "\(NumberText.grouped(count)) faults"
    return "\(faults) in \(place): \(events) \(events == "1" ? "event" : "events")"
  }

  var json: JSON {
    [
      "schema": "promisescope.lint", "version": 1,
      "sources": sources.map { source -> JSON in
        [
          "source": source.name, "program": source.program, "events": source.events, "ended": source.isEnded,
          "failure": source.failure,
        ]
      },
      "faults": faults.map { fault, source -> JSON in
        [
          "rule": fault.rule.rawValue, "sentence": fault.sentence, "source": sources[source].name, "line": fault.line,
        ]
      },
      "summary": ["faults": count] as JSON,
    ]
  }
}
