// The number of colors of a terminal, and the reduction of a theme's look to that number. The screen and the ANSI writer share it.
//
// Owns the rules for few colors. Knows no escape sequence and no terminal.

/// How many colors a terminal has.
public enum ColorDepth: Int, Sendable, CaseIterable, Comparable {
  /// None: attributes only.
  case none = 0
  /// The 8 colors of ANSI; bold brightens them.
  case eight = 8
  /// 8 colors and their bright variants.
  case sixteen = 16
  /// The palette of 256 colors.
  case palette = 256
  /// Any red, green, and blue.
  case direct = 0x1000000

  /// Creates the depth of a terminal.
  ///
  /// - Parameter colors: Its number of colors.
  public init(colors: Int) {
    self = Self.allCases.last { $0.rawValue <= colors } ?? .none
  }

  /// Compares the numbers of colors.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

/// A color as a terminal understands it.
public enum PaintColor: Sendable, Hashable {
  /// The terminal's default.
  case standard
  /// An entry of the palette, from 0.
  case indexed(Int16)
  /// 0xRRGGBB.
  case rgb(Int32)
}

/// An ``Ink`` reduced to a ``ColorDepth``.
public struct Paint: Sendable, Hashable {
  /// The foreground.
  public var foreground = PaintColor.standard
  /// The background.
  public var background = PaintColor.standard
  /// Attributes.
  public var emphasis: Emphasis = []

  /// Creates the look of unstyled text.
  public init() {}
}

extension Theme {
  /// The look of a style on a terminal with few or many colors.
  ///
  /// - Parameters:
  ///   - style: A role on a surface.
  ///   - depth: The number of colors; with ``ColorDepth/none``, a theme that uses colors gives way to ``Theme/monochrome``.
  /// - Returns: Colors that the terminal has.
  public func paint(_ style: Style, at depth: ColorDepth) -> Paint {
    guard usesColor else {
      var paint = Paint()
      paint.emphasis = self[style].emphasis
      return paint
    }
    if depth == .none { return Theme.monochrome.paint(style, at: depth) }
    let ink = self[style]
    var paint = Paint()
    paint.emphasis = ink.emphasis
    paint.background = ink.background.reduced(to: depth)
    // With 8 colors, only one is readable on a colored bar, so all text there uses it.
    let isBar = depth == .eight && style.surface == .selection && ink.background.basic >= 0
    let isBright = [3, 6, 7].contains(ink.background.basic)
    paint.foreground = isBar ? .indexed(isBright ? 0 : 7) : ink.foreground.reduced(to: depth)
    // With 8 colors, the bright half exists only as bold.
    if depth == .eight, ink.foreground.basic > 8 { paint.emphasis.insert(.bold) }
    return paint
  }
}

extension Hue {
  fileprivate func reduced(to depth: ColorDepth) -> PaintColor {
    switch depth {
    case .none: return .standard
    case .direct: return rgb < 0 ? .standard : .rgb(rgb)
    case .palette: return rich < 0 ? .standard : .indexed(rich)
    case .sixteen: return basic < 0 ? .standard : .indexed(basic)
    case .eight:
      guard basic >= 0 else { return .standard }
      // Gray is bright black. Without it, bold black would vanish on a black page, so plain white replaces it.
      return .indexed(basic == 8 ? 7 : basic & 7)
    }
  }
}
