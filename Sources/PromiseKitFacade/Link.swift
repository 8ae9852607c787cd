// Link: the choice of a handler's executor, made when its operator is called: `on:` and `flags:`, else the chain's dispatcher, else
// the configured one. Does not own the state of a chain, which `ChainDispatch` does.

import Dispatch
import PromiseCore
import PromiseTrace

/// The executor of one link's handler, and the chain state that the next link inherits.
@usableFromInline
struct Link {
  @usableFromInline let executor: Executor
  @usableFromInline let chain: ChainDispatch?

  @inlinable @inline(__always)
  init(_ executor: Executor, _ chain: ChainDispatch?) {
    self.executor = executor
    self.chain = chain
  }

  /// The position of an operator in a chain, which selects its default dispatcher.
  @usableFromInline
  enum Role {
    /// In the middle of a chain, with the default of `map`.
    case body
    /// In the middle of a chain, with the default of its end: `get`, `ensure`.
    case visit
    /// At the end of a chain: `done`, `catch`, `finally`.
    case tail
  }
}

/// The meaning of a value of `on:`.
enum HandlerTarget {
  case unspecified, configured, chain, sticky
  case inline
  case executor(Executor)
}

extension Thenable {
  /// Chooses the executor of a handler of this promise.
  ///
  /// - Parameters:
  ///   - queue: The value of `on:`; nil means inline.
  ///   - flags: The flags of the work item, if the handler runs on a dispatch queue.
  ///   - role: The role of the operator.
  /// - Returns: The executor, and the chain state of the derived promise.
  @inlinable @inline(__always)
  func link(_ queue: DispatchQueue?, _ flags: DispatchWorkItemFlags?, _ role: Link.Role) -> Link {
    if _chain == nil, flags == nil, queue == nil { return Link(.inline, nil) }
    return resolve(queue, flags, role)
  }

  @usableFromInline
  func resolve(_ queue: DispatchQueue?, _ flags: DispatchWorkItemFlags?, _ role: Link.Role) -> Link {
    let chain = _chain.map { unsafeDowncast($0, to: ChainDispatch.self) }
    let target = HandlerTarget(queue)
    if chain == nil, flags == nil {
      if case .unspecified = target { return Link(PMKConfiguration.executor(role), nil) }
      if case .executor(let executor) = target { return Link(executor, nil) }
    }
    return Link(target, flags, role, chain, last: core.lastExecutor)
  }

  /// Chooses the executor of a handler of this promise that runs on a dispatcher.
  func link(_ dispatcher: any Dispatcher, _ role: Link.Role) -> Link {
    if let queue = dispatcher as? DispatchQueue { return link(queue, nil, role) }
    let executor = Executor.running(on: dispatcher)
    guard let chain = _chain else { return Link(executor, nil) }
    return Link(.executor(executor), nil, role, unsafeDowncast(chain, to: ChainDispatch.self), last: executor)
  }

  /// The link of an operator without a handler of the program.
  @inlinable @inline(__always)
  func linkInline() -> Link {
    guard _chain != nil else { return Link(.inline, nil) }
    return resolve(nil, nil, .body)
  }
}

extension HandlerTarget {
  init(_ queue: DispatchQueue?) {
    guard let queue else {
      self = .inline
      return
    }
    if queue === DispatchQueue.pmkDefault {
      self = .unspecified
    } else if queue === DispatchQueue.default {
      self = .configured
    } else if queue === DispatchQueue.chain {
      self = .chain
    } else if queue === DispatchQueue.sticky {
      self = .sticky
    } else {
      self = .executor(.queue(queue))
    }
  }
}

extension Link {
  /// Chooses the first of: the value of `on:`, the chain's dispatcher, the configured dispatcher.
  ///
  /// - Parameters:
  ///   - target: The meaning of `on:`.
  ///   - flags: The flags of the work item.
  ///   - role: The role of the operator.
  ///   - chain: The state of the chain so far.
  ///   - last: The executor of the previous handler.
  fileprivate init(
    _ target: HandlerTarget, _ flags: DispatchWorkItemFlags?, _ role: Role, _ chain: ChainDispatch?,
    last: @autoclosure () -> Executor
  ) {
    let repeats = chain?.isSticky ?? false
    let chosen: Executor
    let isChain: Bool
    switch target {
    case .inline: (chosen, isChain) = (.inline, repeats)
    case .executor(let executor): (chosen, isChain) = (executor, repeats)
    case .configured: (chosen, isChain) = (PMKConfiguration.executor(role), false)
    case .unspecified: (chosen, isChain) = (chain?.executor ?? PMKConfiguration.executor(role), chain != nil)
    case .sticky: (chosen, isChain) = (repeats ? chain?.executor ?? last() : last(), repeats)
    case .chain:
      if chain == nil { conf.logHandler(.chainWithoutChainDispatcher) }
      (chosen, isChain) = (chain?.executor ?? PMKConfiguration.executor(role), chain != nil)
    }
    var isExplicit = true
    if case .unspecified = target { isExplicit = false }
    let executor = flags.map { chosen.flagged($0) } ?? chosen
    self.init(executor, chain?.next(role, on: executor, isExplicit: isExplicit, isChain: isChain))
  }
}
