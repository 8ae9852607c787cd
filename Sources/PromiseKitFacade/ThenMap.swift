// thenMap, thenFlatMap: `then` for each element of a sequence, all at once.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable where T: Sequence {
  /// Makes a promise of each element of the value, and waits for all.
  public func thenMap<U: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T]> {
    thenMapping(link(on, flags, .body), SourceSite(file, line, function), transform)
  }

  /// Derives the promise, wherever `transform` runs.
  func thenMapping<U: Thenable>(
    _ link: Link, _ site: SourceSite, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T]> {
    following(as: "thenMap", link, site) { joining(try $0.map(transform), site) }
  }

  /// Makes a promise of a sequence of each element of the value, waits for all, and makes one array of them.
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T.Iterator.Element]> where U.T: Sequence {
    thenFlatMapping(link(on, flags, .body), SourceSite(file, line, function), transform)
  }

  /// Derives the promise, wherever `transform` runs.
  func thenFlatMapping<U: Thenable>(
    _ link: Link, _ site: SourceSite, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T.Iterator.Element]> where U.T: Sequence {
    following(as: "thenFlatMap", link, site) { flattening(try $0.map(transform), site) }
  }
}

extension Guarantee where T: Sequence {
  /// Makes a guarantee of each element of the value, and waits for all.
  public func thenMap<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> {
    thenMapping(link(on, flags, .body), SourceSite(file, line, function), transform)
  }

  /// Derives the guarantee, wherever `transform` runs.
  func thenMapping<U>(
    _ link: Link, _ site: SourceSite, _ transform: @escaping (T.Iterator.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> {
    following(as: "thenMap", link, site) { joining($0.map(transform), site) }
  }

  /// Makes a guarantee of a sequence of each element of the value, waits for all, and makes one array of them.
  ///
  /// What is made had better not be rejected: no handler of the guarantee would ever run.
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U.T.Iterator.Element]> where U.T: Sequence {
    thenFlatMapping(link(on, flags, .body), SourceSite(file, line, function), transform)
  }

  /// Derives the guarantee, wherever `transform` runs.
  func thenFlatMapping<U: Thenable>(
    _ link: Link, _ site: SourceSite, _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U.T.Iterator.Element]> where U.T: Sequence {
    following(as: "thenFlatMap", link, site) { flattening($0.map(transform), site) }
  }
}

private func joining<U: Thenable>(_ thenables: [U], _ site: SourceSite) -> Promise<[U.T]> {
  let join = Join<[U.T]>("when", site: site)
  let places = Slots<U.T>(thenables.count)
  join.waitForAll(
    thenables.map(\._node), { places[$0] = $1.value(as: U.T.self) }, { places.elements })
  return Promise(join.core)
}

private func flattening<U: Thenable>(_ thenables: [U], _ site: SourceSite) -> Promise<[U.T.Element]>
where U.T: Sequence {
  let join = Join<[U.T.Element]>("when", site: site)
  let places = Slots<U.T>(thenables.count)
  join.waitForAll(
    thenables.map(\._node), { places[$0] = $1.value(as: U.T.self) }, { places.elements.flatMap { $0 } })
  return Promise(join.core)
}
