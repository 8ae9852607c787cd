// thenMap, thenFlatMap: `then` for each element of a sequence, concurrently.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable where T: Sequence {
  /// Transforms each element of the value into a promise and waits for all of them.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - transform: Receives an element and returns a promise of the new one.
  /// - Returns: A new promise of the new elements, in the same order.
  public func thenMap<U: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T]> {
    let site = SourceSite(file, line, function)
    return following("thenMap", .handler(on, flags, .body), site) { joined(try $0.map(transform), site) }
  }

  /// Transforms each element into a promise of a sequence, waits for all of them, and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - transform: Receives an element and returns a promise of the new ones.
  /// - Returns: A new promise of the new elements, in the same order.
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T.Iterator.Element]> where U.T: Sequence {
    let site = SourceSite(file, line, function)
    return following("thenFlatMap", .handler(on, flags, .body), site) { flattening(try $0.map(transform), site) }
  }
}

extension Guarantee where T: Sequence {
  /// Transforms each element of the value into a guarantee and waits for all of them.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - transform: Receives an element and returns a guarantee of the new one.
  /// - Returns: A guarantee of the new elements, in the same order.
  public func thenMap<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> {
    let site = SourceSite(file, line, function)
    return following("thenMap", .handler(on, flags, .body), site) { joined($0.map(transform), site) }
  }

  /// Transforms each element into a guarantee of a sequence, waits for all of them, and concatenates the sequences.
  ///
  /// `transform` must not return a promise that is rejected: the handlers of the guarantee would never run.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - transform: Receives an element and returns a promise of the new ones.
  /// - Returns: A guarantee of the new elements, in the same order.
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U.T.Iterator.Element]> where U.T: Sequence {
    let site = SourceSite(file, line, function)
    return following("thenFlatMap", .handler(on, flags, .body), site) { flattening($0.map(transform), site) }
  }
}

private func joined<U: Thenable>(_ thenables: [U], _ site: SourceSite) -> Promise<[U.T]> {
  let join = Join<[U.T]>("when", site: site)
  let values = Slots<U.T>(thenables.count)
  join.waitForAll(
    thenables.map(\._node), { values[$0] = $1.value(as: U.T.self) }, { values.elements })
  return Promise(join.core)
}

private func flattening<U: Thenable>(_ thenables: [U], _ site: SourceSite) -> Promise<[U.T.Element]>
where U.T: Sequence {
  let join = Join<[U.T.Element]>("when", site: site)
  let values = Slots<U.T>(thenables.count)
  join.waitForAll(
    thenables.map(\._node), { values[$0] = $1.value(as: U.T.self) }, { values.elements.flatMap { $0 } })
  return Promise(join.core)
}
