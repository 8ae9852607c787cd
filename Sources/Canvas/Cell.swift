// One column of one row: at most one base character with its marks, and a style. Plain bits, so that rows compare fast.
//
// Holds one glyph; `Glyph` (PlainText) decides what a glyph is.

import PlainText

/// One column of a ``Grid``.
///
/// A wide glyph takes two cells: the first has ``width`` 2, the second has width 0 and no base.
public struct Cell: Sendable, Equatable, BitwiseCopyable {
  /// The base scalar's value; 0 in the right half of a wide glyph.
  public private(set) var base: UInt32
  /// Combining marks on the base, or 0.
  ///
  /// More than two are dropped, so that hostile text cannot stack marks over neighboring rows.
  public private(set) var marks: (UInt32, UInt32)
  /// Its width in columns: 1, 2, or 0 for the right half of a wide glyph.
  public private(set) var width: UInt8
  /// Its meaning and its surface.
  public var style: Style

  /// Creates a cell that shows `glyph`.
  public init(_ glyph: Glyph, _ style: Style) {
    base = glyph.base
    marks = glyph.marks
    width = glyph.width
    self.style = style
  }

  /// Creates a blank.
  public init(_ style: Style = Style()) {
    self.init(.blank, style)
  }

  /// The right half of a wide glyph.
  static func rightHalf(_ style: Style) -> Cell {
    var cell = Cell(style)
    cell.base = 0
    cell.width = 0
    return cell
  }

  /// The base and its marks as text; empty for the right half of a wide glyph.
  public var text: String {
    var scalars = String.UnicodeScalarView()
    for value in [base, marks.0, marks.1] where value != 0 {
      if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
    }
    return String(scalars)
  }

  /// Compares every field.
  public static func == (left: Cell, right: Cell) -> Bool {
    left.base == right.base && left.style == right.style && left.width == right.width && left.marks == right.marks
  }
}
