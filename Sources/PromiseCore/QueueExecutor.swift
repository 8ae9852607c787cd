// Executors of dispatch queues.
//
// Each body is an item of its own on the queue, so it keeps its order relative to the blocks and barriers that the program enqueues: a
// block that was sent to a serial queue before a body runs before it. The global queues guarantee no order, so their bodies run in
// batches (`BatchInbox`). On other queues, bodies run in batches only if the program asks for it.

import CPromiseRuntime
import Dispatch
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
  private let holder: Holder?

  /// Creates the executor of a queue that the program created.
  private init(_ queue: DispatchQueue, _ holder: Holder? = nil, _ inbox: BatchInbox? = nil) {
    own = .passRetained(queue)
    hop = DispatchHop(queue)
    standard = .none
    self.holder = holder
    self.inbox = inbox.map { .passRetained($0) }
    super.init(label: queue.label.isEmpty ? "queue" : queue.label)
  }

  /// Creates a standard queue's executor, from constants only.
  @inline(__always)
  private init(_ label: String, _ standard: StandardQueue) {
    own = nil
    hop = nil
    self.standard = standard
    holder = nil
    inbox = nil
    super.init(label: label, symbol: standard.symbol)
  }

  deinit {
    holder?.forget(self)
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

  // MARK: Finding a queue's executor

  /// The main queue's executor.
  public static let main = QueueExecutor("main", .main)
  private static let background = QueueExecutor("global.background-qos", .background)
  private static let utility = QueueExecutor("global.utility-qos", .utility)
  private static let `default` = QueueExecutor("global.default-qos", .default)
  private static let userInitiated = QueueExecutor("global.user-initiated-qos", .userInitiated)
  private static let userInteractive = QueueExecutor("global.user-interactive-qos", .userInteractive)

  /// Returns the executor of a queue.
  ///
  /// A queue has one executor for as long as anything uses it, so bodies run in the order of the queue. Any thread may call this. It takes
  /// two nanoseconds for the queue that the calling thread passed last, and a lookup otherwise.
  ///
  /// - Parameter queue: Any dispatch queue.
  /// - Returns: The executor of the queue.
  public static func on(_ queue: DispatchQueue) -> QueueExecutor {
    let thread = psCurrentThread()
    let asked = Unmanaged.passUnretained(queue)
    if let last = thread.pointee.queueExecutor, thread.pointee.queue == asked.toOpaque() {
      return Unmanaged<QueueExecutor>.fromOpaque(last).takeUnretainedValue()
    }
    let executor = lookUp(queue)
    if thread.pointee.queue == nil { pthread_setspecific(threadExit, thread) }
    let former = (thread.pointee.queue, thread.pointee.queueExecutor)
    thread.pointee.queue = asked.retain().toOpaque()
    thread.pointee.queueExecutor = Unmanaged.passRetained(executor).toOpaque()
    release(former)
    return executor
  }

  private static func release(_ former: (queue: UnsafeMutableRawPointer?, executor: UnsafeMutableRawPointer?)) {
    if let queue = former.queue { Unmanaged<DispatchQueue>.fromOpaque(queue).release() }
    if let executor = former.executor { Unmanaged<QueueExecutor>.fromOpaque(executor).release() }
  }

  /// The executor of the current queue; nil unless the program created that queue and its executor is in use.
  package static var current: QueueExecutor? {
    creation.withLock { _ in DispatchQueue.getSpecific(key: key)?.executor }
  }

  /// Creates an executor that runs bodies in batches; see ``Executor/batched(_:)``.
  static func batching(_ queue: DispatchQueue) -> QueueExecutor { QueueExecutor(queue, nil, BatchInbox()) }

  /// The key whose destructor releases the queue and executor that an exiting thread looked up last.
  private static let threadExit: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { _ in
      let thread = psCurrentThread()
      let queue = UInt(bitPattern: thread.pointee.queue)
      let executor = UInt(bitPattern: thread.pointee.queueExecutor)
      guard queue != 0 else { return }
      thread.pointee.queue = nil
      thread.pointee.queueExecutor = nil
      // Released on another thread: Dispatch may have cleaned up its state of this thread already, and freeing a queue here would make
      // it clean up a second time, which is a double free.
      detachThread {
        release((UnsafeMutableRawPointer(bitPattern: queue), UnsafeMutableRawPointer(bitPattern: executor)))
      }
    }
    return key
  }()

  private static let key = DispatchSpecificKey<Holder>()
  private static let creation = Mutex(())

  private static func lookUp(_ queue: DispatchQueue) -> QueueExecutor {
    // Linux creates a new object on each access to `.main` or `.global()`, and the global queues do not support specifics.
    switch queue.label {
    case "com.apple.main-thread": return main
    case "com.apple.root.background-qos": return background
    case "com.apple.root.utility-qos": return utility
    case "com.apple.root.default-qos": return `default`
    case "com.apple.root.user-initiated-qos": return userInitiated
    case "com.apple.root.user-interactive-qos": return userInteractive
    default: break
    }
    return creation.withLock { _ in
      let holder = queue.getSpecific(key: key) ?? Holder()
      if holder.isNew { queue.setSpecific(key: key, value: holder) }
      return holder.executor { QueueExecutor(queue, holder) }
    }
  }

  /// The queue-specific value that refers to the queue's executor.
  ///
  /// Set once and never replaced, because Dispatch frees a replaced specific immediately, even if another thread has just read it.
  private final class Holder: Sendable {
    // Not a weak reference: that would give the executor a side table, which makes each promise's retain and release several times as
    // slow. An executor clears its address under this lock when it is freed, so an address that is set refers to an object, though
    // possibly to one that is being freed.
    private struct Reference: @unchecked Sendable {
      var address: Unmanaged<QueueExecutor>?
      var isNew = true

      var living: QueueExecutor? {
        guard let address, let living = swift_tryRetain(address.toOpaque()) else { return nil }
        return Unmanaged<QueueExecutor>.fromOpaque(living).takeRetainedValue()
      }
    }

    private let reference = Mutex(Reference())

    /// Whether it has never referred to an executor.
    var isNew: Bool { reference.withLock { $0.isNew } }

    var executor: QueueExecutor? { reference.withLock { $0.living } }

    /// Returns the current executor, or stores and returns a new one if it has been freed.
    func executor(_ make: () -> QueueExecutor) -> QueueExecutor {
      reference.withLock { reference in
        if let living = reference.living { return living }
        let executor = make()
        reference.address = .passUnretained(executor)
        reference.isNew = false
        return executor
      }
    }

    func forget(_ executor: QueueExecutor) {
      reference.withLock { reference in
        if reference.address?.toOpaque() == Unmanaged.passUnretained(executor).toOpaque() { reference.address = nil }
      }
    }
  }
}

/// The queues that every process has.
private enum StandardQueue: UInt8 {
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

extension Executor {
  /// Returns the executor of a dispatch queue.
  ///
  /// Any thread may call it.
  ///
  /// - Parameter queue: Any dispatch queue.
  /// - Returns: The executor of the queue; the same object each time, while it is in use.
  public static func queue(_ queue: DispatchQueue) -> Executor { QueueExecutor.on(queue) }

  /// Creates an executor that runs bodies on a dispatch queue in batches.
  ///
  /// This is several times as fast if many bodies are ready at once. On a serial queue, the bodies of one executor run in order; on a
  /// concurrent queue, a body that blocks does not delay the others. However, a body may join a batch that was sent earlier, and so
  /// overtake a block or barrier that the program has enqueued before it. Bodies on global queues, which guarantee no order, always run
  /// in batches.
  ///
  /// - Parameter queue: Any dispatch queue.
  /// - Returns: A new executor. Keep and share it, because the order is kept only within one executor.
  public static func batched(_ queue: DispatchQueue) -> Executor { QueueExecutor.batching(queue) }

  /// The default executor, for operators without an explicit one: the main queue's, unless ``setDefault(_:)`` was called.
  public static var standard: Executor {
    guard let pointer = UnsafeRawPointer(bitPattern: replacement.load(ordering: .acquiring)) else {
      return QueueExecutor.main
    }
    return Unmanaged<Executor>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Replaces the default executor of the process.
  ///
  /// Call it at the start of the program. The executor is never freed.
  ///
  /// - Parameter executor: The new default executor.
  public static func setDefault(_ executor: Executor) {
    replacement.store(UInt(bitPattern: Unmanaged.passRetained(executor).toOpaque()), ordering: .releasing)
  }

  private static let replacement = Atomic<UInt>(0)

  /// Returns the executor of `queue`, or the default executor if `queue` is nil.
  public static func of(_ queue: DispatchQueue?) -> Executor {
    switch queue {
    case nil: standard
    case let queue?: QueueExecutor.on(queue)
    }
  }
}
