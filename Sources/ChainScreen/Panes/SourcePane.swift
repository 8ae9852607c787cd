// The source around the call site of the selected promise. Owns the lines. Does not read files: the owner of the screen does.

import Canvas
import ChainModel
import PlainText

/// Finds the text of source files.
///
/// A screen asks for a file each time it draws, so keep what was found.
public struct SourceFinder: Sendable {
  /// A source file.
  public struct File: Sendable {
    /// Its lines, without line breaks.
    public var lines: [String]
    /// Whether it was modified after the log was recorded.
    public var hasChanged: Bool

    /// Its path on this machine.
    public var path: String

    /// Creates a file.
    public init(lines: [String], hasChanged: Bool, path: String = "") {
      (self.lines, self.hasChanged, self.path) = (lines, hasChanged, path)
    }
  }

  /// Returns the file with a path as the log has it; nil if there is none.
  public var file: @Sendable (String) -> File?

  /// Creates a finder.
  ///
  /// - Parameter file: Returns the file with a path as the log has it; nil if there is none. Called on the thread of the screen.
  public init(file: @escaping @Sendable (String) -> File?) { self.file = file }
}

struct SourcePane {
  private let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  var content: PaneContent {
    let words = context.words
    guard let id = context.selected, let node = context.store.node(id) else {
      return PaneContent([Span(words(.sourceTitle), .title)], [], empty: words(.nothingSelected))
    }
    guard let site = node.site else {
      return PaneContent([Span(words(.sourceTitle), .title)], [], empty: words(.noSite))
    }
    let name = site.file.split(separator: "/").last.map(String.init) ?? site.file
    var title = [Span(name, .title), Span(":\(site.line)", .site)]
    if !site.function.isEmpty { title.append(Span("  \(site.function)", .faint)) }
    guard let file = context.options.sources?.file(site.file) else {
      return PaneContent(title, [], empty: words(.sourceMissing, site.file))
    }
    let note = file.hasChanged ? 1 : 0
    let width = String(file.lines.count).count
    return PaneContent(
      title, count: file.lines.count + note, start: min(max(0, site.line - 1 + note), file.lines.count)
    ) { index in
      guard index >= note else { return PaneLine([Span(words(.sourceChanged, name), .notice)], indent: 2) }
      return line(index - note, file.lines[index - note], numberWidth: width, marked: site.line)
    }
  }

  private func line(_ index: Int, _ text: String, numberWidth: Int, marked: Int) -> PaneLine {
    let isMarked = index + 1 == marked
    let digits = String(index + 1)
    let number = String(repeating: " ", count: max(0, numberWidth - digits.count)) + digits
    let mark = isMarked ? context.glyphs.folded : " "
    let code = text.replacing("\t", with: "  ")
    var line = PaneLine([
      Span("\(mark) ", .path), Span("\(number)  ", isMarked ? .path : .codeLine), Span(code, isMarked ? .label : .code),
    ])
    line.isMarked = isMarked
    return line
  }
}
