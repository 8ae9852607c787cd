// An executor that can hold bodies back before it forwards them to another executor. It stores the bodies that it holds back and never
// runs one itself.

import CPromiseRuntime
import PromiseTrace
import Synchronization

/// Forwards bodies to another executor, except while it is paused: then it holds them back, in order.
///
/// Pausing stops neither a running body nor a timer. Any thread may call any member. Bodies that are held back keep the executor alive.
public final class PausableExecutor: Executor, @unchecked Sendable {
  private struct Gate: @unchecked Sendable {
    var isPaused = false
    /// Whether a thread is forwarding the held bodies; bodies that arrive meanwhile are appended to them.
    var isOpening = false
    var waiting: [Unmanaged<PromiseNode>] = []
    /// The number of leading elements of `waiting` that have been forwarded.
    var gone = 0
  }

  private let base: Executor
  private let gate = Mutex(Gate())

  /// Creates an executor that is not paused.
  ///
  /// - Parameter base: The executor to forward bodies to.
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

  /// Whether the executor is paused.
  public var isPaused: Bool { gate.withLock { $0.isPaused } }

  /// Holds back all bodies from now on.
  public func pause() { gate.withLock { $0.isPaused = true } }

  /// Forwards the bodies that were held back, in the order in which they were enqueued, and stops holding bodies back.
  public func resume() {
    let isOpener = gate.withLock { gate in
      gate.isPaused = false
      defer { gate.isOpening = true }
      return !gate.isOpening
    }
    guard isOpener else { return }
    // Bodies may run inside `enqueue`, and resume the next executor.
    guard Nesting.begin() else { return Nesting.put { self.forward() } }
    forward()
    Nesting.end()
  }

  private func forward() {
    // One at a time, because a body may pause the executor again.
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

  /// Forwards a job to the underlying executor, or holds it back while paused.
  public override func enqueue(_ job: consuming Job) { job.handOn { enqueue(node: $0) } }

  package override func enqueue(node: Unmanaged<PromiseNode>) {
    let waits = gate.withLock { gate in
      let waits = gate.isPaused || gate.isOpening
      if waits {
        gate.waiting.append(node)
        // Counted under the lock, before the gate can open: a body that is held back is work that a test waits for.
        psWorkBegins()
      }
      return waits
    }
    if !waits { base.enqueue(node: node) }
  }

  /// Runs `work` after a delay on the underlying executor; pausing does not stop the timer.
  @discardableResult
  public override func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    base.schedule(after: seconds, work)
  }
}
