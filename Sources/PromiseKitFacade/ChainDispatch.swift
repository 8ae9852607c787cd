// dispatch(on:): a default dispatcher for the rest of a chain, and `on: .chain`, which confirms it. Owns the state that each
// promise of such a chain stores; a chain without its own dispatcher stores none.
//
// Example: `fetch().dispatch(on: background).map(decode).get(store).done(on: .chain, show)`. The three handlers run on
// `background`. Without `on: .chain` the last one would run there, too, but with a warning: otherwise code that receives a chain from
// elsewhere could keep its dispatcher to the end by accident.

import Dispatch
import PromiseCore
import PromiseTrace

/// A chain's own dispatcher, as stored by one promise of the chain.
@usableFromInline
final class ChainDispatch: Sendable {
  /// The part of the chain that has been built so far.
  enum Phase: Equatable, Sendable {
    /// The dispatcher was just set.
    case set
    /// Handlers in the middle of the chain have used it.
    case body
    /// The end of the chain has started on another dispatcher, chosen explicitly.
    case tail
    /// The end of the chain has started and uses the dispatcher explicitly.
    case confirmed
    /// The end of the chain has started, and the warning was logged.
    case warned
  }

  /// The executor of the next handler.
  let executor: Executor
  /// Whether the dispatcher is always that of the previous handler.
  let isSticky: Bool
  let phase: Phase

  init(_ executor: Executor, isSticky: Bool, _ phase: Phase = .set) {
    self.executor = executor
    self.isSticky = isSticky
    self.phase = phase
  }

  /// The state that a derived promise stores.
  ///
  /// - Parameters:
  ///   - role: The role of the operator.
  ///   - used: The executor of its handler.
  ///   - isExplicit: Whether the operator's `on:` named that executor.
  ///   - isChain: Whether that executor is the chain's dispatcher.
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

/// Values of `on:` that stand for a dispatcher instead of naming a queue.
extension DispatchQueue {
  /// The default of `on:`, which stands for the chain's dispatcher or, without one, the configured default.
  public static let pmkDefault = DispatchQueue(label: "PromiseKit.default")

  /// The same as ``pmkDefault``.
  public static var unspecified: DispatchQueue { pmkDefault }

  /// The configured default dispatcher, even if the chain has its own.
  public static let `default` = DispatchQueue(label: "PromiseKit.configured")

  /// The chain's own dispatcher, set by `dispatch(on:)`.
  public static let chain = DispatchQueue(label: "PromiseKit.chain")

  /// The dispatcher of the chain's previous handler.
  public static let sticky = DispatchQueue(label: "PromiseKit.sticky")
}

extension Thenable {
  /// Derives a promise from which on the chain has the dispatcher that `target` names.
  fileprivate func dispatching(_ target: HandlerTarget, _ flags: DispatchWorkItemFlags?, _ site: SourceSite) -> (
    core: Core<T>, chain: ChainDispatch?
  ) {
    let former = _chain.map { unsafeDowncast($0, to: ChainDispatch.self) }
    let chain: ChainDispatch?
    switch target {
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
  /// The executor of the node's own handler; the configured one if it has no handler or its handler runs inline.
  final var lastExecutor: Executor { executor ?? PMKConfiguration.executor(.body) }
}

extension Promise {
  /// Sets the default dispatcher for the handlers of the rest of this chain.
  ///
  /// - Parameters:
  ///   - on: The queue. Nil runs handlers inline, `.default` returns to the configured dispatcher, `.chain` confirms the current one,
  ///     and `.sticky` repeats the dispatcher of each previous handler.
  ///   - flags: The flags of the queue's work items.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A promise with the same outcome. If other operators precede the first `done`, `catch`, or `finally` after it,
  ///   that one should pass `on: .chain`; otherwise ``LogEvent/failedToConfirmChainDispatcher`` is logged.
  public func dispatch(
    on: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<T> {
    let (core, chain) = dispatching(HandlerTarget(on), flags, SourceSite(file, line, function))
    return Promise(core, chain)
  }

  /// Sets the default dispatcher for the handlers of the rest of this chain.
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
  /// Sets the default dispatcher for the rest of this chain; see ``Promise/dispatch(on:flags:file:line:function:)``.
  public func dispatch(
    on: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<T> {
    let (core, chain) = dispatching(HandlerTarget(on), flags, SourceSite(file, line, function))
    return Guarantee(core, chain)
  }

  /// Sets the default dispatcher for the handlers of the rest of this chain.
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
  /// Sets the default dispatcher for the rest of this chain; see ``Promise/dispatch(on:flags:file:line:function:)``.
  public func dispatch(
    on: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> CancellablePromise<T> {
    CancellablePromise(
      link: promise.dispatch(on: on, flags: flags, file: file, line: line, function: function), cancelContext)
  }

  /// Sets the default dispatcher for the handlers of the rest of this chain.
  @_disfavoredOverload
  public func dispatch(
    on: any Dispatcher, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> CancellablePromise<T> {
    CancellablePromise(link: promise.dispatch(on: on, file: file, line: line, function: function), cancelContext)
  }
}
