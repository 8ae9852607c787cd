// Bodies on a dispatch queue, without a dispatch for each.
//
// Jobs wait in a list of their own; a *visit* (one block on the queue) works off those that were there when it began. If there
// is more than one, the visit first sends another behind itself: on a serial queue that one comes too late to find anything, on
// a concurrent queue another thread comes to help, and then another. So a body that blocks its thread never keeps the others
// from running where the queue would not have, and nobody has to know which kind of queue it is.
//
// The main queue is known to be serial, and programs mix promises with blocks of their own there: each job has a visit of its own,
// so that it keeps its place among those blocks too. (On any other queue a job may run before a block that was sent after an
// earlier job.)

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
public final class QueueExecutor: Executor, @unchecked Sendable {
  private struct List {
    var head: Unmanaged<PromiseNode>?
    var tail: Unmanaged<PromiseNode>?
    var count = 0
    /// Visits sent to the queue that have not begun.
    var visits = 0

    mutating func append(_ node: Unmanaged<PromiseNode>) {
      if let tail { tail._withUnsafeGuaranteedRef { $0.next = node } } else { head = node }
      tail = node
      count += 1
    }

    mutating func removeFirst() -> Unmanaged<PromiseNode>? {
      guard let first = head else { return nil }
      first._withUnsafeGuaranteedRef { node in
        head = node.next
        node.next = nil
      }
      if head == nil { tail = nil }
      count -= 1
      return first
    }

    /// Whether the caller has to send a visit.
    mutating func needsVisit() -> Bool {
      guard visits == 0 else { return false }
      visits = 1
      return true
    }
  }

  // The lists hold references and are touched under the lock only.
  private struct Guarded: @unchecked Sendable {
    var list = List()
  }

  /// The queue.
  public let queue: DispatchQueue
  private let isMain: Bool
  private let guarded = Mutex(Guarded())

  private init(_ queue: DispatchQueue) {
    self.queue = queue
    isMain = queue.label == QueueExecutor.mainLabel
    super.init(label: QueueExecutor.name(of: queue))
  }

  private static func name(of queue: DispatchQueue) -> String {
    switch queue.label {
    case "": "queue"
    case mainLabel: "main"
    case let label where label.hasPrefix(globalPrefix): "global." + label.dropFirst(globalPrefix.count)
    case let label: label
    }
  }

  package override func enqueue(node: Unmanaged<PromiseNode>) {
    if let manual = ManualExecutor.bound { return manual.enqueue(node: node) }
    psWorkBegins()
    guarded.withLock { guarded in
      guarded.list.append(node)
      // Sent under the lock: a job that relies on this visit must not be overtaken by what its thread sends to the queue next.
      if isMain || guarded.list.needsVisit() { queue.async { self.visit() } }
    }
  }

  /// Runs `job` on the queue.
  public override func enqueue(_ job: consuming Job) {
    enqueue(node: job.take())
  }

  /// Runs `work` on the queue after `seconds`.
  @discardableResult
  public override func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    if let manual = ManualExecutor.bound { return manual.schedule(after: seconds, work) }
    return DispatchTimer.schedule(after: seconds, on: queue, work)
  }

  private func visit() {
    var (first, remaining) = guarded.withLock { guarded in
      guard !isMain else { return (guarded.list.removeFirst(), 0) }
      guarded.list.visits -= 1
      let count = guarded.list.count
      if count > 1, guarded.list.needsVisit() { queue.async { self.visit() } }
      return (guarded.list.removeFirst(), count - 1)
    }
    while let node = first {
      node.takeRetainedValue().perform()
      psWorkEnds()
      guard remaining > 0 else { return }
      remaining -= 1
      first = guarded.withLock { $0.list.removeFirst() }
    }
  }

  // MARK: Finding a queue's executor

  private static let key = DispatchSpecificKey<Holder>()

  /// What a queue knows of its executor.
  ///
  /// Set once and never replaced: dispatch frees a specific that is replaced at once, even while another thread has just got it.
  private final class Holder: Sendable {
    private struct Reference {
      weak var executor: QueueExecutor?
    }

    private let reference = Mutex(Reference())

    var executor: QueueExecutor? { reference.withLock { $0.executor } }

    /// The living executor, or a new one from now on.
    func executor(of queue: DispatchQueue) -> QueueExecutor {
      reference.withLock { reference in
        if let living = reference.executor { return living }
        let executor = QueueExecutor(queue)
        reference.executor = executor
        return executor
      }
    }
  }

  private static let mainLabel = "com.apple.main-thread"
  private static let globalPrefix = "com.apple.root."

  /// The main queue's executor.
  public static let main = QueueExecutor(.main)
  private static let globals = Mutex<[String: QueueExecutor]>([:])

  /// The executor of a queue: one per queue for as long as anything uses it, so that its order is the queue's.
  ///
  /// - Parameter queue: Any queue.
  /// - Returns: Its executor. Costs two nanoseconds for the queue this thread asked for last, a look-up otherwise.
  public static func on(_ queue: DispatchQueue) -> QueueExecutor {
    let thread = psCurrentThread()
    if let last = thread.pointee.queueExecutor {
      let executor = Unmanaged<QueueExecutor>.fromOpaque(last).takeUnretainedValue()
      if executor.queue === queue { return executor }
    }
    let executor = lookUp(queue)
    if let last = thread.pointee.queueExecutor {
      Unmanaged<QueueExecutor>.fromOpaque(last).release()
    } else {
      pthread_setspecific(threadExit, thread)
    }
    thread.pointee.queueExecutor = Unmanaged.passRetained(executor).toOpaque()
    return executor
  }

  /// The executor of the queue that the calling code runs on, if any promise ever used it.
  package static var current: QueueExecutor? {
    creation.withLock { _ in DispatchQueue.getSpecific(key: key)?.executor }
  }

  /// Makes a thread that ends let go of the executor it looked up last.
  private static let threadExit: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { _ in
      let thread = psCurrentThread()
      guard let last = thread.pointee.queueExecutor else { return }
      thread.pointee.queueExecutor = nil
      // Dispatch may have cleaned up after this thread already; freeing a queue here would make it do so twice, and free twice.
      let address = UInt(bitPattern: last)
      detachThread {
        guard let executor = UnsafeRawPointer(bitPattern: address) else { return }
        Unmanaged<QueueExecutor>.fromOpaque(executor).release()
      }
    }
    return key
  }()

  private static let creation = Mutex(())

  private static func lookUp(_ queue: DispatchQueue) -> QueueExecutor {
    // Linux makes a new object each time somebody says `.main` or `.global()`, and the global queues hold no specifics.
    let label = queue.label
    if label == mainLabel { return main }
    if label.hasPrefix(globalPrefix) {
      return globals.withLock { globals in
        if let known = globals[label] { return known }
        let executor = QueueExecutor(queue)
        globals[label] = executor
        return executor
      }
    }
    return creation.withLock { _ in
      if let holder = queue.getSpecific(key: key) { return holder.executor(of: queue) }
      let holder = Holder()
      queue.setSpecific(key: key, value: holder)
      return holder.executor(of: queue)
    }
  }
}

extension Executor {
  /// The executor of a dispatch queue.
  ///
  /// - Parameter queue: Any queue.
  /// - Returns: Its executor, the same one each time while it is in use.
  public static func queue(_ queue: DispatchQueue) -> Executor { QueueExecutor.on(queue) }

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
