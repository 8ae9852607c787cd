// The theme without colors: bold, dim, underlined, and reversed text in the colors of the terminal.

import PlainText

extension Theme {
  /// Attributes only, for `NO_COLOR` and for terminals without colors.
  public static let monochrome = Theme(name: "monochrome", usesColor: false) { style in
    var emphasis: Emphasis =
      switch style.role {
      case .faint, .rule, .branch, .location, .time, .barDone, .barWaiting, .barQueued, .cancelled, .dimmed, .ruler,
        .codeLine:
        .dim
      case .title, .key, .failure, .loss, .abandoned, .running, .notice, .warning, .path, .playhead:
        .bold
      case .note: .underline
      case .focus: [.bold, .underline]
      case .alarm, .mode: [.bold, .reverse]
      case .match: .reverse
      default: []
      }
    if style.surface == .selection {
      // Text on the bar must be readable, so nothing is dim; what is reversed elsewhere is underlined.
      emphasis.remove(.dim)
      if emphasis.contains(.reverse) { emphasis.insert(.underline) }
      emphasis.insert(.reverse)
    }
    return Ink(.standard, on: .standard, emphasis)
  }
}
