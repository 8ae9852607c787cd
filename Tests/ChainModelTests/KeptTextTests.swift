// The texts of a long run: every position has those of its promises, and a table keeps only those that a position needs.

@testable import ChainModel

@Suite struct KeptTextTests {
  private static let limit = 64

  private func playback(_ texts: TextTable, memory: Int) -> Playback {
    Playback(
      nil, texts: texts, limit: Self.limit, memory: memory, stretchLength: 16, reach: 32, keyframeDistance: 400,
      historyLimit: 256)
  }

  /// A promise with texts of its own, alone or the second of a chain.
  private func append(_ id: PromiseID, to playback: inout Playback) {
    let texts = playback.store.texts
    for (kind, text) in [(EventKind.created, "label"), (.progressed, "stage"), (.fulfilled, "value"), (.released, "")] {
      var event = Event(kind, id)
      if !text.isEmpty { event.text = texts.intern("\(text) \(id)") }
      if kind == .released { event.state = .fulfilled }
      if kind == .created, id.isMultiple(of: 2) { event.peer = id - 1 }
      event.time = Int64(id) * 1_000
      playback.append(event)
    }
  }

  /// Returns the number of promises whose texts are missing.
  private func missing(_ store: ChainStore) -> Int {
    var missing = 0
    store.forEachFacts { facts in
      if store.texts[facts.label] != "label \(facts.id)" { missing += 1 }
      if facts.settled != nil, store.texts[facts.text] != "value \(facts.id)" { missing += 1 }
    }
    return missing
  }

  @Test(arguments: 0..<2 as Range<UInt64>, [300_000, 600_000])
  func everyPositionHasItsTexts(_ seed: UInt64, _ memory: Int) throws {
    let texts = TextTable(youth: 50)
    var playback = playback(texts, memory: memory)
    var dice = Dice(seed: seed)
    var keyframes = 0
    for id in 1...2_400 as ClosedRange<PromiseID> {
      append(id, to: &playback)
      keyframes = max(keyframes, playback.keyframes.count)
      guard id > 1_500, dice.roll(25) == 0 else { continue }
      let positions = playback.positions
      switch dice.roll(4) {
      case 0: playback.hold()
      case 1: try playback.step(by: -Int(dice.roll(200)))
      case 2: try playback.seek(to: positions.lowerBound + dice.roll(positions.upperBound - positions.lowerBound + 1))
      default: try playback.seek(to: .max)
      }
      expectEqual(missing(playback.store), 0, "position \(playback.position) of \(playback.count)")
      playback.withEnd(&keyframes) { #expect(missing($1) == 0 || $0 < 0) }
    }
    #expect(keyframes > 0 || memory != 600_000)
  }

  @Test(arguments: ["at the end", "paused", "in the past", "with a bookmark"])
  func aTableKeepsWhatPositionsNeed(_ state: String) throws {
    let texts = TextTable(youth: 50)
    var playback = playback(texts, memory: 300_000)
    var counts: [Int] = []
    var bookmark: ChainStore?
    for id in 1...8_000 as ClosedRange<PromiseID> {
      append(id, to: &playback)
      if id == 1_300 {
        switch state {
        case "paused": playback.hold()
        case "in the past": try playback.step(by: -300)
        case "with a bookmark": bookmark = playback.bookmark()
        default: break
        }
      }
      if id % 100 == 0 { counts.append(texts.count) }
    }
    let (early, late) = (counts[40..<60].max() ?? 0, counts[60...].max() ?? 0)
    #expect(late <= early * 12 / 10, "\(early) texts became \(late)")
    #expect(late < 20_000)
    expectEqual(missing(playback.store), 0)
    if let bookmark { expectEqual(missing(bookmark), 0) }
    try playback.seek(to: .max)
    expectEqual(missing(playback.store), 0)
  }

  /// A run that evicts nothing: a promise that reports its progress for hours.
  @Test func stagesThatNobodyNeedsAreForgotten() {
    let texts = TextTable(youth: 50)
    var playback = playback(texts, memory: 300_000)
    playback.append(Event(.created, 1))
    for number in 0..<100_000 {
      var event = Event(.progressed, 1)
      event.text = texts.intern("stage \(number)")
      playback.append(event)
    }
    #expect(texts.count < 20_000)
    expectEqual(playback.store.progress(of: 1)?.stage, "stage 99999")
  }
}

@Suite struct PackedRowsTests {
  @Test func equalNeighborsTakeLittle() {
    let rows = PackedRows((0..<1_000).map { Links(head: Row($0)) })
    #expect(rows.size < 1_000 * 4 && rows.unpacked.count == 1_000)
  }
}

@Suite struct SparseColumnTests {
  @Test func removingAValueThatARowNeverHadIsNotRecorded() {
    var column = SparseColumn<Int>()
    column[1] = 5
    column.record()
    for row in 2..<1_000 as Range<Row> { column[row] = nil }
    #expect(column.takeChanges().isEmpty)
    column.record()
    column[1] = nil
    #expect(column.takeChanges()[1] == 5 && column.isEmpty)
  }
}
