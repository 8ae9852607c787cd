// The tree and the order of `bolts-continuation`, on a manual clock.

import BoltsScenarios
import ChainModel
import PromiseCore
import PromiseTrace
import Synchronization
import Testing

@Suite("bolts-continuation")
struct BoltsContinuationTests {
  /// Runs the flow, cancelled after so many seconds, and gives its notes and its tree.
  private func run(cancelAfter limit: Double = .infinity) throws -> (notes: [String], tree: String) {
    let executor = ManualExecutor()
    var configuration = Tracer.Configuration()
    configuration.mode = .lossless
    configuration.clock = .manual(executor.clock)
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    let (notes, kept) = (Box<[String]>([]), Box<[PromiseNode]>([]))
    let scene = BoltsScene { seconds, body in
      executor.schedule(after: min(seconds, limit)) { body(seconds > limit ? CancellationError() : nil) }
    } note: { line in
      notes.change { $0.append(line) }
    } keep: { node in
      kept.change { $0.append(node) }
    }
    executor.bind {
      let last = tracer.run { BoltsContinuation.begin(scene) }
      executor.run()
      withExtendedLifetime(last) {}
    }
    tracer.finish()
    var store = ChainStore(texts: reader.texts)
    var events: [Event] = []
    while try reader.read(into: &events, limit: 1000) != .ended {}
    for event in events { store.apply(event) }
    kept.change { $0 = [] }
    var outline = Outline()
    outline.update(from: store)
    return (notes.value, TextTree().render(outline, of: store, title: "bolts-continuation"))
  }

  @Test("continuations run in order, each to the end of its own line")
  func order() throws {
    #expect(
      try run().notes == ["name: Ada", "the name is shown", "age: 36", "picture: placeholder"])
  }

  @Test("the tree")
  func tree() throws {
    let tree = try run().tree
    #expect(
      tree == """
        bolts-continuation  10 promises  7 fulfilled  3 rejected

        ✔ ▾ screen is ready       #9   whenAll                    BoltsContinuation:36  2.50 s
        ✔   └ fetch profile       #1   TaskCompletionSource       BoltsContinuation:14  1.00 s
        ✔     ├ show name         #2   continueOnSuccessWith      BoltsContinuation:18  1.00 s
        ✔     │ underline it      #3   continueWith               BoltsContinuation:19  1.00 s
        ✔     ├ show age          #4   continueOnSuccessWith      BoltsContinuation:23  1.00 s
        ✘     └ its picture       #5   continueOnSuccessWithTask  BoltsContinuation:27  2.50 s  rejected
        ✘       └ fetch picture   #10  TaskCompletionSource       BoltsContinuation:28  1.50 s  rejected
        ✘       crop it           #6   continueOnSuccessWith      BoltsContinuation:31  2.50 s  rejected
        ✔       or a placeholder  #7   continueOnErrorWith        BoltsContinuation:32  2.50 s
        ✔       show picture      #8   continueWith               BoltsContinuation:33  2.50 s

        """)
  }

  @Test("cancelled in flight: what waits for it is cancelled, what hears of every end still runs")
  func cancelled() throws {
    #expect(try run(cancelAfter: 0.5).notes == ["the name is shown", "picture: none"])
  }
}

/// A value that several threads may change.
private final class Box<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  init(_ value: Value) { storage = Mutex(value) }

  var value: Value { storage.withLock { $0 } }

  func change(_ body: (inout Value) -> Void) {
    storage.withLock { value in
      var copy = value
      body(&copy)
      value = copy
    }
  }
}
