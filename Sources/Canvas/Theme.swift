// Which colour a meaning has. The only place that knows colours; the one that draws turns them into its terminal's.
//
// Owns the palettes. Refuses to carry meaning by colour alone: every state also has a glyph and a word.

/// A colour in three depths, so that each depth gets a chosen colour and not a computed one.
public struct Hue: Sendable, Hashable {
  /// Index into the 256-colour palette; -1 is the terminal's own default.
  public var rich: Int16
  /// Index into the 16 basic colours; -1 is the terminal's own default.
  ///
  /// With 8 colours, 8 to 15 become 0 to 7 in bold.
  public var basic: Int16

  /// Creates a colour.
  public init(_ rich: Int16, basic: Int16) {
    self.rich = rich
    self.basic = basic
  }

  /// The terminal's own.
  public static let standard = Hue(-1, basic: -1)
}

/// Attributes that work without colours.
public struct Emphasis: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Bold.
  public static let bold = Emphasis(rawValue: 1)
  /// Dim.
  public static let dim = Emphasis(rawValue: 2)
  /// Foreground and background exchanged.
  public static let reverse = Emphasis(rawValue: 4)
  /// Underlined.
  public static let underline = Emphasis(rawValue: 8)
}

/// How a cell looks.
public struct Ink: Sendable, Hashable {
  /// The foreground.
  public var foreground: Hue
  /// The background.
  public var background: Hue
  /// Attributes.
  public var emphasis: Emphasis

  /// Creates a look; without arguments, the terminal's own.
  public init(_ foreground: Hue = .standard, on background: Hue = .standard, _ emphasis: Emphasis = []) {
    self.foreground = foreground
    self.background = background
    self.emphasis = emphasis
  }
}

/// A look for every style.
public struct Theme: Sendable {
  /// Its name, as a person types it.
  public let name: String
  /// Whether it uses colours at all.
  public let usesColor: Bool
  private let inks: [Ink]
  private static let stride = StyleRole.allCases.count

  /// Creates a theme.
  ///
  /// - Parameters:
  ///   - name: As a person types it.
  ///   - usesColor: Whether `ink` ever gives a colour.
  ///   - ink: The look of a style; asked once for each.
  public init(name: String, usesColor: Bool, ink: (Style) -> Ink) {
    self.name = name
    self.usesColor = usesColor
    var inks = Array(repeating: Ink(), count: Theme.stride * Surface.allCases.count)
    for surface in Surface.allCases {
      for role in StyleRole.allCases {
        inks[Int(surface.rawValue) * Theme.stride + Int(role.rawValue)] = ink(Style(role, on: surface))
      }
    }
    self.inks = inks
  }

  /// The look of a style.
  public subscript(style: Style) -> Ink {
    inks[Int(style.surface.rawValue) * Theme.stride + Int(style.role.rawValue)]
  }

  /// Every theme, the default one first.
  public static let all = [dark, light, monochrome]

  /// Finds a theme by its name.
  ///
  /// - Parameter name: As ``Theme/name`` gives it.
  /// - Returns: nil where there is none.
  public static func named(_ name: String) -> Theme? {
    all.first { $0.name == name }
  }
}
