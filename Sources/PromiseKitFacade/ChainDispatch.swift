// dispatch(on:): a default dispatcher for the rest of a chain, and `on: .chain`, which confirms it. Owns what each
// promise of such a chain remembers; a chain without a dispatcher of its own remembers nothing.
//
// Example: `fetch().dispatch(on: background).map(decode).get(store).done(on: .chain, show)`. The three handlers run on
// `background`. Without `on: .chain` the last would, too, but PromiseKit warns: a chain that was received from elsewhere
// would otherwise keep its dispatcher to the end by accident.

import Dispatch
import PromiseCore
import PromiseTrace

/// A chain's own dispatcher, as one promise of the chain has it.
@usableFromInline
final class ChainDispatch: Sendable {
  /// How far the chain has come.
  enum Phase: Equatable, Sendable {
    /// The dispatcher was just set.
    case set
    /// Handlers in the middle of the chain have used it.
    case body
    /// The end of the chain has begun on another dispatcher, chosen explicitly.
    case tail
    /// The end of the chain has begun, and uses the dispatcher on purpose.
    case confirmed
    /// The end of the chain has begun, and the warning was given.
    case warned
  }

  /// Where the next handler runs.
  let executor: Executor
  /// Whether the dispatcher is the one that the last handler ran on.
  let isSticky: Bool
  let phase: Phase

  init(_ executor: Executor, isSticky: Bool, _ phase: Phase = .set) {
    self.executor = executor
    self.isSticky = isSticky
    self.phase = phase
  }

  /// What a derived promise remembers.
  ///
  /// - Parameters:
  ///   - role: The operator's.
  ///   - used: Where its handler runs.
  ///   - isExplicit: Whether the program said so at the operator.
  ///   - isChain: Whether that is this dispatcher.
  /// - Returns: The chain's state from that promise on.
  func next(_ role: Link.Role, on used: Executor, isExplicit: Bool, isChain: Bool) -> ChainDispatch {
    let phase = phase.after(role, isExplicit: isExplicit, isChain: isChain)
    if phase == .warned, self.phase != .warned, conf.requireChainDispatcherConfirmation {
      conf.logHandler(.failedToConfirmChainDispatcher)
    }
    let executor = isSticky ? used : executor
    return phase == self.phase && executor === self.executor ? self : ChainDispatch(executor, isSticky: isSticky, phase)
  }

  /// The same dispatcher, confirmed by `dispatch(on: .chain)`.
  func confirmed() -> ChainDispatch {
    guard phase == .set || phase == .tail else { return self }
    return ChainDispatch(executor, isSticky: isSticky, .confirmed)
  }
}

extension ChainDispatch.Phase {
  fileprivate func after(_ role: Link.Role, isExplicit: Bool, isChain: Bool) -> Self {
    switch self {
    case .set: role == .tail ? .confirmed : .body
    case .body where role != .tail: .body
    case .body, .tail: isExplicit ? (isChain ? .confirmed : .tail) : .warned
    case .confirmed, .warned: self
    }
  }
}

/// What can be said in place of a queue.
extension DispatchQueue {
  /// What `on:` is if nothing is said: the chain's dispatcher, or else the configured default.
  public static let pmkDefault = DispatchQueue(label: "PromiseKit.default")

  /// The same as ``pmkDefault``.
  public static var unspecified: DispatchQueue { pmkDefault }

  /// The configured default dispatcher, although the chain may have one of its own.
  public static let `default` = DispatchQueue(label: "PromiseKit.configured")

  /// The chain's own dispatcher, set by `dispatch(on:)`.
  public static let chain = DispatchQueue(label: "PromiseKit.chain")

  /// The dispatcher that the last handler of the chain ran on.
  public static let sticky = DispatchQueue(label: "PromiseKit.sticky")
}

extension Thenable {
  /// Derives a promise from which on the chain has the dispatcher that `queue` or `executor` names.
  fileprivate func dispatching(_ place: Place, _ flags: DispatchWorkItemFlags?, _ site: SourceSite) -> (
    core: Core<T>, chain: ChainDispatch?
  ) {
    let former = _chain.map { unsafeDowncast($0, to: ChainDispatch.self) }
    let chain: ChainDispatch?
    switch place {
    case .unspecified, .configured:
      chain = nil
    case .chain:
      if former == nil { conf.logHandler(.chainWithoutChainDispatcher) }
      chain = former?.confirmed()
    case .sticky:
      chain = ChainDispatch(former?.executor ?? core.lastExecutor, isSticky: true)
    case .inline:
      if flags != nil { conf.logHandler(.nilDispatchQueueWithFlags) }
      chain = ChainDispatch(.inline, isSticky: false)
    case .executor(let executor):
      chain = ChainDispatch(flags.map { executor.flagged($0) } ?? executor, isSticky: false)
    }
    let core = Core<T>(from: core, "dispatch", handles: [], on: .inline, site: site, work: .handingOn(T.self))
    return (core, chain)
  }
}

extension PromiseNode {
  /// The executor of the node's own handler; the configured one where it had none, or ran inline.
  final var lastExecutor: Executor { executor ?? PMKConfiguration.executor(.body) }
}

extension Promise {
  /// Sets the dispatcher on which the handlers of this chain run from here on, unless their operators name another.
  ///
  /// - Parameters:
  ///   - on: A queue; nil for inline, `.default` to return to the configured dispatcher, `.chain` to confirm the present
  ///     one, `.sticky` for the one that each last handler ran on.
  ///   - flags: For the queue's work items.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
  /// - Returns: A promise of the same outcome. The first `done`, `catch` or `finally` after it should say `on: .chain`
  ///   if other operators came between; otherwise ``LogEvent/failedToConfirmChainDispatcher`` is logged.
  public func dispatch(
    on: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<T> {
    let (core, chain) = dispatching(Place(on), flags, SourceSite(file, line, function))
    return Promise(core, chain)
  }

  /// Sets the dispatcher on which the handlers of this chain run from here on, unless their operators name another.
  @_disfavoredOverload
  public func dispatch(
    on: any Dispatcher, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<T> {
    if let queue = on as? DispatchQueue { return dispatch(on: queue, file: file, line: line, function: function) }
    let (core, chain) = dispatching(.executor(.running(on: on)), nil, SourceSite(file, line, function))
    return Promise(core, chain)
  }
}

extension Guarantee {
  /// Sets the dispatcher on which the handlers of this chain run from here on; see ``Promise/dispatch(on:flags:file:line:function:)``.
  public func dispatch(
    on: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<T> {
    let (core, chain) = dispatching(Place(on), flags, SourceSite(file, line, function))
    return Guarantee(core, chain)
  }

  /// Sets the dispatcher on which the handlers of this chain run from here on, unless their operators name another.
  @_disfavoredOverload
  public func dispatch(
    on: any Dispatcher, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Guarantee<T> {
    if let queue = on as? DispatchQueue { return dispatch(on: queue, file: file, line: line, function: function) }
    let (core, chain) = dispatching(.executor(.running(on: on)), nil, SourceSite(file, line, function))
    return Guarantee(core, chain)
  }
}

extension CancellablePromise {
  /// Sets the dispatcher on which the handlers of this chain run from here on; see ``Promise/dispatch(on:flags:file:line:function:)``.
  public func dispatch(
    on: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> CancellablePromise<T> {
    CancellablePromise(
      link: promise.dispatch(on: on, flags: flags, file: file, line: line, function: function), cancelContext)
  }

  /// Sets the dispatcher on which the handlers of this chain run from here on, unless their operators name another.
  @_disfavoredOverload
  public func dispatch(
    on: any Dispatcher, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> CancellablePromise<T> {
    CancellablePromise(link: promise.dispatch(on: on, file: file, line: line, function: function), cancelContext)
  }
}
