// Who settles the promises of each call site: the calls of resolvers, and the bodies that made them. Of a promise that hangs, the others from its call
// site show what should have settled it.
//
//     lock.js:5   new Promise  ←  release (lock.js:9)   41 times, 39 of them in "save", 2 in "load"

import ChainModel
import PromiseTrace

/// A call of a resolver, with how often it settled promises of one call site, and in which bodies.
package struct Settler: Sendable, Equatable {
  /// The call; without a line if the log does not have it.
  package var site: Site
  /// How many promises it settled.
  package var count: Int
  /// The bodies that made the call, by name, the most frequent first; without the calls outside of any body.
  package var bodies: [(name: String, count: Int)]

  package static func == (left: Settler, right: Settler) -> Bool {
    left.site == right.site && left.count == right.count && left.bodies.elementsEqual(right.bodies) { $0 == $1 }
  }
}

/// A call on the way to a resolver.
package struct SettlerCall: Sendable, Equatable {
  package var site: Site
  /// The line of the code in the same file that may run instead of it; 0 if the log does not say.
  package var instead: UInt32

  /// The code that may run instead; nil if the log does not say.
  package var alternative: Site? { instead > 0 ? Site(file: site.file, line: instead, function: site.function) : nil }
}

/// The calls that settled promises, by the operation and call site of the promises.
package struct SettlerWatch: Sendable {
  private struct Entry {
    var site: Site
    var body: TextID
    /// The name of the body, which the table of texts may forget.
    var name: String?
    var count = 0
  }

  private struct Origin {
    var site: Site
    var entries: [Entry] = []
  }

  /// The numbers of call sites to keep, and of different calls and bodies for each.
  private static let (limit, most) = (4_096, 16)
  /// For each origin of the store, the index of its calls plus 1; 0 if it has none yet.
  private var indices: [UInt32] = []
  private var origins: [Origin] = []
  /// The calls that led to each call of a resolver, innermost first.
  private var ways: [Site: [[SettlerCall]]] = [:]
  /// For each promise, the calls that lead to its next settlement or, as the source shows, would lead to it, and the time at which they were logged.
  private var expected: [PromiseID: (time: Int64, calls: [SettlerCall])] = [:]

  package init() {}

  /// Notes a call on the way to the resolver that settles a promise next.
  mutating func called(_ event: Event) {
    var known = expected[event.promise] ?? (event.time, [])
    if known.time != event.time { known = (event.time, []) }
    guard known.calls.count < Self.most, expected.count < Self.limit, event.site.line > 0 else { return }
    known.calls.append(SettlerCall(site: event.site, instead: UInt32(clamping: event.instead)))
    expected[event.promise] = known
  }

  /// Notes that a resolver settled a promise.
  ///
  /// - Complexity: O(1).
  mutating func settled(_ event: Event, _ operators: inout OperatorTable, _ store: ChainStore) {
    let way = expected.isEmpty ? nil : expected.removeValue(forKey: event.promise)
    guard event.cause == .resolver, event.site.line > 0 || event.context != 0 else { return }
    if let way, way.time == event.time {
      let known = ways[event.site] ?? []
      if known.count < Self.most, ways.count < Self.limit, !known.contains(way.calls) {
        ways[event.site] = known + [way.calls]
      }
    }
    let origin = Int(store.origin(of: event.promise))
    guard origin < 1 << 20 else { return }
    if origin >= indices.count { indices.append(contentsOf: repeatElement(0, count: origin - indices.count + 1)) }
    if indices[origin] == 0 {
      guard origins.count < Self.limit else { return }
      origins.append(Origin(site: store.site(of: event.promise)))
      indices[origin] = UInt32(origins.count)
    }
    let body = event.context == event.promise ? .none : Self.body(event.context, &operators, store)
    let index = Int(indices[origin]) - 1
    if let known = origins[index].entries.firstIndex(where: { $0.site == event.site && $0.body == body }) {
      origins[index].entries[known].count += 1
    } else if origins[index].entries.count < Self.most {
      origins[index].entries.append(Entry(site: event.site, body: body, name: store.texts[body], count: 1))
    }
  }

  /// The name of a body: its label, else the function that it is written in, else its operator.
  private static func body(_ id: PromiseID, _ operators: inout OperatorTable, _ store: ChainStore) -> TextID {
    guard id != 0 else { return .none }
    let (label, operation) = (store.label(of: id), store.operation(of: id))
    guard label == .none else { return label }
    let function = store.site(of: id).function
    // The call site of an async function is in its caller.
    return function == .none || operators.traits(operation, store.texts).contains(.call) ? operation : function
  }

  /// The calls that would settle a promise, as the source shows: those logged for the first promise from its call site that has any.
  ///
  /// - Complexity: O(*n*) in the number of promises with such calls, at most 4,096.
  func expected(like facts: NodeFacts, _ store: ChainStore) -> [SettlerCall] {
    let first = expected.keys.lazy.filter { store.origin(of: $0) == facts.origin }.min()
    return first.flatMap { expected[$0]?.calls } ?? []
  }

  /// The ways to a call of a resolver, each from that call outwards.
  package func ways(to site: Site) -> [[SettlerCall]] { ways[site] ?? [] }

  /// The calls that settled promises of an operation and call site, the most frequent first.
  package func settlers(origin: UInt32) -> [Settler] {
    guard Int(origin) < indices.count, indices[Int(origin)] > 0 else { return [] }
    return Self.settlers(origins[Int(indices[Int(origin)]) - 1].entries)
  }

  /// The calls that settled promises that a function created at other call sites, the most frequent first.
  package func settlers(inFunctionOf site: Site) -> [Settler] {
    guard site.line > 0, site.function != .none else { return [] }
    return Self.settlers(origins.filter { $0.site.isInSameFunction(as: site) && $0.site != site }.flatMap(\.entries))
  }

  /// The calls that settled others from the call site of a promise or, if the log has none, those that its function created elsewhere.
  func settlers(like facts: NodeFacts) -> [Settler] {
    let own = settlers(origin: facts.origin).filter { $0.site.line > 0 }
    return own.isEmpty ? settlers(inFunctionOf: facts.site).filter { $0.site.line > 0 } : own
  }

  private static func settlers(_ entries: [Entry]) -> [Settler] {
    var settlers: [Settler] = []
    for entry in entries {
      let index = settlers.firstIndex { $0.site == entry.site } ?? settlers.count
      if index == settlers.count { settlers.append(Settler(site: entry.site, count: 0, bodies: [])) }
      settlers[index].count += entry.count
      guard let name = entry.name else { continue }
      if let known = settlers[index].bodies.firstIndex(where: { $0.name == name }) {
        settlers[index].bodies[known].count += entry.count
      } else {
        settlers[index].bodies.append((name, entry.count))
      }
    }
    for index in settlers.indices {
      settlers[index].bodies.sort { ($1.count, $0.name) < ($0.count, $1.name) }
    }
    return settlers.sorted { ($1.count, $0.site.line) < ($0.count, $1.site.line) }
  }
}
