// The themes that come with it. Settled things are quiet; what is pending now is warm; what went wrong is brightest.

extension Theme {
  /// Light on dark.
  ///
  /// It brings its own ground: most terminals do not tell whether theirs is dark, and grey on white can't be read.
  public static let dark = Theme(name: "dark", usesColor: true) { style in
    let (hue, emphasis) = darkInk(style.surface == .selection ? lifted(style.role) : style.role)
    let ground: Hue =
      switch style.surface {
      case .page: Hue(233, basic: 0)
      case .selection: Hue(238, basic: 4)
      case .band: Hue(236, basic: 0)
      case .overlay: Hue(235, basic: 0)
      }
    if style.role == .unhandled { return Ink(Hue(231, basic: 15), on: Hue(160, basic: 1), .bold) }
    if style.role == .mode { return Ink(Hue(234, basic: 0), on: Hue(221, basic: 3), .bold) }
    return Ink(hue, on: ground, emphasis)
  }

  /// Dark on light, on its own ground.
  public static let light = Theme(name: "light", usesColor: true) { style in
    let (hue, emphasis) = lightInk(style.role)
    let ground: Hue =
      switch style.surface {
      case .page: Hue(231, basic: 15)
      case .selection: Hue(153, basic: 6)
      case .band: Hue(254, basic: 15)
      case .overlay: Hue(255, basic: 15)
      }
    if style.role == .unhandled { return Ink(Hue(231, basic: 15), on: Hue(160, basic: 1), .bold) }
    if style.role == .mode { return Ink(Hue(16, basic: 0), on: Hue(221, basic: 3), .bold) }
    return Ink(hue, on: ground, emphasis)
  }

  /// Attributes only, for `NO_COLOR` and for terminals that have no colours.
  public static let monochrome = Theme(name: "monochrome", usesColor: false) { style in
    var emphasis: Emphasis =
      switch style.role {
      case .faint, .rule, .branch, .site, .time, .barSettled, .cancelled: .dim
      case .title, .key, .rejected, .loss, .leaked, .running, .notice: .bold
      case .unhandled, .mode: [.bold, .reverse]
      default: []
      }
    if style.surface == .selection {
      // On the bar everything must be readable, so nothing is dim; what is reversed elsewhere stands out by underlining.
      emphasis.remove(.dim)
      if emphasis.contains(.reverse) { emphasis.insert(.underline) }
      emphasis.insert(.reverse)
    }
    return Ink(.standard, on: .standard, emphasis)
  }

  /// What is quiet elsewhere is lifted where the person looks.
  private static func lifted(_ role: StyleRole) -> StyleRole {
    switch role {
    case .text: .label
    case .faint, .site, .branch, .rule: .action
    default: role
    }
  }

  private static func darkInk(_ role: StyleRole) -> (Hue, Emphasis) {
    switch role {
    case .text: (Hue(249, basic: 7), [])
    case .faint: (Hue(243, basic: 8), [])
    case .rule: (Hue(238, basic: 8), [])
    case .branch: (Hue(240, basic: 8), [])
    case .title: (Hue(255, basic: 15), .bold)
    case .label: (Hue(255, basic: 15), [])
    case .key: (Hue(255, basic: 15), .bold)
    case .action: (Hue(246, basic: 7), [])
    case .value: (Hue(109, basic: 6), [])
    case .error: (Hue(210, basic: 9), [])
    case .site: (Hue(243, basic: 8), [])
    case .time: (Hue(248, basic: 7), [])
    case .link: (Hue(146, basic: 5), [])
    case .pending: (Hue(180, basic: 3), [])
    case .running: (Hue(221, basic: 11), .bold)
    case .waiting: (Hue(179, basic: 3), [])
    case .fulfilled: (Hue(108, basic: 2), [])
    case .rejected: (Hue(203, basic: 9), .bold)
    case .cancelled: (Hue(138, basic: 5), [])
    case .unhandled: (Hue(231, basic: 15), .bold)
    case .leaked: (Hue(209, basic: 9), .bold)
    case .unknown: (Hue(246, basic: 7), [])
    case .loss: (Hue(215, basic: 11), .bold)
    case .barWaiting: (Hue(94, basic: 3), [])
    case .barRunning: (Hue(221, basic: 11), [])
    case .barSettled: (Hue(66, basic: 6), [])
    case .notice: (Hue(153, basic: 14), [])
    case .mode: (Hue(234, basic: 0), .bold)
    }
  }

  private static func lightInk(_ role: StyleRole) -> (Hue, Emphasis) {
    switch role {
    case .text: (Hue(236, basic: 0), [])
    case .faint: (Hue(244, basic: 0), [])
    case .rule: (Hue(250, basic: 0), [])
    case .branch: (Hue(248, basic: 0), [])
    case .title: (Hue(232, basic: 0), .bold)
    case .label: (Hue(235, basic: 0), [])
    case .key: (Hue(232, basic: 0), .bold)
    case .action: (Hue(241, basic: 0), [])
    case .value: (Hue(24, basic: 4), [])
    case .error: (Hue(124, basic: 1), [])
    case .site: (Hue(245, basic: 0), [])
    case .time: (Hue(240, basic: 0), [])
    case .link: (Hue(61, basic: 5), [])
    case .pending: (Hue(130, basic: 5), [])
    case .running: (Hue(130, basic: 5), .bold)
    case .waiting: (Hue(94, basic: 5), [])
    case .fulfilled: (Hue(65, basic: 2), [])
    case .rejected: (Hue(160, basic: 1), .bold)
    case .cancelled: (Hue(96, basic: 5), [])
    case .unhandled: (Hue(231, basic: 15), .bold)
    case .leaked: (Hue(166, basic: 1), .bold)
    case .unknown: (Hue(242, basic: 0), [])
    case .loss: (Hue(166, basic: 1), .bold)
    case .barWaiting: (Hue(179, basic: 5), [])
    case .barRunning: (Hue(172, basic: 5), [])
    case .barSettled: (Hue(109, basic: 6), [])
    case .notice: (Hue(25, basic: 4), [])
    case .mode: (Hue(16, basic: 0), .bold)
    }
  }
}
