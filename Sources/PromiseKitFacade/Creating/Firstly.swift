// firstly: starting a chain in the same form as its other links.

import Dispatch
import PromiseCore
import PromiseTrace

/// Starts a chain: calls `body` immediately and follows the promise that it returns; rejects with an error that it throws.
///
/// - Parameter body: Returns the promise to follow.
/// - Returns: A new promise with the outcome of the promise that `body` returns.
public func firstly<U: Thenable>(
  file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function, execute body: () throws -> U
) -> Promise<U.T> {
  Promise(starting(SourceSite(file, line, function), body))
}

/// Starts a chain: calls `body` immediately and follows the guarantee that it returns.
///
/// - Parameter body: Returns the guarantee to follow.
/// - Returns: A guarantee with the outcome of the guarantee that `body` returns.
public func firstly<T>(
  file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function, execute body: () -> Guarantee<T>
) -> Guarantee<T> {
  Guarantee(starting(SourceSite(file, line, function), body))
}

/// Starts a chain: calls `body` on a queue and follows the promise that it returns; rejects with an error that it throws.
///
/// - Parameters:
///   - on: The queue on which `body` runs.
///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
///   - body: Returns the promise to follow.
/// - Returns: A new promise with the outcome of the promise that `body` returns.
public func firstly<U: Thenable>(
  on: DispatchQueue, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function, execute body: @escaping () throws -> U
) -> Promise<U.T> {
  Promise(beginning(.handler(on, flags, .body), SourceSite(file, line, function)) { $0.follow(body) })
}

/// Starts a chain: calls `body` on a queue and follows the guarantee that it returns.
///
/// - Parameters:
///   - on: The queue on which `body` runs.
///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
///   - body: Returns the guarantee to follow.
/// - Returns: A guarantee with the outcome of the guarantee that `body` returns.
public func firstly<T>(
  on: DispatchQueue, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function, execute body: @escaping () -> Guarantee<T>
) -> Guarantee<T> {
  Guarantee(beginning(.handler(on, flags, .body), SourceSite(file, line, function)) { $0.follow(body) })
}

func starting<U: Thenable>(_ site: SourceSite, _ body: () throws -> U) -> Core<U.T> {
  let core = Core<U.T>(pending: "firstly", site: site)
  core.running { core.follow(body) }
  return core
}

private func beginning<T>(
  _ executor: Executor, _ site: SourceSite, _ react: @escaping (Core<T>) -> Void
) -> Core<T> {
  nonisolated(unsafe) let react = react
  return Core<T>("firstly", on: executor, site: site) { node, _ in
    react(unsafeDowncast(node, to: Core<T>.self))
  }
}
