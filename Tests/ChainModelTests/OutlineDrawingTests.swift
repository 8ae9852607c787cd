// An outline that is drawn in steps: the result equals one drawn at once, and until then the former rows stay.

@testable import ChainModel

@Suite struct OutlineDrawingTests {
  private struct Change: Sendable {
    var name: String
    var body: @Sendable (inout Outline, Set<PromiseID>) -> Void
  }

  private static let changes = [
    Change(name: "by duration") { outline, _ in outline.order = .duration },
    Change(name: "by state") { outline, _ in outline.order = .state },
    Change(name: "by name") { outline, _ in outline.order = .name },
    Change(name: "filtered") { outline, some in outline.onlyKeeps = some },
    Change(name: "filtered and sorted") { outline, some in (outline.onlyKeeps, outline.order) = (some, .state) },
    Change(name: "automatic folds") { outline, _ in outline.autoFoldsSettled.toggle() },
    Change(name: "folded roots") { outline, _ in outline.foldsRoots.toggle() },
  ]

  @Test(arguments: 0..<24 as Range<UInt64>)
  func stepsEqualOneUpdate(seed: UInt64) {
    var play = RandomHistory(seed: seed, limit: seed % 3 == 0 ? 64 : 1_000_000)
    for _ in 0..<300 { play.step() }
    for change in Self.changes {
      var (stepwise, atOnce) = (Outline(), Outline())
      stepwise.folds = play.someIDs(4)
      atOnce.folds = stepwise.folds
      stepwise.update(from: play.store)
      let before = rows(stepwise)
      stepwise.rowsPerUpdate = 1 + play.pick(40)
      change.body(&stepwise, play.someIDs(30))
      (atOnce.order, atOnce.onlyKeeps) = (stepwise.order, stepwise.onlyKeeps)
      (atOnce.autoFoldsSettled, atOnce.foldsRoots) = (stepwise.autoFoldsSettled, stepwise.foldsRoots)
      atOnce.update(from: play.store)
      stepwise.update(from: play.store)
      #expect(stepwise.isBusy, "seed \(seed), \(change.name)")
      var updates = 1
      while stepwise.isBusy, updates < 10_000 {
        expectEqual(rows(stepwise), before, "seed \(seed), \(change.name)")
        stepwise.update(from: play.store)
        updates += 1
      }
      expectEqual(rows(stepwise), rows(atOnce), "seed \(seed), \(change.name)")
      #expect(updates >= 2, "seed \(seed), \(change.name)")
      // Returning to the former settings shows the former drawing at once, unless the store has changed.
      let hasChanged = seed % 2 == 1
      if hasChanged { for _ in 0..<3 { play.step() } }
      (stepwise.order, stepwise.onlyKeeps) = (.creation, nil)
      (stepwise.autoFoldsSettled, stepwise.foldsRoots) = (false, false)
      stepwise.update(from: play.store)
      #expect(hasChanged || !stepwise.isBusy, "seed \(seed), \(change.name)")
      while stepwise.isBusy { stepwise.update(from: play.store) }
      var fresh = Outline()
      fresh.folds = stepwise.folds
      fresh.update(from: play.store)
      expectEqual(rows(stepwise), rows(fresh), "seed \(seed), \(change.name)")
    }
  }

  /// Before the first update there are no rows to keep, so each step shows more of them.
  @Test func theFirstUpdateShowsWhatIsDrawn() {
    var play = RandomHistory(seed: 5, limit: 1_000_000)
    for _ in 0..<3_000 { play.step() }
    var (stepwise, atOnce) = (Outline(), Outline())
    stepwise.rowsPerUpdate = 1_000
    atOnce.update(from: play.store)
    let wanted = rows(atOnce)
    var counts: [Int] = []
    repeat {
      let hasMoved = stepwise.update(from: play.store)
      #expect(hasMoved)
      counts.append(stepwise.count)
      expectEqual(rows(stepwise), Array(wanted.prefix(stepwise.count)))
    } while stepwise.isBusy && counts.count < 1_000
    #expect(counts.count > 2 && counts[0] > 0 && counts.last == wanted.count, "\(counts)")
    #expect(counts == counts.sorted())
  }

  /// A fold of many promises is one change, but not one step.
  @Test func aLargeFoldIsOpenedInSteps() {
    var picture = Picture("1 created")
    for id in 2...2_000 { picture.play("\(id) then 1") }
    picture.outline.update(from: picture.store)
    picture.outline.setFolded(1, true)
    picture.outline.update(from: picture.store)
    #expect(picture.outline.count == 1)
    picture.outline.rowsPerUpdate = 500
    picture.outline.setFolded(1, false)
    var updates = 0
    repeat {
      #expect(picture.outline.count == 1)
      picture.outline.update(from: picture.store)
      updates += 1
    } while picture.outline.isBusy && updates < 100
    #expect(updates > 3 && picture.outline.count == 2_000, "\(updates) updates")
    picture.outline.setFolded(1, true)
    picture.outline.update(from: picture.store, atOnce: true)
    #expect(!picture.outline.isBusy && picture.outline.count == 1)
  }

  @Test func aChangeOfTheStoreDrawsTheRestAtOnce() {
    var play = RandomHistory(seed: 1, limit: 1_000_000)
    for _ in 0..<300 { play.step() }
    var outline = Outline()
    outline.update(from: play.store)
    (outline.rowsPerUpdate, outline.order) = (10, .state)
    outline.update(from: play.store)
    #expect(outline.isBusy)
    play.step()
    outline.update(from: play.store)
    var fresh = Outline()
    fresh.order = .state
    fresh.update(from: play.store)
    #expect(!outline.isBusy)
    expectEqual(rows(outline), rows(fresh))
  }

  @Test func anotherSettingStartsAgain() {
    var play = RandomHistory(seed: 2, limit: 1_000_000)
    for _ in 0..<300 { play.step() }
    var outline = Outline()
    outline.update(from: play.store)
    let before = rows(outline)
    (outline.rowsPerUpdate, outline.order) = (10, .state)
    outline.update(from: play.store)
    #expect(outline.isBusy)
    outline.order = .creation
    outline.update(from: play.store)
    #expect(!outline.isBusy)
    expectEqual(rows(outline), before)
  }

  /// Thousands of siblings are sorted in runs, which are merged.
  @Test func sortingInStepsIsStable() {
    var dice = Dice(seed: 7)
    let keys = (0..<50_000).map { _ in dice.roll(300) }
    let siblings = keys.indices.map { Row($0) }
    var sort = RowSort(siblings)
    var steps = 0
    while true {
      var budget = 1_000
      steps += 1
      if sort.advance(&budget, { keys[Int($0)] < keys[Int($1)] }) { break }
    }
    var sorted: [Row] = []
    while let row = sort.next() { sorted.append(row) }
    expectEqual(sorted, siblings.sorted { (keys[Int($0)], $0) < (keys[Int($1)], $1) })
    #expect(steps > 100)
  }

  private func rows(_ outline: Outline) -> [OutlineRow] { (0..<outline.count).map { outline[$0] } }
}
