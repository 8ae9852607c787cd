// Trees of some promises: which rows they need, and the lines between these.

/// The lines of an excerpt, without the summary.
private func lines(_ excerpt: OutlineExcerpt?, _ store: ChainStore) -> String {
  var text: [UInt8] = []
  if let excerpt { TextTree().render(excerpt, of: store) { text += $0 } }
  return String(decoding: text, as: UTF8.self)
}

@Suite struct OutlineExcerptTests {
  private static let script = """
    1 created, 2 then 1, 3 then 1, 4 then 2, 5 then 3, 6 then 3, 7 created, 8 all, 9 created, 8 takes 7 9, 10 then 8
    """

  @Test func aPromiseBringsWhatItHangsBelow() {
    let picture = Picture.drawn(Self.script)
    expectEqual(
      lines(OutlineExcerpt(of: [6, 4, 9], in: picture.outline, picture.store), picture.store),
      """
      ○ ▾ async     #1  Main:1  10.0 ms  pending
      ○   ├ then    #4  Main:4  7.00 ms  pending
      ○   └ then    #3  Main:3  8.00 ms  pending
      ○     └ then  #6  Main:6  5.00 ms  pending
      ○ ▾ all       #8  Main:8  3.00 ms  pending
      ○   └ async   #9  Main:9  2.00 ms  pending

      """)
  }

  @Test func aLaterLinkStartsItsChainIfTheEarlierOnesAreLeftOut() {
    let picture = Picture.drawn("1 created, 2 then 1, 3 then 2")
    expectEqual(
      lines(OutlineExcerpt(of: [3], in: picture.outline, picture.store), picture.store),
      """
      ○ · then  #3  Main:3  0 ms  pending

      """)
  }

  @Test func aSubtreeIsDrawnFromTheLeft() throws {
    let picture = Picture.drawn(Self.script)
    let subtree = try #require(OutlineExcerpt(subtreeOf: 3, in: picture.outline, picture.store))
    expectEqual(subtree.ids, [3, 5, 6])
    expectEqual(
      lines(subtree, picture.store),
      """
      ○ ▾ then    #3  Main:3  8.00 ms  pending
      ○   ├ then  #5  Main:5  6.00 ms  pending
      ○   └ then  #6  Main:6  5.00 ms  pending

      """)
    #expect(OutlineExcerpt(subtreeOf: 99, in: picture.outline, picture.store)?.promises == nil)
  }

  @Test func noPromisesNeedNoRows() {
    let picture = Picture.drawn(Self.script)
    expectEqual(OutlineExcerpt(of: [99], in: picture.outline, picture.store).promises, 0)
  }

  @Test(arguments: 0..<60)
  func anExcerptOfAllPromisesIsTheTree(seed: UInt64) {
    let run = RandomRun(seed: seed, count: 300)
    var store = ChainStore(texts: run.texts)
    for event in run.events { store.apply(event) }
    var outline = Outline()
    outline.update(from: store)
    let all = (0..<outline.count).compactMap { outline[$0].node }
    var whole: [UInt8] = []
    TextTree().render(outline, of: store) { whole += $0 }
    let tree = String(decoding: whole, as: UTF8.self).split(separator: "\n").dropFirst()
    let excerpt = lines(OutlineExcerpt(of: all, in: outline, store), store).split(separator: "\n")
    #expect(excerpt.elementsEqual(tree))
  }
}

extension Picture {
  /// A picture with an outline that is up to date.
  fileprivate static func drawn(_ script: String) -> Picture {
    var picture = Picture(script)
    picture.outline.update(from: picture.store)
    return picture
  }
}
