// Where bodies run. Owns the contract of an executor and the ways to name one; how each works is in its own file.

import CPromiseTrace
import Dispatch
import PromiseTrace

/// Runs the bodies of promises: handlers, and the closures that promises are made from.
///
/// Subclass it to run them somewhere of your own; ``enqueue(_:)`` is all that has to be written. Any thread may call any member.
open class Executor: @unchecked Sendable {
  /// The name that the log shows as `queue`.
  public let label: String
  package let symbol: UInt32
  /// Whether nodes hold this object itself.
  @usableFromInline let isHeld: Bool
  /// What nodes hold in its stead; nil for ``InlineExecutor``, or where they hold this object itself.
  @usableFromInline let substitute: Executor?
  /// Which rejections pass by the handlers here as if there were none, without a hop; nil means none do.
  ///
  /// Set before the executor's first use, and asked on the thread that settles; no lock is held.
  package final var passes: (@Sendable (Rejection) -> Bool)?

  /// Creates an executor.
  ///
  /// - Parameter label: The name that the log shows; executors may share one.
  public init(label: String) {
    self.label = label
    symbol = Symbols.number(of: label)
    isHeld = true
    substitute = nil
  }

  /// Creates an executor that promises don't keep alive.
  ///
  /// - Parameters:
  ///   - label: The name that the log shows.
  ///   - substitute: What promises hold in its stead, and hand their bodies to.
  init(label: String, heldAs substitute: Executor) {
    self.label = label
    symbol = substitute.symbol
    isHeld = false
    self.substitute = substitute
  }

  /// Creates one of the executors that exist from the start: of constants only, so that the compiler makes the object, and retaining
  /// it writes to no memory.
  ///
  /// - Parameters:
  ///   - label: The name that the log shows.
  ///   - symbol: The number that ``Symbols`` has for it.
  @inline(__always)
  init(label: String, symbol: UInt32) {
    self.label = label
    self.symbol = symbol
    isHeld = symbol != Symbols.inline
    substitute = nil
  }

  /// Runs `job` later, after those enqueued before it if this executor keeps an order.
  ///
  /// Must return without running the job, unless the executor is documented to run inline.
  /// - Parameter job: Has to be run once. A job that is dropped leaves its promise pending for ever.
  open func enqueue(_ job: consuming Job) {
    preconditionFailure("\(type(of: self)) does not override enqueue(_:)")
  }

  /// Runs `work` after a time.
  ///
  /// - Parameters:
  ///   - seconds: How long to wait; 0, negative and NaN mean at once, but never before this call returns.
  ///   - work: Runs once on a thread of the executor's choice, unless the timer is cancelled before.
  /// - Returns: The timer.
  @discardableResult
  open func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    if let manual = ManualExecutor.bound { return manual.schedule(after: seconds, work) }
    return DispatchTimer.schedule(after: seconds, on: .global(), work)
  }

  /// Hands over a node; the closest to a queue that the package's own executors get.
  package func enqueue(node: Unmanaged<PromiseNode>) {
    enqueue(Job(node))
  }

  /// Tells the log and hands over the node, with the reference.
  final func enqueueTraced(_ node: Unmanaged<PromiseNode>) {
    let id = node._withUnsafeGuaranteedRef { $0.tracedID }
    if id != 0 { EventEmitter.enqueued(id, on: symbol) }
    enqueue(node: node)
  }
}

/// One body that waits for its turn on an executor.
///
/// Until it has run, or is dropped, it counts as work that a test can wait for.
public struct Job: ~Copyable, Sendable {
  private let node: Unmanaged<PromiseNode>

  package init(_ node: Unmanaged<PromiseNode>) {
    self.node = node
    psWorkBegins()
  }

  /// The id of the promise that the body settles; 0 where it is not traced.
  public var id: PromiseID { node._withUnsafeGuaranteedRef { $0.id } }

  /// Runs the body on the calling thread.
  public consuming func run() {
    handOn { PromiseNode.perform($0) }
  }

  /// Hands the node, with the reference, to code that runs it, or counts it as work itself.
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

/// A timer that an executor was asked for.
public protocol ScheduledTimer: Sendable {
  /// Keeps the work from running, if it has not begun. Any thread; more than once is harmless.
  func cancel()
}

/// The executor that runs a reaction in the call that settles its promise.
///
/// Named explicitly, never a default: a handler that is run inline runs on whatever thread settles. Nested settlements wait for
/// the outermost one's loop instead of recursing.
public final class InlineExecutor: Executor, @unchecked Sendable {
  /// The only one.
  public static let shared = InlineExecutor()

  private init() { super.init(label: "inline", symbol: Symbols.inline) }

  /// Runs the job at once.
  public override func enqueue(_ job: consuming Job) { job.run() }
}

extension Executor {
  /// Runs reactions in the call that settles their promise.
  ///
  /// See ``InlineExecutor``.
  public static let inline: Executor = InlineExecutor.shared

  /// This executor as a node stores it: nil stands for inline.
  @inlinable
  package final var stored: Executor? {
    isHeld ? self : substitute
  }

  /// This executor, or what stands in for it where a promise must not keep it alive; for closures that promises hold.
  @inlinable
  package final var holdable: Executor { substitute ?? self }
}
