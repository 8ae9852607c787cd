// The outline's settings: filter, order, automatic folds, badges, and the path to a row.

@testable import ChainModel

@Suite struct OutlineSettingsTests {
  /// Two chains, a combinator with an input that branches, and a rejected chain.
  private static let script = """
    1 async "load", 2 then 1, 3 then 2
    4 all "both", 5 async "left", 6 then 5, 7 then 5, 4 takes 5
    8 async "bad", 9 then 8, 8 rejects "e", 9 passes 8
    """

  private func lines(_ picture: Picture) -> [String] {
    let outline = picture.outline
    return (0..<outline.count).map { index in
      let row = outline[index]
      var line = String(repeating: "  ", count: row.depth) + (row.node.map { "#\($0)" } ?? "–")
      if row.isContinuation { line += " cont" }
      if row.isDimmed { line += " dimmed" }
      if row.isFolded {
        line += " folded \(row.sums.promises): \(row.sums.pending) \(row.sums.rejected) \(row.sums.badged)"
      }
      return line
    }
  }

  @Test func aFilterKeepsMatchesAndDimsWhatTheyHangBelow() {
    var picture = Picture(Self.script)
    picture.outline.onlyKeeps = [7, 9]
    picture.outline.update(from: picture.store)
    expectEqual(lines(picture), ["#4 dimmed", "  #5 dimmed", "    #7", "#8 dimmed", "#9 cont"])
    // It follows the run, and goes away.
    picture.play("10 then 7")
    picture.outline.onlyKeeps = [10]
    picture.outline.update(from: picture.store)
    expectEqual(lines(picture), ["#4 dimmed", "  #5 dimmed", "    #7 dimmed", "    #10 cont"])
    #expect(picture.outline.nearestIndex(of: 9, in: picture.store) == nil)
    picture.outline.onlyKeeps = nil
    picture.outline.update(from: picture.store)
    expectEqual(picture.outline.count, 10)
  }

  @Test func chainsAreSorted() {
    var picture = Picture(Self.script)
    func roots() -> [PromiseID] {
      picture.outline.update(from: picture.store)
      return (0..<picture.outline.count).compactMap { index in
        let row = picture.outline[index]
        return row.depth == 0 && !row.isContinuation ? row.node : nil
      }
    }
    picture.play("1 fulfils, 2 fulfils, 3 fulfils")
    expectEqual(roots(), [1, 4, 8])
    picture.outline.order = .state
    expectEqual(roots(), [8, 4, 1])
    picture.outline.order = .name
    expectEqual(roots(), [8, 4, 1])
    picture.outline.order = .duration
    picture.play("@500 11 created")
    expectEqual(roots(), [4, 1, 8, 11])
    picture.outline.order = .creation
    expectEqual(roots(), [1, 4, 8, 11])
  }

  @Test func siblingsAreSorted() {
    var picture = Picture("1 created, 2 then 1, 3 then 1, 4 then 1, 3 rejects \"e\", 2 fulfils")
    picture.outline.order = .state
    picture.outline.update(from: picture.store)
    expectEqual(lines(picture), ["#1", "  #3", "  #4", "  #2"])
  }

  @Test func settledChainsFoldUntilSomethingPends() {
    var picture = Picture("1 created, 2 then 1, 3 created, 4 then 3, 1 fulfils, 3 rejects \"e\", 4 passes 3")
    picture.outline.autoFoldsSettled = true
    picture.outline.update(from: picture.store)
    expectEqual(lines(picture), ["#1", "#2 cont", "#3", "#4 cont"])
    picture.play("2 fulfils")
    picture.outline.update(from: picture.store)
    expectEqual(lines(picture), ["#1 folded 1: 0 0 0", "#3", "#4 cont"])
    picture.play("4 handled")
    picture.outline.update(from: picture.store)
    expectEqual(lines(picture), ["#1 folded 1: 0 0 0", "#3 folded 1: 0 1 0"])
    picture.play("5 then 2")
    picture.outline.update(from: picture.store)
    expectEqual(lines(picture), ["#1", "#2 cont", "#5 cont", "#3 folded 1: 0 1 0"])
    picture.outline.setFolded(3, false)
    picture.outline.update(from: picture.store)
    expectEqual(lines(picture), ["#1", "#2 cont", "#5 cont", "#3", "#4 cont"])
    picture.outline.setFolded(3, true)
    picture.outline.setFolded(1, true)
    picture.outline.update(from: picture.store)
    expectEqual(lines(picture), ["#1 folded 2: 1 0 0", "#3 folded 1: 0 1 0"])
  }

  @Test func aFoldSumsWhatItHides() {
    var picture = Picture(Self.script)
    picture.outline.folds = [4, 8]
    picture.outline.badges = [6, 7, 9, 1]
    picture.outline.update(from: picture.store)
    expectEqual(lines(picture).suffix(2), ["#4 folded 3: 3 0 2", "#8 folded 1: 0 1 1"])
    picture.play("6 rejects \"e\", 10 then 6, 5 fulfils")
    picture.outline.badges = [10]
    picture.outline.update(from: picture.store)
    expectEqual(lines(picture).suffix(2), ["#4 folded 4: 2 1 1", "#8 folded 1: 0 1 0"])
  }

  @Test func aPathNamesWhatARowHangsBelow() throws {
    var picture = Picture(Self.script)
    picture.play("10 then 7, 11 then 10, 12 async in 11")
    picture.outline.update(from: picture.store)
    let index = try #require(picture.outline.index(of: 12, in: picture.store))
    expectEqual(picture.outline.path(to: index), [4, 5, 11])
    expectEqual(picture.outline.path(to: index, limit: 2), [5, 11])
    expectEqual(picture.outline.path(to: 0), [])
  }

  /// In a deep nest, only the chains between what changed and an unsettled one above it are looked at, or the fold that hides it.
  @Test func aSmallChangeLooksAtFewChains() {
    var store = ChainStore(texts: TextTable())
    let count: PromiseID = 5_000
    for id in 1...count {
      var event = Event(.created, id)
      event.context = id - 1
      store.apply(event)
    }
    var outline = Outline()
    outline.autoFoldsSettled = true
    outline.update(from: store)
    store.apply(Event(.fulfilled, count))
    let last = Row(count - 1)
    expectEqual(outline.headsToFold([], [last], store), [last, last - 1])
    for id in 1...count { store.apply(Event(.fulfilled, id)) }
    outline.update(from: store)
    expectEqual(outline.count, 1)
    expectEqual(outline.headsToFold([last], [], store), [last, 0])
  }

  /// A promise added to a tree of any size draws one row, and one that settles draws none.
  @Test func aSmallChangeDrawsFewRows() {
    var store = ChainStore(texts: TextTable())
    func create(_ id: PromiseID, from parent: PromiseID) {
      var event = Event(.created, id)
      event.peer = parent
      store.apply(event)
    }
    for id in 1...5_000 as ClosedRange<PromiseID> { create(id, from: id < 2_500 ? id - 1 : 1) }
    var outline = Outline()
    outline.update(from: store)
    let former = outline.drawn
    create(5_001, from: 1)
    create(5_002, from: 2_499)
    outline.update(from: store)
    expectEqual(outline.drawn, former + 2)
    expectEqual(outline.count, 5_002)
    store.apply(Event(.fulfilled, 5_001))
    let hasMoved = outline.update(from: store)
    #expect(!hasMoved)
    expectEqual(outline.drawn, former + 2)
  }

  // MARK: Search

  @Test func promisesAreVisitedInDisplayOrder() {
    var play = RandomHistory(seed: 5, limit: 1_000_000)
    for _ in 0..<400 { play.step() }
    var outline = Outline()
    outline.update(from: play.store)
    let order = (0..<outline.count).compactMap { outline[$0].node }
    func visited(after start: PromiseID?, isBackward: Bool) -> [PromiseID] {
      var ids: [PromiseID] = []
      play.store.forEachPromise(after: start, isBackward: isBackward) {
        ids.append($0)
        return true
      }
      return ids
    }
    expectEqual(visited(after: nil, isBackward: false), order)
    expectEqual(visited(after: nil, isBackward: true), Array(order.reversed()))
    for start in [0, order.count / 2, order.count - 1] {
      expectEqual(
        visited(after: order[start], isBackward: false), Array(order[(start + 1)...]) + Array(order[...start]))
      expectEqual(
        visited(after: order[start], isBackward: true),
        Array((Array(order[start...]) + Array(order[..<start])).reversed()))
    }
  }

  @Test func aSearchInStepsFindsAllInTheOrderOfAVisit() {
    var play = RandomHistory(seed: 5, limit: 1_000_000)
    for _ in 0..<400 { play.step() }
    let store = play.store
    let queries = [PromiseQuery(states: [.fulfilled]), PromiseQuery(states: [.pending])]
    let matching = queries.reduce(into: Set<PromiseID>()) { $0.formUnion(store.promises(matching: $1)) }
    func visited(after start: PromiseID?, isBackward: Bool) -> [PromiseID] {
      var ids: [PromiseID] = []
      store.forEachPromise(after: start, isBackward: isBackward) {
        ids.append($0)
        return true
      }
      return ids
    }
    let order = visited(after: nil, isBackward: false)
    let numbers = Dictionary(uniqueKeysWithValues: order.filter(matching.contains).enumerated().map { ($1, $0 + 1) })
    for (start, isBackward) in [0, order.count / 2, order.count - 1].flatMap({ [($0, false), ($0, true)] }) {
      for includesStart in [false, true] {
        var search = PromiseSearch(
          for: queries, from: order[start], includesStart: includesStart, isBackward: isBackward)
        while !search.isComplete { search.advance(in: store, steps: 7) }
        var expected = visited(after: order[start], isBackward: isBackward).filter(matching.contains)
        if includesStart, expected.last == order[start] { expected = [order[start]] + expected.dropLast() }
        expectEqual(search.found, expected)
        expectEqual(search.found.indices.map { search.number(at: $0) }, expected.map { numbers[$0] })
      }
    }
  }

  @Test func aSearchEndsWhereThePromisesToGoOnFromAreGone() {
    let store = Picture("1 async, 2 async, 3 async").store
    var search = PromiseSearch(for: [PromiseQuery()], from: 2)
    search.advance(in: store, steps: 1)
    #expect(search.found == [3] && !search.isComplete)
    search.advance(in: ChainStore(texts: store.texts), steps: 1)
    #expect(search.isComplete && search.found == [3])
  }

  @Test func aQueryFindsTextsNumbersAndStates() {
    let picture = Picture("1 async \"Load Größe\", 2 then 1, 3 created, 1 fulfils \"20 Items\", 2 rejects \"offline\"")
    let store = picture.store
    func found(_ text: String, _ states: Set<NodeState>? = nil) -> [PromiseID] {
      store.promises(matching: PromiseQuery(text: text, states: states)).sorted()
    }
    expectEqual(found("load"), [1])
    expectEqual(found("GRößE"), [1])
    expectEqual(found("items"), [1])
    expectEqual(found("OFFLINE"), [2])
    expectEqual(found("main:2"), [2])
    expectEqual(found("#3"), [3])
    expectEqual(found("async"), [1, 3])
    expectEqual(found("nothing"), [])
    expectEqual(found("", [.rejected]), [2])
    expectEqual(found("async", [.pending]), [3])
    expectEqual(store.promises { $0 > 1 }, [2, 3])
  }
}
