// Maps the looks of a theme to curses attributes and color pairs, at the color depth of the terminal.

import CNcurses
import Canvas
import PlainText

/// The attributes and color pairs of every style, created on first use.
struct InkWell {
  struct Mixed {
    var attributes: attr_t
    var pair: Int16
  }

  private let theme: Theme
  private let depth: ColorDepth
  private var pairs: [UInt64: Int16] = [:]
  private var mixed: [Mixed?]

  /// `start_color` must have been called.
  ///
  /// - Parameters:
  ///   - theme: The look of every style.
  ///   - limit: The colors to use if the terminal has more.
  init(theme: Theme, limit: ColorDepth = .direct) {
    let canColor = has_colors() && cn_color_pairs() > 8
    depth = min(limit, canColor ? ColorDepth(colors: Int(cn_colors())) : .none)
    self.theme = theme
    mixed = Array(repeating: nil, count: 256 * Surface.allCases.count)
  }

  mutating func mix(_ style: Style) -> Mixed {
    let index = Int(style.surface.rawValue) * 256 + Int(style.role.rawValue)
    if let known = mixed[index] { return known }
    let paint = theme.paint(style, at: depth)
    var attributes: attr_t = 0
    if paint.emphasis.contains(.bold) { attributes |= cn_bold() }
    if paint.emphasis.contains(.dim) { attributes |= cn_dim() }
    if paint.emphasis.contains(.reverse) { attributes |= cn_reverse() }
    if paint.emphasis.contains(.underline) { attributes |= cn_underline() }
    let result = Mixed(attributes: attributes, pair: pair(number(of: paint.foreground), number(of: paint.background)))
    mixed[index] = result
    return result
  }

  /// The number of a color in curses; a terminal with direct colors numbers them by red, green, and blue.
  private func number(of color: PaintColor) -> Int32 {
    switch color {
    case .standard: -1
    case .indexed(let index): Int32(index)
    case .rgb(let value): value
    }
  }

  private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int16 {
    if foreground < 0 && background < 0 { return 0 }
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let known = pairs[key] { return known }
    let number = Int16(pairs.count + 1)
    guard Int32(number) < cn_color_pairs(), init_extended_pair(Int32(number), foreground, background) == OK else {
      return 0
    }
    pairs[key] = number
    return number
  }
}
