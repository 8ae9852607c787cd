// What was settled of the promises of each function, and in whose bodies: the latest ones, because what gives things out, such as a lock, may live
// as long as its program.

import ChainModel
import PromiseTrace

/// The latest settlements by the function that created the promise, or by the name of the async function that it is a call of.
struct SettlementWatch: Sendable {
  struct Entry: Sendable {
    var promise: PromiseID
    /// The promise in whose body it was settled; 0 for none.
    var settler: PromiseID
    /// The number of the event.
    var sequence: UInt64
  }

  private struct Place: Hashable {
    /// The name of a function; none for one without a name, whose call site counts.
    var name: TextID
    var file = TextID.none
    var line: UInt32 = 0

    init(name: TextID) { self.name = name }

    init(_ site: Site) {
      name = site.function
      if name == .none { (file, line) = (site.file, site.line) }
    }
  }

  /// The maximum numbers of functions, and of settlements of one; half of the latter are kept when it is reached.
  private static let (functions, length) = (2_048, 256)

  private var indices: [Place: Int32] = [:]
  private var lists: [[Entry]] = []
  /// The functions whose first settlements were forgotten.
  private var cut: Set<Int32> = []
  /// The index of a list by origin of the promise; -1 for a function beyond the limit, -2 before it was asked for.
  private var byOrigin: [Int32] = []
  private var latestCall: (name: TextID, index: Int32) = (.none, -1)

  /// Notes the settlement of a promise, to which the store has applied it.
  @inline(__always)
  mutating func settled(_ event: Event, _ operators: inout OperatorTable, _ store: ChainStore) {
    let origin = store.origin(of: event.promise)
    guard origin != .max else { return }
    let index =
      event.cause == .resolver ? list(of: event.promise, origin, &operators, store) : call(event, &operators, store)
    if index >= 0 { append(Entry(promise: event.promise, settler: event.context, sequence: event.sequence), to: index) }
  }

  private mutating func list(
    of promise: PromiseID, _ origin: UInt32, _ operators: inout OperatorTable, _ store: ChainStore
  ) -> Int32 {
    let position = Int(origin)
    if position < byOrigin.count, byOrigin[position] > -2 { return byOrigin[position] }
    guard position < 65_536 else { return -1 }
    while byOrigin.count <= position { byOrigin.append(-2) }
    let site = store.site(of: promise)
    let isTimer = !operators.traits(store.operation(of: promise), store.texts).isDisjoint(with: [.timer, .pause, .call])
    byOrigin[position] = isTimer || site.line == 0 ? -1 : index(of: Place(site))
    return byOrigin[position]
  }

  /// The list of an async function that has ended.
  private mutating func call(_ event: Event, _ operators: inout OperatorTable, _ store: ChainStore) -> Int32 {
    guard event.cause == .returned || event.cause == .adopted || event.cause == .threw else { return -1 }
    let label = store.label(of: event.promise)
    guard label != .none else { return -1 }
    if label == latestCall.name { return latestCall.index }
    let isBody = !operators.traits(store.operation(of: event.promise), store.texts).isDisjoint(with: .asyncBody)
    guard isBody else { return -1 }
    latestCall = (label, index(of: Place(name: label)))
    return latestCall.index
  }

  private mutating func index(of place: Place) -> Int32 {
    if let known = indices[place] { return known }
    guard lists.count < Self.functions else { return -1 }
    lists.append([])
    indices[place] = Int32(lists.count - 1)
    return Int32(lists.count - 1)
  }

  private mutating func append(_ entry: Entry, to index: Int32) {
    let index = Int(index)
    if lists[index].count == Self.length {
      lists[index].removeFirst(Self.length / 2)
      cut.insert(Int32(index))
    }
    lists[index].append(entry)
  }

  /// The settlements of promises that the function of a call site created, and of its calls if it is an async one, in order.
  func settlements(of site: Site) -> (all: [Entry], isCut: Bool) {
    guard let index = indices[Place(site)] else { return ([], false) }
    return (lists[Int(index)], cut.contains(index))
  }

  /// The ends of the calls of an async function, in order, among the settlements of what functions of that name created.
  func calls(named name: TextID) -> [Entry] { indices[Place(name: name)].map { lists[Int($0)] } ?? [] }

  /// Events are missing, so that nothing is known of who holds what.
  mutating func lost() {
    for index in lists.indices { lists[index] = [] }
    cut = Set(lists.indices.map(Int32.init))
  }
}
