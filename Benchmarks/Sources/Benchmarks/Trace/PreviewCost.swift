// The cost of recording a value: not at all, its type, or a preview, for different types; and that of recording the callers of a promise.

import CPromiseRuntime
import Measuring
import PromiseScope
import PromiseTrace

extension TraceSuite {
  private struct Point: Sendable {
    var x = 1
    var y = 2
  }

  private struct Own: PromisePreviewing, Sendable {
    var name = "row"
    var promisePreview: String { name }
  }

  static var previewContests: [Contest] {
    [
      contest("v1", "a promise of an Int, created fulfilled and freed", 42),
      contest("v2", "… of a String of 20 characters", "twenty characters ok"),
      contest("v3", "… of a struct of two numbers", Point()),
      contest("v4", "… of an array of 100", Array(0..<100)),
      contest("v5", "… of a type with its own description", Own()),
      Contest("v6", "a promise of an Int, with its callers", count: 20_000, [callers(0), callers(3)]),
    ]
  }

  /// A promise whose callers are recorded, as with `PROMISESCOPE_SITES`.
  private static func callers(_ depth: Int32) -> Contestant {
    Contestant(depth == 0 ? "without callers" : "with \(depth) callers") { count in
      let tracer = tracer()
      return {
        psRecordCallers(depth)
        tracer.run { for _ in 0..<count { _ = Promise(42) } }
        psRecordCallers(0)
      }
    }
  }

  private static func contest<Value: Sendable>(_ key: String, _ title: String, _ value: Value) -> Contest {
    func contestant(_ name: String, _ tracer: Tracer?) -> Contestant {
      Contestant(name) { count in
        let work = { for _ in 0..<count { _ = Promise(value) } }
        return { if let tracer { tracer.run(work) } else { work() } }
      }
    }
    return Contest(
      key, title, count: 20_000,
      [
        contestant("values off", tracer()), contestant("type", tracer(values: .type)),
        contestant("preview", tracer(values: .preview)), contestant("tracing off", nil),
      ])
  }
}
