// The positions of the tree's columns at a width. Pure arithmetic: a width always gives the same columns, so nothing jumps.

struct TreeColumns: Equatable {
  /// The mark of the selection, the line along a chain, the fold mark, and the glyph of the state.
  static let mark = 0
  static let rail = 1
  static let fold = 2
  static let glyph = 4
  private static let first = 6

  /// Branches, label, and id.
  var name = 0..<0
  /// The word of the state.
  var word = 0..<0
  /// A value, an error, or the promise that it waits for.
  var outcome = 0..<0
  /// The call site; empty on a narrow screen, where the outcome column shows it if it has nothing else to show.
  var site = 0..<0
  /// The duration so far.
  var time = 0..<0
  /// The bar on the shared scale.
  var bar = 0..<0

  init(width: Int) {
    let room = max(0, width - Self.first - 1)
    // The minimum widths. A narrow screen drops columns in this order.
    let word = 9
    let time = 8
    var name = room
    var outcome = 0
    var site = 0
    var bar = 0
    name -= word + 1
    if room >= 33 { name -= time + 1 }
    if room >= 54 {
      outcome = 18
      name -= outcome + 1
    }
    if room >= 66 {
      bar = 12
      name -= bar + 1
    }
    if room >= 96 {
      site = 18
      name -= site + 1
    }
    // Spare width goes to the columns that can use it.
    let spare = max(0, name - 25)
    if bar > 0 {
      name -= spare
      let share = spare / 3
      outcome += share
      bar += share
      name += spare - 2 * share
    }
    var column = Self.first
    func take(_ width: Int) -> Range<Int> {
      defer { if width > 0 { column += width + 1 } }
      return column..<column + max(0, width)
    }
    self.name = take(name)
    self.word = take(word)
    self.outcome = take(outcome)
    self.site = take(site)
    self.time = take(room >= 33 ? time : 0)
    self.bar = take(bar)
  }
}
