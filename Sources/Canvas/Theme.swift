// The look of each meaning. Only this file and the palettes know colors; `ColorDepth` reduces them to what a terminal has.
//
// No meaning is carried by color alone: every state also has a glyph and a word.

import PlainText

/// A color at three depths, so that each depth has a chosen color instead of a computed one.
public struct Hue: Sendable, Hashable {
  /// Index into the 256-color palette; -1 is the terminal's default.
  public var rich: Int16
  /// Index into the 16 basic colors; -1 is the terminal's default.
  ///
  /// With 8 colors, 8 to 15 become 0 to 7 in bold.
  public var basic: Int16
  /// Red, green, and blue as 0xRRGGBB; -1 is the terminal's default.
  public var rgb: Int32

  /// Creates a color.
  public init(_ rich: Int16, basic: Int16, rgb: Int32) {
    self.rich = rich
    self.basic = basic
    self.rgb = rgb
  }

  /// The terminal's default color.
  public static let standard = Hue(-1, basic: -1, rgb: -1)
}

/// Attributes that need no color.
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

/// The look of a cell.
public struct Ink: Sendable, Hashable {
  /// The foreground.
  public var foreground: Hue
  /// The background.
  public var background: Hue
  /// Attributes.
  public var emphasis: Emphasis

  /// Creates a look; without arguments, the terminal's default.
  public init(_ foreground: Hue = .standard, on background: Hue = .standard, _ emphasis: Emphasis = []) {
    self.foreground = foreground
    self.background = background
    self.emphasis = emphasis
  }
}

/// The look of every style.
public struct Theme: Sendable {
  /// Its name on the command line.
  public let name: String
  /// Whether it uses colors.
  public let usesColor: Bool
  private let inks: [Ink]
  private static let stride = StyleRole.allCases.count

  /// Creates a theme.
  ///
  /// - Parameters:
  ///   - name: Its name on the command line.
  ///   - usesColor: Whether `ink` ever returns a color.
  ///   - ink: Returns the look of a style; called once per style.
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
  public static let all = [dark, light, colorBlind, monochrome]

  /// Finds a theme by its name.
  ///
  /// - Parameter name: Its ``Theme/name``, with or without the hyphen.
  /// - Returns: The theme, or nil if no theme has that name.
  public static func named(_ name: String) -> Theme? {
    all.first { $0.name == name || $0.name.filter { $0 != "-" } == name }
  }
}
