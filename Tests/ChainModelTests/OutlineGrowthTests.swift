// The outline as the run grows: incremental updates, a very long chain, and deep nesting without recursion.

import ChainModel
import PromiseTrace
import TestSupport
import Testing

@Suite struct OutlineGrowthTests {
  /// A run with new parents, branches, losses and adoptions.
  private static let steps = [
    "1 created, 2 then 1", "3 created", "4 all, 4 takes 1 3", "5 then 2", "lost 3", "6 created, 6 starts, 7 async in 6",
    "8 then 7", "6 adopts 8", "9 race, 9 takes 7 3", "2 fulfils \"v\"", "10 created, lost 1", "11 then 10, 12 then 10",
    "3 adopts 10", "13 created", "lost 2", "14 then 13",
  ]

  @Test func anUpdatedOutlineEqualsANewOne() {
    var picture = Picture()
    for step in Self.steps {
      picture.play(step)
      picture.outline.update(from: picture.store)
      var fresh = Outline()
      fresh.update(from: picture.store)
      let tree = TextTree()
      expectEqual(
        tree.render(picture.outline, of: picture.store), tree.render(fresh, of: picture.store), "after \(step)")
    }
  }

  @Test func unfoldingRestoresTheOutline() {
    var picture = Picture(Self.steps.joined(separator: ","))
    let before = picture.text()
    picture.outline.folds = [4, 6]
    #expect(picture.text() != before)
    picture.outline.folds = []
    expectEqual(picture.text(), before)
  }

  @Test func settlingMovesNoRow() {
    var picture = Picture("1 created, 2 then 1")
    picture.outline.update(from: picture.store)
    picture.play("1 fulfils \"v\", 2 starts")
    #expect(picture.outline.update(from: picture.store) == false)
  }

  @Test func theSameEventsProduceTheSameText() {
    var first = Picture(Self.steps.joined(separator: ","))
    var second = Picture(Self.steps.joined(separator: ","))
    expectEqual(first.text(), second.text())
  }

  @Test func aChainOfAdoptionsOfAnyLengthIsOneTree() {
    let count: PromiseID = 10_000
    var store = ChainStore(texts: TextTable())
    for id in 1...count {
      store.apply(Event(.created, id))
      guard id > 1 else { continue }
      var adopted = Event(.adopted, id - 1)
      adopted.peer = id
      store.apply(adopted)
    }
    var outline = Outline()
    outline.update(from: store)
    #expect(outline.count == Int(count) && (0..<outline.count).allSatisfy { outline[$0].depth == $0 })
  }

  @Test func aPromiseIsFoundAtItsRow() throws {
    var picture = Picture("1 created, 2 then 1, 3 created, 4 async in 3")
    picture.outline.folds = [3]
    picture.outline.update(from: picture.store)
    let (outline, store) = (picture.outline, picture.store)
    expectEqual(outline.index(of: 2, in: store), 1)
    #expect(outline.index(of: 4, in: store) == nil)
    expectEqual(outline.nearestIndex(of: 4, in: store), 2)
    #expect(outline.index(of: 77, in: store) == nil)
    picture.outline.folds = []
    picture.outline.update(from: picture.store)
    let index = try #require(picture.outline.index(of: 4, in: picture.store))
    expectEqual(picture.outline.parent(of: index), 2)
    expectEqual(picture.outline.guides(at: index).levels, [.corner])
  }

  @Test func aLongChainHasOneRowPerLink() {
    let texts = TextTable()
    var store = ChainStore(texts: texts)
    for id in 1...PromiseID(deep) {
      var event = Event(.created, id)
      event.peer = id - 1
      store.apply(event)
    }
    var outline = Outline()
    outline.update(from: store)
    expectEqual(outline.count, deep)
    expectEqual(outline[deep - 1].depth, 0)
    outline.folds = [1]
    outline.update(from: store)
    expectEqual(outline.count, 1)
    expectEqual(outline[0].hidden, deep - 1)
    expectEqual(outline.nearestIndex(of: PromiseID(deep), in: store), 0)
  }

  @Test func aHundredThousandLevelsOfNestingAreWalkedWithoutRecursion() {
    let texts = TextTable()
    var store = ChainStore(texts: texts)
    for id in 1...100_000 as ClosedRange<PromiseID> {
      var event = Event(.created, id)
      event.context = id - 1
      store.apply(event)
    }
    var outline = Outline()
    outline.update(from: store)
    expectEqual(outline.count, 100_000)
    expectEqual(outline.guides(at: 99_999).elided, 99_999 - 24)
  }
}
