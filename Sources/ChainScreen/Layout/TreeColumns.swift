// The positions of the tree's columns at a width. Pure arithmetic: a width always gives the same columns, so nothing jumps; only a row whose name or
// duration is too long for them takes room from its outcome.

struct TreeColumns: Equatable {
  /// The mark of the selection, the line along a chain, the fold mark, the mark of a path, and the glyph of the state.
  static let mark = 0
  static let chain = 1
  static let fold = 2
  static let path = 3
  static let glyph = 4
  private static let first = 6

  var name = 0..<0
  /// The word of the state; empty on a narrow screen, where the outcome says it.
  var word = 0..<0
  /// What became of the promise, or why it is not settled yet.
  var outcome = 0..<0
  /// The call site; empty on a narrow screen, where the outcome shows it if it has nothing else to show.
  var site = 0..<0
  /// The time spent on work of its own.
  var own = 0..<0
  /// The time from its creation.
  var total = 0..<0
  var bar = 0..<0
  /// The number of levels of the tree that fit before a name.
  var levels: Int { max(1, (name.count - 12) / 2) }

  /// Places the columns.
  ///
  /// - Parameters:
  ///   - width: The width of the tree.
  ///   - isPresenter: Whether to show only what an audience can follow: name, state, and outcome.
  ///   - showsOwn: Whether a tree with room for one time shows the own time instead of the total.
  init(width: Int, isPresenter: Bool = false, showsOwn: Bool = false) {
    let room = max(0, width - Self.first - 1)
    // What each column gets at this width; a narrow screen drops the columns from the right.
    var name = room
    var word = 0
    var outcome = 0
    var site = 0
    var own = 0
    var total = 0
    var bar = 0
    func allot(_ wanted: Int) -> Int {
      name -= wanted + 1
      return wanted
    }
    if room >= 30 { outcome = allot(room >= 66 ? 26 : max(14, room * 2 / 5)) }
    if isPresenter {
      if room >= 46 { word = allot(9) }
    } else {
      if room >= 46 { total = allot(8) }
      if room >= 66 { bar = allot(13) }
      if room >= 92 { own = allot(8) }
      if room >= 104 { word = allot(9) }
      if room >= 150 { site = allot(18) }
    }
    // Spare width belongs to the timeline, after what names and outcomes can use.
    var spare = max(0, name - 24)
    name -= spare
    if bar > 0 {
      func give(_ column: inout Int, upTo most: Int, share: Int) {
        let part = min(max(0, most - column), spare / share)
        column += part
        spare -= part
      }
      give(&outcome, upTo: 42, share: 3)
      give(&name, upTo: 36, share: 5)
      bar += spare
    } else {
      let share = outcome > 0 ? spare / 2 : 0
      outcome += share
      name += spare - share
    }
    var column = Self.first
    func place(_ width: Int) -> Range<Int> {
      defer { if width > 0 { column += width + 1 } }
      return column..<column + max(0, width)
    }
    self.name = place(name)
    self.word = place(word)
    self.outcome = place(outcome)
    self.site = place(site)
    self.own = place(own)
    self.total = place(total)
    if showsOwn, self.own.isEmpty { swap(&self.own, &self.total) }
    self.bar = place(bar)
  }

  /// The columns of a row with texts of these widths, 0 for none: the outcome, the word, and the call site give way to the name and the durations.
  func fitted(name wanted: Int, outcome content: Int, own: Int, total: Int) -> TreeColumns {
    var fitted = self
    var edge = Int.max
    func place(_ range: inout Range<Int>, _ width: Int) {
      let end = min(range.upperBound, edge)
      guard !range.isEmpty, width > 0 else { return }
      range = min(range.lowerBound, end - width)..<end
      edge = range.lowerBound - 1
    }
    place(&fitted.total, total)
    place(&fitted.own, own)
    func cut(_ range: inout Range<Int>) { range = range.clamped(to: 0..<max(0, edge)) }
    cut(&fitted.site)
    cut(&fitted.outcome)
    let least = min(content, outcome.count / 2)
    let most = fitted.outcome.isEmpty ? name.upperBound : fitted.outcome.upperBound - least - 1
    fitted.name = name.lowerBound..<max(name.upperBound, min(name.lowerBound + wanted, most))
    if fitted.name.upperBound >= word.lowerBound { fitted.word = 0..<0 }
    let start = max(fitted.outcome.lowerBound, fitted.name.upperBound + 1)
    if !outcome.isEmpty { fitted.outcome = start..<max(start, fitted.outcome.upperBound) }
    return fitted
  }
}
