// Executors of dispatch queues: how bodies are sent to a queue.
//
// Each body is an item of its own on the queue, so it keeps its order relative to the blocks and barriers that the program enqueues: a
// block that was sent to a serial queue before a body runs before it. The global queues guarantee no order, so their bodies run in
// batches (`BatchInbox`). On other queues, bodies run in batches only if the program asks for it.

import CPromiseRuntime
import Dispatch
import PromiseTrace
import Synchronization

/// Runs bodies on a dispatch queue, in the order they were enqueued if the queue is serial.
///
/// The executors of the main queue and the global queues are static objects that the compiler emits. Promises do not count references to
/// them, so threads do not contend for one reference count.
public final class QueueExecutor: Executor, @unchecked Sendable {
  // `own` and `inbox` are unmanaged, so that threads that send bodies do not contend for their reference counts.
  /// The queue, if the program created it (+1); nil for the main queue and the global queues.
  private let own: Unmanaged<DispatchQueue>?
  private let standard: StandardQueue
  /// The same queue for sending nodes; nil if nodes are sent in blocks.
  private let hop: DispatchHop?
  /// The inbox of a queue whose bodies run in batches (+1); nil if each body is an item of its own.
  private let inbox: Unmanaged<BatchInbox>?
  /// The queue's reference to this executor, which the executor clears when it is freed.
  private let reference: WeakQueueExecutor?

  /// Creates the executor of a queue that the program created.
  init(
    _ queue: DispatchQueue, referredToBy reference: WeakQueueExecutor? = nil, sendingTo inbox: BatchInbox? = nil
  ) {
    own = .passRetained(queue)
    hop = DispatchHop(queue)
    standard = .none
    self.reference = reference
    self.inbox = inbox.map { .passRetained($0) }
    super.init(label: queue.label.isEmpty ? "queue" : queue.label)
  }

  /// Creates a standard queue's executor, from constants only.
  @inline(__always)
  private init(_ label: String, _ standard: StandardQueue) {
    own = nil
    hop = nil
    self.standard = standard
    reference = nil
    inbox = nil
    super.init(label: label, symbol: standard.symbol)
  }

  deinit {
    reference?.forget(self)
    inbox?.release()
    own?.release()
  }

  /// The dispatch queue that bodies run on.
  public var queue: DispatchQueue { own?.takeUnretainedValue() ?? StandardQueue.queues[Int(standard.rawValue)] }

  package override func enqueue(node: Unmanaged<PromiseNode>) {
    if let manual = ManualExecutor.bound { return manual.enqueue(node: node) }
    psWorkBegins()
    if let inbox {
      add(node, to: inbox)
    } else if let own {
      if let hop { hop.send(node) } else { own._withUnsafeGuaranteedRef { QueueExecutor.send(node, to: $0) } }
    } else if standard == .main {
      if let hop = StandardQueue.mainHop {
        hop.send(node)
      } else {
        QueueExecutor.send(node, to: StandardQueue.mainQueue)
      }
    } else {
      add(node, to: StandardQueue.inboxes[Int(standard.rawValue)])
    }
  }

  private static func send(_ node: Unmanaged<PromiseNode>, to queue: DispatchQueue) {
    nonisolated(unsafe) let node = node
    queue.async {
      PromiseNode.perform(node)
      psWorkEnds()
    }
  }

  private func add(_ node: Unmanaged<PromiseNode>, to inbox: Unmanaged<BatchInbox>) {
    let needsVisit = inbox._withUnsafeGuaranteedRef { $0.add(node) }
    if needsVisit { visit(inbox) }
  }

  /// Sends a block that runs a batch; the block keeps this executor alive, and with it the inbox.
  private func visit(_ inbox: Unmanaged<BatchInbox>) {
    queue.async { inbox._withUnsafeGuaranteedRef { $0.visit { self.visit(inbox) } } }
  }

  /// Runs `job` on the queue.
  public override func enqueue(_ job: consuming Job) {
    job.handOn { enqueue(node: $0) }
  }

  /// Runs `work` on the queue after `seconds`.
  @discardableResult
  public override func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    if let manual = ManualExecutor.bound { return manual.schedule(after: seconds, work) }
    return DispatchTimer.schedule(after: seconds, on: queue, work)
  }

  // MARK: The executors of standard queues

  /// The main queue's executor.
  public static let main = QueueExecutor("main", .main)
  static let background = QueueExecutor("global.background-qos", .background)
  static let utility = QueueExecutor("global.utility-qos", .utility)
  static let `default` = QueueExecutor("global.default-qos", .default)
  static let userInitiated = QueueExecutor("global.user-initiated-qos", .userInitiated)
  static let userInteractive = QueueExecutor("global.user-interactive-qos", .userInteractive)

  /// Creates an executor that runs bodies in batches; see ``Executor/batched(_:)``.
  static func batching(_ queue: DispatchQueue) -> QueueExecutor { QueueExecutor(queue, sendingTo: BatchInbox()) }
}

/// The queue-specific value that refers to the queue's executor without keeping it alive.
///
/// Set once and never replaced, because Dispatch frees a replaced specific immediately, even if another thread has just read it.
final class WeakQueueExecutor: Sendable {
  // Not a weak reference: that would give the executor a side table, which makes each promise's retain and release several times as slow.
  // An executor clears its address under this lock when it is freed, so an address that is set refers to an object, though possibly to
  // one that is being freed.
  private struct Reference: @unchecked Sendable {
    var address: Unmanaged<QueueExecutor>?

    var living: QueueExecutor? {
      guard let address, let living = swift_tryRetain(address.toOpaque()) else { return nil }
      return Unmanaged<QueueExecutor>.fromOpaque(living).takeRetainedValue()
    }
  }

  private let reference = Mutex(Reference())

  /// The current executor; nil if it has been freed.
  var executor: QueueExecutor? { reference.withLock { $0.living } }

  /// Returns the current executor, or stores and returns a new one if it has been freed.
  func executor(_ make: () -> QueueExecutor) -> QueueExecutor {
    reference.withLock { reference in
      if let living = reference.living { return living }
      let executor = make()
      reference.address = .passUnretained(executor)
      return executor
    }
  }

  /// Clears the reference to an executor that is being freed, unless it refers to a newer one.
  func forget(_ executor: QueueExecutor) {
    reference.withLock { reference in
      if reference.address?.toOpaque() == Unmanaged.passUnretained(executor).toOpaque() { reference.address = nil }
    }
  }
}

/// The queues that every process has.
enum StandardQueue: UInt8 {
  case main, background, utility, `default`, userInitiated, userInteractive, none

  /// The symbol number of the executor's name in the log.
  var symbol: UInt32 { Symbols.firstQueue + UInt32(rawValue) }

  static let mainQueue = DispatchQueue.main
  static let mainHop = DispatchHop(mainQueue)
  /// The queues, indexed by raw value.
  static let queues: [DispatchQueue] = [
    mainQueue, .global(qos: .background), .global(qos: .utility), .global(qos: .default), .global(qos: .userInitiated),
    .global(qos: .userInteractive),
  ]
  /// The inboxes, indexed by raw value; the main queue's is unused.
  static let inboxes: [Unmanaged<BatchInbox>] = queues.map { _ in .passRetained(BatchInbox()) }
}
