// The theme for light backgrounds, with the same order of importance as the dark one.

import PlainText

extension Theme {
  /// Dark on light.
  public static let light = Theme(name: "light", usesColor: true) { style in
    switch style.role {
    case .alarm: return Ink(.white, on: .alarm, .bold)
    case .mode: return Ink(.black, on: Hue(221, basic: 3, rgb: 0xF0C95A), .bold)
    case .match: return Ink(.black, on: Hue(222, basic: 3, rgb: 0xFFDD80))
    default: break
    }
    var (hue, emphasis) = lightInk(style.role, style.surface)
    // With few colors, the selection is as gray as quiet text, which has the terminal's own color there.
    if style.surface == .selection, hue.basic == 8 { hue.basic = -1 }
    let ground: Hue =
      switch style.surface {
      case .page: .standard
      case .selection: Hue(189, basic: 7, rgb: 0xCFE3F9)
      case .status: Hue(254, basic: -1, rgb: 0xE6E8EC)
      case .overlay: Hue(255, basic: -1, rgb: 0xF1F2F5)
      }
    return Ink(hue, on: ground, emphasis)
  }

  private static func lightInk(_ role: StyleRole, _ surface: Surface) -> (Hue, Emphasis) {
    let amber = Hue(94, basic: 5, rgb: 0x8A4600)
    let dark = Hue(234, basic: -1, rgb: 0x17191D)
    let faint = Hue(242, basic: 8, rgb: 0x646A74)
    let line = Hue(249, basic: 8, rgb: 0xB3B7BF)
    let isLifted = surface == .selection
    let isPage = surface == .page
    switch role {
    case .text, .code: return (isPage ? .standard : isLifted ? dark : Hue(237, basic: -1, rgb: 0x363A41), [])
    case .title, .key: return (isPage ? .standard : dark, .bold)
    case .label: return isPage ? (.standard, .bold) : (dark, [])
    case .faint, .location: return (isLifted || surface != .page ? Hue(239, basic: 8, rgb: 0x4D525B) : faint, [])
    case .action, .unknown: return (Hue(240, basic: 8, rgb: 0x565B64), [])
    case .time: return (Hue(239, basic: -1, rgb: 0x4D525B), [])
    case .rule, .branch, .barWaiting: return (isLifted ? faint : line, [])
    case .ruler: return (faint, [])
    case .dimmed, .codeLine: return (Hue(245, basic: 8, rgb: 0x878C95), [])
    case .value: return (Hue(239, basic: -1, rgb: 0x46514C), [])
    case .success: return (Hue(22, basic: 2, rgb: 0x14660F), [])
    case .error: return (Hue(124, basic: 1, rgb: 0xA01418), [])
    case .failure: return (Hue(124, basic: 1, rgb: 0xB0141C), .bold)
    case .cancelled: return (Hue(90, basic: 5, rgb: 0x743F66), [])
    case .abandoned, .loss: return (Hue(94, basic: 1, rgb: 0x9A3A00), .bold)
    case .warning: return (amber, .bold)
    case .pending: return (Hue(58, basic: 5, rgb: 0x665000), [])
    case .running: return (amber, .bold)
    case .waiting: return (Hue(58, basic: 5, rgb: 0x6B5020), [])
    case .link, .note: return (Hue(25, basic: 4, rgb: 0x1F5FA8), [])
    case .notice: return (Hue(25, basic: 4, rgb: 0x1F5FA8), [])
    case .path: return (Hue(25, basic: 4, rgb: 0x0A55B0), .bold)
    case .playhead: return (Hue(25, basic: 4, rgb: 0x0A55B0), .bold)
    case .focus: return (Hue(25, basic: 4, rgb: 0x0A55B0), [.bold, .underline])
    case .barQueued: return (Hue(137, basic: 3, rgb: 0xA8875A), [])
    case .barRunning: return (Hue(172, basic: 5, rgb: 0xD08700), [])
    case .barDone: return (Hue(244, basic: 8, rgb: 0x75808E), [])
    case .alarm, .mode, .match: return (.white, .bold)
    }
  }
}
