// An updated outline equals a new one: after random events, folds, losses and evictions, and after moves backward.

@testable import ChainModel

@Suite struct OutlinePropertyTests {
  @Test(arguments: 0..<24)
  func updatingEqualsStartingOver(seed: UInt64) {
    var play = RandomHistory(seed: seed, limit: seed % 3 == 0 ? 48 : 1_000_000)
    var following = Outline()
    for step in 0..<40 {
      for _ in 0..<play.pick(12) { play.step() }
      if play.pick(6) == 0 { following.folds.formSymmetricDifference(play.someIDs(3)) }
      if play.pick(6) == 0 { following.badges = play.someIDs(6) }
      if seed % 4 == 1, play.pick(9) == 0 { following.autoFoldsSettled.toggle() }
      if seed % 4 > 1, play.pick(9) == 0 { following.foldsRoots.toggle() }
      if play.pick(9) == 0 { following.unfolds.formSymmetricDifference(play.someIDs(3)) }
      following.update(from: play.store)
      var fresh = Outline()
      (fresh.folds, fresh.unfolds) = (following.folds, following.unfolds)
      (fresh.badges, fresh.autoFoldsSettled) = (following.badges, following.autoFoldsSettled)
      fresh.foldsRoots = following.foldsRoots
      fresh.update(from: play.store)
      let difference = difference(following, fresh, play)
      #expect(difference == nil, "seed \(seed), step \(step)")
      if difference != nil { return }
    }
  }

  @Test(arguments: 40..<50)
  func updatingFromEarlierAndLaterStoresEqualsStartingOver(seed: UInt64) {
    var play = RandomHistory(seed: seed, limit: 64)
    var stores = [play.store]
    for _ in 0..<30 {
      for _ in 0..<8 { play.step() }
      stores.append(play.store)
    }
    var following = Outline()
    for _ in 0..<40 {
      let store = stores[play.pick(stores.count)]
      following.update(from: store)
      var fresh = Outline()
      fresh.update(from: store)
      #expect((0..<fresh.count).allSatisfy { following[$0] == fresh[$0] } && following.count == fresh.count)
    }
  }

  /// After an undo, the store's revisions continue to increase, and it records the rows that it restored.
  @Test(arguments: 50..<60)
  func updatingFromAnUndoneStoreEqualsStartingOver(seed: UInt64) {
    var play = RandomHistory(seed: seed, limit: 1_000_000)
    for _ in 0..<60 { play.step() }
    var following = Outline()
    for _ in 0..<20 {
      let former = play.store
      let ids = play.ids
      for _ in 0..<play.pick(20) { play.step() }
      following.update(from: play.store)
      guard play.pick(2) == 0 else { continue }
      let (revision, changes) = (play.store.structureRevision, play.store.changes)
      play.goBack(to: former, ids)
      (play.store.structureRevision, play.store.changes) = (revision, changes)
      for row in 0...former.count { play.store.noteChange(at: Row(row)) }
      following.update(from: play.store)
      var fresh = Outline()
      fresh.update(from: play.store)
      #expect(difference(following, fresh, play) == nil, "seed \(seed)")
    }
  }

  private func lines(_ outline: Outline) -> [String] {
    (0..<outline.count).map { index in
      let row = outline[index]
      let flags = [
        row.isContinuation ? "cont" : "", row.isFoldable ? "foldable" : "", row.isDimmed ? "dimmed" : "",
        row.isCycle ? "cycle" : "",
        row.isFolded ? "folded \(row.sums.promises) \(row.sums.pending) \(row.sums.rejected) \(row.sums.badged)" : "",
      ]
      let words = ["\(row.content)", "\(row.relation)"] + flags.filter { !$0.isEmpty }
      return String(repeating: "  ", count: row.depth) + words.joined(separator: " ")
    }
  }

  /// The first difference; nil if there is none.
  private func difference(_ outline: Outline, _ fresh: Outline, _ play: RandomHistory) -> String? {
    let (mine, wanted) = (lines(outline), lines(fresh))
    guard mine == wanted else {
      return "\(mine.difference(from: wanted).map { change in "\(change)" }), where\n\(wanted.joined(separator: "\n"))"
    }
    var chain = 0
    for index in 0..<fresh.count {
      let row = fresh[index]
      if outline.parent(of: index) != fresh.parent(of: index) { return "parent of \(index)" }
      if outline.guides(at: index) != fresh.guides(at: index) { return "guides of \(index)" }
      if row.depth == 0, !row.isContinuation, row.node != nil { chain = index }
      if row.depth == 0, row.isContinuation, outline.firstOfChain(at: index) != chain { return "chain of \(index)" }
      if let id = row.node, outline.index(of: id, in: play.store) != index { return "position of #\(id)" }
    }
    for id in play.ids where outline.nearestIndex(of: id, in: play.store) != fresh.nearestIndex(of: id, in: play.store)
    {
      return "nearest row of #\(id)"
    }
    return nil
  }
}

/// A random run, including ones that no program could produce.
struct RandomHistory {
  var store: ChainStore
  private(set) var ids: [PromiseID] = []
  private var dice: Dice
  private var time: Int64 = 0

  init(seed: UInt64, limit: Int) {
    dice = Dice(seed: seed)
    store = ChainStore(texts: TextTable(), limit: limit)
  }

  mutating func pick(_ count: Int) -> Int { dice.roll(max(1, count)) }

  mutating func goBack(to store: ChainStore, _ ids: [PromiseID]) { (self.store, self.ids) = (store, ids) }

  mutating func someIDs(_ count: Int) -> Set<PromiseID> { Set((0..<count).map { _ in known() }) }

  /// A known ID, usually a recent one.
  private mutating func known() -> PromiseID {
    guard !ids.isEmpty else { return 1 }
    return dice.roll(3) == 0 ? ids[dice.roll(ids.count)] : ids[max(0, ids.count - 1 - dice.roll(12))]
  }

  mutating func step() {
    time += 1000
    switch dice.roll(20) {
    case 0...8:
      let id = PromiseID(ids.count + 1)
      var event = Event(.created, id)
      let choice = dice.roll(5)
      if choice < 2 { event.peer = known() }
      if choice == 2 { event.context = known() }
      ids.append(id)
      apply(event)
    case 9...11:
      var event = Event(.registered, known())
      event.peer = known()
      event.handles = [.fulfilled]
      apply(event)
    case 12, 13:
      var event = Event(dice.roll(2) == 0 ? .adopted : .awaiting, known())
      event.peer = known()
      apply(event)
      if dice.roll(2) == 0 { apply(Event(.continued, known())) }
    case 14:
      var event = Event(.lost, 0)
      event.count = 3
      apply(event)
    case 15...17: apply(Event(.fulfilled, known()))
    case 18: apply(Event(.rejected, known()))
    default:
      var event = Event(.released, known())
      event.state = .fulfilled
      apply(event)
    }
  }

  private mutating func apply(_ event: Event) {
    var event = event
    event.time = time
    store.apply(event)
  }
}
