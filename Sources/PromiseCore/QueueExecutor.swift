// Bodies on a dispatch queue.
//
// Each body is a block of its own, so it keeps its place among the blocks that the program itself sends, barriers included: what was
// sent to a serial queue before a body has run before it. The global queues promise no order, so there bodies go in batches
// (`BatchInbox`); on any other queue only where that is asked for.

import CPromiseTrace
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
/// The main queue's and the global ones' executors exist from the start, made of constants by the compiler: no promise counts references
/// to them, which would have all threads meet at one counter.
public final class QueueExecutor: Executor, @unchecked Sendable {
  // Unmanaged, because all threads that send bodies would count references to them otherwise.
  /// The queue of a program's own (+1); nil for the main queue and the global ones.
  private let own: Unmanaged<DispatchQueue>?
  private let standard: StandardQueue
  /// The same queue for ``DispatchHop``; nil where it is sent blocks.
  private let hop: DispatchHop?
  /// Where bodies wait that go to the program's own queue in batches (+1); nil where each is a block of its own.
  private let inbox: Unmanaged<BatchInbox>?
  private let holder: Holder?

  /// Creates the executor of a queue of the program's own.
  private init(_ queue: DispatchQueue, _ holder: Holder? = nil, _ inbox: BatchInbox? = nil) {
    own = .passRetained(queue)
    hop = DispatchHop(queue)
    standard = .none
    self.holder = holder
    self.inbox = inbox.map { .passRetained($0) }
    super.init(label: queue.label.isEmpty ? "queue" : queue.label)
  }

  /// Creates a standard queue's executor; of constants only.
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

  /// The queue.
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

  /// Sends a block that works off a batch; it keeps this executor alive, and with it the inbox.
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

  /// The executor of a queue: one per queue for as long as anything uses it, so that its order is the queue's.
  ///
  /// - Parameter queue: Any queue.
  /// - Returns: Its executor. Costs two nanoseconds for the object this thread asked for last, a look-up otherwise.
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

  /// The executor of the queue that the calling code runs on, if it is one of the program's own that a promise used.
  package static var current: QueueExecutor? {
    creation.withLock { _ in DispatchQueue.getSpecific(key: key)?.executor }
  }

  /// Makes an executor that sends bodies in batches; see ``Executor/batched(_:)``.
  static func batching(_ queue: DispatchQueue) -> QueueExecutor { QueueExecutor(queue, nil, BatchInbox()) }

  /// Makes a thread that ends let go of the executor it looked up last.
  private static let threadExit: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { _ in
      let thread = psCurrentThread()
      let queue = UInt(bitPattern: thread.pointee.queue)
      let executor = UInt(bitPattern: thread.pointee.queueExecutor)
      guard queue != 0 else { return }
      thread.pointee.queue = nil
      thread.pointee.queueExecutor = nil
      // Dispatch may have cleaned up after this thread already; freeing a queue here would make it do so twice, and free twice.
      detachThread {
        release((UnsafeMutableRawPointer(bitPattern: queue), UnsafeMutableRawPointer(bitPattern: executor)))
      }
    }
    return key
  }()

  private static let key = DispatchSpecificKey<Holder>()
  private static let creation = Mutex(())

  private static func lookUp(_ queue: DispatchQueue) -> QueueExecutor {
    // Linux makes a new object each time somebody says `.main` or `.global()`, and the global queues hold no specifics.
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

  /// What a queue knows of its executor.
  ///
  /// Set once and never replaced: dispatch frees a specific that is replaced at once, even while another thread has just got it.
  private final class Holder: Sendable {
    // No weak reference: it would give the executor a side table, and make each promise's retain and release several times as slow.
    // What dies clears its address first, under this lock; so there is an object behind the address, though maybe one on its way out.
    private struct Reference: @unchecked Sendable {
      var address: Unmanaged<QueueExecutor>?
      var isNew = true

      var living: QueueExecutor? {
        guard let address, let living = swift_tryRetain(address.toOpaque()) else { return nil }
        return Unmanaged<QueueExecutor>.fromOpaque(living).takeRetainedValue()
      }
    }

    private let reference = Mutex(Reference())

    /// Whether it has not been given an executor yet.
    var isNew: Bool { reference.withLock { $0.isNew } }

    var executor: QueueExecutor? { reference.withLock { $0.living } }

    /// The living executor, or a new one from now on.
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

  /// The number of the executor's name in the log.
  var symbol: UInt32 { Symbols.firstQueue + UInt32(rawValue) }

  static let mainQueue = DispatchQueue.main
  static let mainHop = DispatchHop(mainQueue)
  /// By raw value.
  static let queues: [DispatchQueue] = [
    mainQueue, .global(qos: .background), .global(qos: .utility), .global(qos: .default), .global(qos: .userInitiated),
    .global(qos: .userInteractive),
  ]
  /// By raw value; the main queue's is never used.
  static let inboxes: [Unmanaged<BatchInbox>] = queues.map { _ in .passRetained(BatchInbox()) }
}

extension Executor {
  /// The executor of a dispatch queue.
  ///
  /// - Parameter queue: Any queue.
  /// - Returns: Its executor, the same one each time while it is in use.
  public static func queue(_ queue: DispatchQueue) -> Executor { QueueExecutor.on(queue) }

  /// A new executor that sends bodies to a dispatch queue in batches: several times as fast where many are ready at once.
  ///
  /// Bodies keep their order among each other on a serial queue, and one that blocks keeps no other from running on a concurrent one.
  /// But a body may run before a block of the program's own, or a barrier, that was sent before it: it joins the batch that is on its
  /// way. Global queues, which promise no order, get batches anyway.
  ///
  /// - Parameter queue: Any queue.
  /// - Returns: The executor; to be kept and shared, for order is kept within one executor.
  public static func batched(_ queue: DispatchQueue) -> Executor { QueueExecutor.batching(queue) }

  /// Where bodies run whose operator was not told where: the main queue, unless ``setDefault(_:)`` was called.
  public static var standard: Executor {
    guard let pointer = UnsafeRawPointer(bitPattern: replacement.load(ordering: .acquiring)) else {
      return QueueExecutor.main
    }
    return Unmanaged<Executor>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Replaces the default executor of the whole process.
  ///
  /// To be called at its start; each executor set stays alive for ever.
  public static func setDefault(_ executor: Executor) {
    replacement.store(UInt(bitPattern: Unmanaged.passRetained(executor).toOpaque()), ordering: .releasing)
  }

  private static let replacement = Atomic<UInt>(0)

  /// The executor of `queue`, or the default one.
  public static func of(_ queue: DispatchQueue?) -> Executor {
    guard let queue else { return standard }
    return QueueExecutor.on(queue)
  }
}
