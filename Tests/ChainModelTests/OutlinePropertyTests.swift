// The outline that follows against the one made anew: random histories, folds, losses, evictions, and going back.

import ChainModel
import PromiseTrace
import Testing

@Suite struct OutlinePropertyTests {
  @Test(arguments: 0..<40)
  func followingGivesWhatStartingAnewGives(seed: UInt64) {
    var play = RandomHistory(seed: seed, limit: seed % 3 == 0 ? 48 : 1_000_000)
    var following = Outline()
    for step in 0..<60 {
      for _ in 0..<play.pick(12) { play.step() }
      if play.pick(6) == 0 { following.folds.formSymmetricDifference(play.someIDs(3)) }
      following.update(from: play.store)
      var fresh = Outline()
      fresh.folds = following.folds
      fresh.update(from: play.store)
      let difference = difference(following, fresh, play)
      #expect(difference == nil, "seed \(seed), step \(step)")
      if difference != nil { return }
    }
  }

  @Test(arguments: 40..<50)
  func goingBackAndForthGivesWhatStartingAnewGives(seed: UInt64) {
    var play = RandomHistory(seed: seed, limit: 64)
    var stores = [play.store]
    for _ in 0..<30 {
      for _ in 0..<8 { play.step() }
      stores.append(play.store)
    }
    var following = Outline()
    for _ in 0..<60 {
      let store = stores[play.pick(stores.count)]
      following.update(from: store)
      var fresh = Outline()
      fresh.update(from: store)
      #expect((0..<fresh.count).allSatisfy { following[$0] == fresh[$0] } && following.count == fresh.count)
    }
  }

  /// What differs first; nil where nothing does.
  private func difference(_ outline: Outline, _ fresh: Outline, _ play: RandomHistory) -> String? {
    guard outline.count == fresh.count else { return "\(outline.count) rows instead of \(fresh.count)" }
    var chain = 0
    for index in 0..<fresh.count {
      let row = fresh[index]
      if outline[index] != row { return "row \(index): \(outline[index]) instead of \(row)" }
      if outline.parent(of: index) != fresh.parent(of: index) { return "parent of \(index)" }
      if outline.guides(at: index) != fresh.guides(at: index) { return "guides of \(index)" }
      if row.depth == 0, !row.isContinuation, row.node != nil { chain = index }
      if row.depth == 0, row.isContinuation, outline.firstOfChain(at: index) != chain { return "chain of \(index)" }
      if let id = row.node, outline.index(of: id, in: play.store) != index { return "place of #\(id)" }
    }
    for id in play.ids where outline.nearestIndex(of: id, in: play.store) != fresh.nearestIndex(of: id, in: play.store)
    {
      return "nearest row of #\(id)"
    }
    return nil
  }
}

/// Numbers that are the same on every run (SplitMix64).
struct Dice {
  var state: UInt64

  mutating func pick(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ bits >> 31) % UInt64(max(1, count)))
  }
}

/// Any history, whether or not a program could have made it.
struct RandomHistory {
  var store: ChainStore
  private(set) var ids: [PromiseID] = []
  private var dice: Dice
  private var time: Int64 = 0

  init(seed: UInt64, limit: Int) {
    dice = Dice(state: seed)
    store = ChainStore(texts: TextTable(), limit: limit)
  }

  mutating func pick(_ count: Int) -> Int { dice.pick(count) }

  mutating func someIDs(_ count: Int) -> Set<PromiseID> { Set((0..<count).map { _ in known() }) }

  /// Mostly a recent one.
  private mutating func known() -> PromiseID {
    guard !ids.isEmpty else { return 1 }
    return dice.pick(3) == 0 ? ids[dice.pick(ids.count)] : ids[max(0, ids.count - 1 - dice.pick(12))]
  }

  mutating func step() {
    time += 1000
    switch dice.pick(20) {
    case 0...8:
      let id = PromiseID(ids.count + 1)
      var event = Event(.created, id)
      let choice = dice.pick(5)
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
      var event = Event(.adopted, known())
      event.peer = known()
      apply(event)
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
