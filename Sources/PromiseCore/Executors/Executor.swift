// The contract of an executor, and the inline executor. Each of the other executors has a file of its own.

import CPromiseRuntime
import Dispatch
import PromiseTrace
import Synchronization

/// Runs the bodies of promises: handlers, and the closures that promises are created with.
///
/// To run bodies somewhere else, subclass it and override ``enqueue(_:)``; nothing else is required. Any thread may call any member.
///
/// ```swift
/// final class Logging: Executor, @unchecked Sendable {
///   private let base = Executor.queue(.global())
///
///   init() { super.init(label: "logging") }
///
///   override func enqueue(_ job: consuming Job) {
///     print("enqueuing the body of promise #\(job.id)")
///     base.enqueue(job)
///   }
/// }
///
/// let answer = Promise(on: Logging()) { 42 }
/// ```
open class Executor: @unchecked Sendable {
  /// The name that the log shows as `queue`.
  public let label: String
  package let symbol: UInt32
  @usableFromInline let holding: Holding
  /// The executor that nodes retain instead of this one.
  @usableFromInline let substitute: Executor?
  /// Decides which rejections bypass the handlers on this executor, as if there were none; nil if no rejection does.
  ///
  /// Set it before the executor's first use. It is called on the thread that settles, without a lock; a rejection that passes is not
  /// enqueued here.
  package final var passes: (@Sendable (Rejection) -> Bool)?

  /// Creates an executor.
  ///
  /// - Parameter label: The name recorded in the log. Several executors may share one.
  public init(label: String) {
    self.label = label
    symbol = Symbols.number(of: label)
    holding = .itself
    substitute = nil
  }

  /// Creates an executor that promises don't keep alive.
  ///
  /// - Parameters:
  ///   - label: The name recorded in the log.
  ///   - substitute: The executor that promises retain instead, and that receives their bodies.
  init(label: String, heldAs substitute: Executor) {
    self.label = label
    symbol = substitute.symbol
    holding = .substitute
    self.substitute = substitute
  }

  /// Creates a predefined executor.
  ///
  /// It consists of constants only, so the compiler emits a static object, and retaining that object writes no memory.
  ///
  /// - Parameters:
  ///   - label: The name recorded in the log.
  ///   - symbol: The number of the name in ``Symbols``.
  @inline(__always)
  init(label: String, symbol: UInt32) {
    self.label = label
    self.symbol = symbol
    holding = symbol == Symbols.inline ? .nothing : .itself
    substitute = nil
  }

  /// Runs `job` later, in the order of enqueuing if this executor is serial.
  ///
  /// An override must return without running the job, unless the executor is documented to run jobs inline. Any thread may call it.
  ///
  /// - Parameter job: The job to run, exactly once. The promise of a job that is dropped stays pending forever.
  open func enqueue(_ job: consuming Job) {
    preconditionFailure("\(type(of: self)) does not override enqueue(_:)")
  }

  /// Runs `work` after a delay.
  ///
  /// - Parameters:
  ///   - seconds: The delay in seconds. Zero, negative numbers, and NaN mean as soon as possible.
  ///   - work: The closure to run once, on a thread that the executor chooses, unless the timer is canceled first.
  /// - Returns: The timer, which can be canceled.
  @discardableResult
  open func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    if let substitute = Executor.boundToThread { return substitute.schedule(after: seconds, work) }
    return DispatchTimer.schedule(after: seconds, on: .global(), work)
  }

  /// Enqueues a node and consumes the reference; the package's own executors override this instead of ``enqueue(_:)``.
  package func enqueue(node: Unmanaged<PromiseNode>) {
    enqueue(Job(node))
  }

  /// Records that the node is enqueued, and enqueues it; consumes the reference.
  final func enqueueTraced(_ node: Unmanaged<PromiseNode>) {
    let id = node._withUnsafeGuaranteedRef { $0.tracedID }
    if id != 0 { EventEmitter.enqueued(id, on: symbol) }
    enqueue(node: node)
  }
}

/// The name of this type in modules that have an `Executor` of their own.
@usableFromInline package typealias CoreExecutor = Executor

extension Executor {
  /// The executor that replaces every queue on the calling thread; see ``ManualExecutor/bind(_:)``.
  static var boundToThread: Executor? {
    psCurrentThread().pointee.manualExecutor.map { Unmanaged<Executor>.fromOpaque($0).takeUnretainedValue() }
  }

  /// What the nodes of an executor retain.
  @usableFromInline
  enum Holding: UInt8, Sendable {
    case itself, substitute
    /// An inline reaction needs no executor.
    case nothing
  }
}

/// One body that is enqueued on an executor.
///
/// It counts as pending work, which a test can wait for, until it has run or is dropped.
public struct Job: ~Copyable, @unchecked Sendable {
  private let node: Unmanaged<PromiseNode>

  package init(_ node: Unmanaged<PromiseNode>) {
    self.node = node
    psWorkBegins()
  }

  /// The ID of the promise that the body settles; 0 if it is not traced.
  public var id: PromiseID { node._withUnsafeGuaranteedRef { $0.id } }

  /// Runs the body on the calling thread.
  public consuming func run() {
    handOn { PromiseNode.perform($0) }
  }

  /// Passes the node and its reference to a closure, which runs the node or counts it as pending work itself.
  consuming func handOn(_ body: (Unmanaged<PromiseNode>) -> Void) {
    let taken = node
    discard self
    body(taken)
    psWorkEnds()
  }

  deinit {
    node.release()
    psWorkEnds()
  }
}

/// Holds a job for a closure, which cannot capture a noncopyable value, and which may be called more than once, or never.
///
/// Any thread may call it.
package final class HeldJob: Sendable {
  private let job: Mutex<Job?>

  package init(_ job: consuming Job) { self.job = Mutex(job) }

  /// Returns the job to the first caller, and nil to all others.
  package func take() -> Job? { job.withLock { $0.take() } }
}

/// An executor that runs handlers inside the call that settles their promise.
///
/// It is never a default, because an inline handler runs on whichever thread settles the promise.
///
/// **Order.** Inline handlers do not nest. When an inline handler settles another promise, that promise is settled when the call returns,
/// but its handlers wait until the current handler and the ones registered after it have run. Only then do its inline handlers run, and
/// are its other handlers enqueued. So on a serial queue, they run *after* the blocks that the program enqueues in the same inline
/// handler. Code outside of inline handlers does not observe this: there, a settlement has run or enqueued every handler by the time
/// the call returns.
public final class InlineExecutor: Executor, @unchecked Sendable {
  /// The only instance; `Executor.inline` returns it.
  public static let shared = InlineExecutor()

  private init() { super.init(label: "inline", symbol: Symbols.inline) }

  /// Runs the job immediately, on the calling thread.
  public override func enqueue(_ job: consuming Job) { job.run() }
}

extension Executor {
  /// An executor that runs handlers inside the call that settles their promise.
  ///
  /// When an inline handler settles another promise, the handlers of that promise are run or enqueued after the current handler
  /// returns: on a serial queue, after the blocks that the program enqueues in the same handler. See ``InlineExecutor``.
  public static let inline: Executor = InlineExecutor.shared

  /// The executor that a node stores; nil for the inline executor.
  @inlinable
  package final var stored: Executor? {
    holding == .itself ? self : substitute
  }

  /// The executor that a closure held by a promise may capture: the substitute if promises must not keep this one alive.
  @inlinable
  package final var holdable: Executor { substitute ?? self }
}
