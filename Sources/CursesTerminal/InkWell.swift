// Maps the looks of a theme to curses attributes and color pairs, at the color depth of the terminal.

import CNcurses
import Canvas

/// The attributes and color pairs of every style, created on first use.
struct InkWell {
  struct Mixed {
    var attributes: attr_t
    var pair: Int16
  }

  private let theme: Theme
  private let depth: Int32
  private var pairs: [UInt32: Int16] = [:]
  private var mixed: [Mixed?]

  /// `start_color` must have been called.
  init(theme: Theme) {
    let canColor = has_colors() && cn_color_pairs() > 8
    depth = canColor && theme.usesColor ? cn_colors() : 0
    self.theme = theme.usesColor && depth < 8 ? .monochrome : theme
    mixed = Array(repeating: nil, count: 256 * Surface.allCases.count)
  }

  mutating func mix(_ style: Style) -> Mixed {
    let index = Int(style.surface.rawValue) * 256 + Int(style.role.rawValue)
    if let known = mixed[index] { return known }
    let ink = theme[style]
    var attributes: attr_t = 0
    if ink.emphasis.contains(.bold) { attributes |= cn_bold() }
    if ink.emphasis.contains(.dim) { attributes |= cn_dim() }
    if ink.emphasis.contains(.reverse) { attributes |= cn_reverse() }
    if ink.emphasis.contains(.underline) { attributes |= cn_underline() }
    var pair: Int16 = 0
    if depth > 0 {
      // With eight colors, only one is readable on a colored bar, so all text there uses it.
      let isBar = depth < 16 && style.surface == .selection && ink.background.basic >= 0
      let foreground = isBar ? 7 : color(ink.foreground)
      let background = color(ink.background)
      // With 8 colors, the bright half exists only as bold.
      if depth < 16, ink.foreground.basic > 8 { attributes |= cn_bold() }
      pair = self.pair(foreground, background)
    }
    let result = Mixed(attributes: attributes, pair: pair)
    mixed[index] = result
    return result
  }

  private func color(_ hue: Hue) -> Int16 {
    if depth >= 256 { return hue.rich }
    if depth >= 16 || hue.basic < 0 { return hue.basic }
    // Gray is bright black. Without it, bold black would vanish on a black page, so plain white replaces it.
    return hue.basic == 8 ? 7 : hue.basic & 7
  }

  private mutating func pair(_ foreground: Int16, _ background: Int16) -> Int16 {
    if foreground < 0 && background < 0 { return 0 }
    let key = UInt32(UInt16(bitPattern: foreground)) << 16 | UInt32(UInt16(bitPattern: background))
    if let known = pairs[key] { return known }
    let number = Int16(pairs.count + 1)
    guard Int32(number) < cn_color_pairs(), init_pair(number, foreground, background) == OK else { return 0 }
    pairs[key] = number
    return number
  }
}
