// The theme for people who confuse red and green: the hues of Okabe and Ito, which also differ in brightness.
//
// Source: Masataka Okabe and Kei Ito, "Color Universal Design", 2008. Sky blue means success, vermilion failure, yellow and orange
// mean unfinished. Gray text is the dark theme's.

import PlainText

extension Theme {
  /// For color blindness, on a dark background.
  public static let colorBlind = Theme(name: "color-blind", usesColor: true) { style in
    let skyBlue = Hue(74, basic: 14, rgb: 0x56B4E9)
    let isLifted = style.surface == .selection
    let vermilion = isLifted ? Hue(208, basic: 9, rgb: 0xF28C42) : Hue(202, basic: 9, rgb: 0xEE7420)
    let orange = Hue(214, basic: 3, rgb: 0xE69F00)
    let yellow = Hue(227, basic: 11, rgb: 0xF0E442)
    let purple = Hue(181, basic: 13, rgb: isLifted ? 0xDB91BA : 0xCC79A7)
    var ink = dark[style]
    switch style.role {
    case .alarm: return Ink(.black, on: Hue(202, basic: 9, rgb: 0xEE7420), .bold)
    case .mode, .match: return Ink(.black, on: yellow, style.role == .mode ? .bold : [])
    case .success: ink.foreground = skyBlue
    case .failure, .abandoned: ink.foreground = vermilion
    case .error: ink.foreground = Hue(215, basic: 9, rgb: 0xF2A065)
    case .cancelled: ink.foreground = purple
    case .pending, .running, .barRunning: ink.foreground = yellow
    case .waiting, .barQueued: ink.foreground = orange
    case .warning, .loss: ink.foreground = orange
    case .link, .note: ink.foreground = Hue(110, basic: 12, rgb: 0x8DB9E8)
    default: break
    }
    return ink
  }
}
