// The theme for dark backgrounds. What is finished is calm, what is not is warm, and problems are brightest.
//
// The page has the terminal's own background: a black of ours would leave patches on every other background.

import PlainText

extension Theme {
  /// Light on dark, the default.
  public static let dark = Theme(name: "dark", usesColor: true) { style in
    switch style.role {
    case .alarm: return Ink(.white, on: .alarm, .bold)
    case .mode: return Ink(.black, on: Hue(221, basic: 3, rgb: 0xF0C95A), .bold)
    case .match: return Ink(.black, on: Hue(222, basic: 3, rgb: 0xF5D37A))
    default: break
    }
    let (hue, emphasis) = darkInk(style.role, style.surface)
    let ground: Hue =
      switch style.surface {
      case .page: .standard
      case .selection: Hue(237, basic: 4, rgb: 0x2F3947)
      case .status: Hue(235, basic: -1, rgb: 0x26292F)
      case .overlay: Hue(235, basic: -1, rgb: 0x23262B)
      }
    return Ink(hue, on: ground, emphasis)
  }

  private static func darkInk(_ role: StyleRole, _ surface: Surface) -> (Hue, Emphasis) {
    let amber = Hue(215, basic: 11, rgb: 0xFFB454)
    let bright = Hue(255, basic: -1, rgb: 0xF2F4F8)
    let faint = Hue(245, basic: 8, rgb: 0x8C929C)
    let line = Hue(240, basic: 8, rgb: 0x565C66)
    // Secondary text is brighter where the user looks.
    let isLifted = surface == .selection
    // On the page, normal text has the terminal's own color, which suits its background whatever that is.
    let isPage = surface == .page
    switch role {
    case .text, .code: return (isPage ? .standard : isLifted ? bright : Hue(250, basic: -1, rgb: 0xBFC3CA), [])
    case .title, .key: return (isPage ? .standard : bright, .bold)
    case .label: return isPage ? (.standard, .bold) : (bright, [])
    case .faint, .location: return (isLifted || surface != .page ? Hue(248, basic: 7, rgb: 0xA6ACB6) : faint, [])
    case .action: return (Hue(247, basic: 7, rgb: 0x9DA3AD), [])
    case .time: return (Hue(249, basic: 7, rgb: 0xB4B9C2), [])
    case .rule, .branch, .barWaiting: return (isLifted ? faint : line, [])
    case .ruler: return (faint, [])
    case .dimmed, .codeLine: return (Hue(242, basic: 8, rgb: 0x6B717B), [])
    case .value: return (Hue(249, basic: 7, rgb: 0xAEB9AD), [])
    case .success: return (Hue(114, basic: 2, rgb: 0x8CCF7E), [])
    case .error: return (Hue(210, basic: 9, rgb: 0xF59A95), [])
    case .failure: return (Hue(isLifted ? 210 : 203, basic: 9, rgb: isLifted ? 0xFF8A86 : 0xF4706D), .bold)
    case .cancelled: return (Hue(181, basic: 5, rgb: 0xCFA6B0), [])
    case .abandoned: return (Hue(209, basic: 9, rgb: 0xFF9166), .bold)
    case .loss: return (Hue(208, basic: 11, rgb: 0xFF9A3D), .bold)
    case .warning: return (amber, .bold)
    case .pending: return (Hue(222, basic: 3, rgb: 0xF5D37A), [])
    case .running: return (Hue(221, basic: 11, rgb: 0xFFD75F), .bold)
    case .waiting: return (Hue(180, basic: 3, rgb: 0xD9B377), [])
    case .unknown: return (Hue(248, basic: 7, rgb: 0xA6ACB6), [])
    case .link, .note: return (Hue(110, basic: 6, rgb: 0x8AB4E0), [])
    case .notice: return (Hue(153, basic: 14, rgb: 0xA9D3FF), [])
    case .path: return (Hue(117, basic: 14, rgb: 0x7CC7FF), .bold)
    case .playhead: return (Hue(81, basic: 14, rgb: 0x4CC9F0), .bold)
    case .focus: return (Hue(117, basic: 14, rgb: 0x7CC7FF), [.bold, .underline])
    case .barQueued: return (Hue(137, basic: 3, rgb: 0xA8875A), [])
    case .barRunning: return (Hue(221, basic: 11, rgb: 0xFFD75F), [])
    case .barDone: return (Hue(246, basic: 7, rgb: 0x8E99A8), [])
    case .alarm, .mode, .match: return (.white, .bold)
    }
  }
}

extension Hue {
  static let black = Hue(16, basic: 0, rgb: 0x101216)
  static let white = Hue(231, basic: 15, rgb: 0xFFFFFF)
  /// The background of what is loudest.
  static let alarm = Hue(160, basic: 1, rgb: 0xC9202B)
}
