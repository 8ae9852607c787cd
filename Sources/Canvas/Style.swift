// The look of a cell: a meaning on a background. Knows neither colors, attributes, glyphs, nor what the screen is about.

import PlainText

/// The background of a cell.
public enum Surface: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// The page itself.
  case page
  /// The selected row.
  case selection
  /// The status lines at the top and the bottom of the screen.
  case status
  /// A box over the page.
  case overlay
}

/// A role on a surface: everything that determines the look of a cell.
public struct Style: Sendable, Hashable, BitwiseCopyable {
  /// Its meaning.
  public var role: StyleRole
  /// Its background.
  public var surface: Surface

  /// Creates a style; without arguments, ordinary text on the page.
  public init(_ role: StyleRole = .text, on surface: Surface = .page) {
    self.role = role
    self.surface = surface
  }
}
