// The lines of a source file as a pane shows them. What a narrow pane does to code: in a lesson, where the pane does not scroll, the
// indentation that all visible lines have in common is left out, the marked line is broken instead of cut, and comments are left out,
// because they say what the lesson asks.

import PlainText

struct SourceExcerpt {
  struct Line {
    /// The number in the file, padded; blank for the rest of a broken line.
    var number: String
    var code: String
    var isMarked = false
  }

  private let file: SourceFinder.File
  private let marked: Int
  /// The indices of the lines to show; nil for all.
  private var shown: [Int]?
  private let numberWidth: Int
  /// The number of columns to leave out at the start of each line.
  private var indentation = 0
  /// The marked line, broken to the width of the pane.
  private var broken: [String] = []

  /// Creates an excerpt.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - marked: The line to mark, 1-based.
  ///   - rows: The number of visible lines, of which the marked one is in the middle; nil if the pane scrolls.
  ///   - width: The width of the pane in columns.
  init(_ file: SourceFinder.File, marked: Int, rows: Int?, width: Int) {
    (self.file, self.marked) = (file, marked)
    numberWidth = String(file.lines.count).count
    guard let rows, file.lines.indices.contains(marked - 1) else { return }
    let shown = Self.code(in: file.lines, marked: marked - 1)
    self.shown = shown
    let first = max(0, min(start - rows / 2, shown.count - rows))
    indentation =
      shown[first..<min(first + rows, shown.count)].compactMap { Self.indentation(file.lines[$0]) }.min() ?? 0
    let code = code(marked - 1)
    let blanks = code.prefix { $0 == " " }
    // The columns of the margins, the mark, and the number.
    let room = max(12, width - numberWidth - 6)
    let parts = [Span(String(code.dropFirst(blanks.count)))].wrapped(to: max(8, room - blanks.count - 2), lines: 6)
    broken = parts.enumerated().map { index, spans in
      blanks + (index == 0 ? "" : "  ") + spans.map(\.text).joined()
    }
  }

  var count: Int { (shown?.count ?? file.lines.count) + max(0, broken.count - 1) }

  /// The index of the marked line.
  var start: Int { shown?.firstIndex { $0 >= marked - 1 } ?? max(0, marked - 1) }

  /// A line by its index.
  subscript(index: Int) -> Line {
    let isMarked = start..<start + max(1, broken.count) ~= index
    if isMarked, !broken.isEmpty {
      return Line(number: number(index == start ? marked - 1 : nil), code: broken[index - start], isMarked: true)
    }
    let position = index < start ? index : index - max(0, broken.count - 1)
    let line = shown?[position] ?? position
    return Line(number: number(line), code: code(line), isMarked: isMarked)
  }

  private func number(_ index: Int?) -> String {
    let digits = index.map { String($0 + 1) } ?? ""
    return String(repeating: " ", count: max(0, numberWidth - digits.count)) + digits
  }

  private func code(_ index: Int) -> String {
    String(file.lines[index].replacing("\t", with: "  ").dropFirst(indentation))
  }

  /// The lines that are not only a comment, and of several blank lines in a row only one; the marked line is among them.
  private static func code(in lines: [String], marked: Int) -> [Int] {
    var shown: [Int] = []
    var isAfterBlank = true
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 == " " || $0 == "\t" }
      guard index == marked || !text.hasPrefix("//") && !(text.isEmpty && isAfterBlank) else { continue }
      shown.append(index)
      isAfterBlank = text.isEmpty
    }
    return shown
  }

  /// The number of blanks at the start of a line; nil if there is nothing else in it.
  private static func indentation(_ line: String) -> Int? {
    let line = line.replacing("\t", with: "  ")
    let blanks = line.prefix { $0 == " " }.count
    return blanks == line.count ? nil : blanks
  }
}
