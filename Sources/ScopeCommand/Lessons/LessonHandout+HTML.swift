// A lesson's page as HTML: one file without scripts, images or anything from the network. Owns its form only.

import ChainLessons
import PlainText

extension LessonHandout {
  /// The page as HTML; every text of the program is escaped.
  var html: String {
    let title = Self.markup(lesson.title.text(in: language))
    var body = "<h1>\(title)</h1>\n"
    if let prerequisites { body += "<p><em>\(Self.markup(prerequisites))</em></p>\n" }
    body += lesson.introduction.map { "<p>\(Self.prose($0.text(in: language)))</p>\n" }.joined()
    body += "<h2>\(language("What happens", "经过"))</h2>\n"
    body += steps.map(Self.paragraph).joined()
    body += "<h2>\(language("At the end", "最后"))</h2>\n<pre>\(Self.markup(end))</pre>\n"
    body += lesson.summary.map { "<p>\(Self.prose($0.text(in: language)))</p>\n" }.joined()
    body += "<footer><code>pscope learn \(Self.markup(lesson.name))</code></footer>\n"
    return """
      <!DOCTYPE html>
      <html lang="\(language == .chinese ? "zh-Hans" : "en")">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title) - PromiseScope</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      \(body)</body>
      </html>

      """
  }

  private static func paragraph(_ step: Step) -> String {
    var text = "<p class=\"step\"><time>\(markup(step.time))</time> \(step.sentence.pieces.map(span).joined())</p>\n"
    text += step.notes.map { "<p class=\"note\">\(prose($0))</p>\n" }.joined()
    if let picture = step.picture { text += "<pre>\(markup(picture))</pre>\n" }
    return text
  }

  /// A piece of a sentence; a value or an error is code.
  private static func span(_ piece: StoryPiece) -> String {
    switch piece {
    case .value(let text), .error(let text): "<code>\(markup(text))</code>"
    case .text, .promise, .site, .output: markup(piece.text)
    }
  }

  /// Escapes a text for HTML.
  static func markup(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// A text of the lesson, in which backquotes mark code.
  static func prose(_ text: String) -> String {
    let parts = markup(text).split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return markup(text) }
    return parts.enumerated().map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" : String($0.element) }.joined()
  }

  private static let style = """
    body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:17px/1.6 Georgia,"Noto Serif CJK SC",serif;color:#111}\
    pre,code,time{font-family:"DejaVu Sans Mono","Noto Sans Mono CJK SC",monospace}\
    pre{font-size:11px;line-height:1.25;background:#f4f4f0;padding:.8rem;overflow-x:auto;break-inside:avoid}\
    code{font-size:.9em}time{color:#666;font-size:.8em;margin-right:.5em}\
    .step{margin:.3rem 0}.note{margin:.3rem 0 .3rem 2rem;padding-left:.8rem;border-left:3px solid #999}\
    @media print{body{margin:0;max-width:none}pre{background:none;border:1px solid #bbb}}
    """
}
