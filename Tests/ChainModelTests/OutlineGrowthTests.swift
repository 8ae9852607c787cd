// The outline as the run grows: what moves no row, a very long chain, and deep nesting without recursion.

@Suite struct OutlineGrowthTests {
  @Test func settlingMovesNoRow() {
    var picture = Picture("1 created, 2 then 1")
    picture.outline.update(from: picture.store)
    picture.play("1 fulfils \"v\", 2 starts")
    #expect(picture.outline.update(from: picture.store) == false)
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
