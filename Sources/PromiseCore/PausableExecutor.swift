// An executor with a gate before another one. Owns what waits at the gate; refuses to run anything itself.

import CPromiseTrace
import PromiseTrace
import Synchronization

/// Hands bodies on to another executor, except while it is paused: then they wait, in order.
///
/// A body that runs already is not stopped, nor is a timer. Any thread may call any member. What waits keeps the executor alive.
public final class PausableExecutor: Executor, @unchecked Sendable {
  private struct Gate {
    var isPaused = false
    /// Somebody hands on what has waited; what comes meanwhile queues up behind it.
    var isOpening = false
    var waiting: [Unmanaged<PromiseNode>] = []
    /// How many of those have been handed on.
    var gone = 0
  }

  private let base: Executor
  private let gate = Mutex(Gate())

  /// Creates an executor that is not paused.
  ///
  /// - Parameter base: Where bodies run in the end.
  public init(_ base: Executor) {
    self.base = base.holdable
    super.init(label: base.label)
  }

  deinit {
    for node in gate.withLock({ $0.waiting[$0.gone...] }) {
      node.release()
      psWorkEnds()
    }
  }

  /// Whether bodies wait.
  public var isPaused: Bool { gate.withLock { $0.isPaused } }

  /// Makes bodies wait from now on.
  public func pause() { gate.withLock { $0.isPaused = true } }

  /// Lets the bodies go on that wait, in the order they came.
  public func resume() {
    let isOpener = gate.withLock { gate in
      gate.isPaused = false
      defer { gate.isOpening = true }
      return !gate.isOpening
    }
    guard isOpener else { return }
    // One at a time: a body may pause again.
    while let node = takeFirst() {
      base.enqueue(node: node)
      psWorkEnds()
    }
  }

  private func takeFirst() -> Unmanaged<PromiseNode>? {
    gate.withLock { gate in
      guard !gate.isPaused, gate.gone < gate.waiting.count else {
        gate.waiting.removeFirst(gate.gone)
        gate.gone = 0
        gate.isOpening = false
        return nil
      }
      gate.gone += 1
      return gate.waiting[gate.gone - 1]
    }
  }

  /// Hands a job on, or keeps it while paused.
  public override func enqueue(_ job: consuming Job) { job.handOn { enqueue(node: $0) } }

  package override func enqueue(node: Unmanaged<PromiseNode>) {
    let waits = gate.withLock { gate in
      let waits = gate.isPaused || gate.isOpening
      if waits {
        gate.waiting.append(node)
        // Before the gate opens: what waits here is work that a test waits for.
        psWorkBegins()
      }
      return waits
    }
    if !waits { base.enqueue(node: node) }
  }

  /// Sets a timer on the executor behind the gate; a pause does not stop it.
  @discardableResult
  public override func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    base.schedule(after: seconds, work)
  }
}
