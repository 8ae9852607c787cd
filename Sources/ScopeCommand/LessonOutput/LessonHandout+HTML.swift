// A lesson's page as HTML: one file without scripts, images or anything from the network. Owns its form only.

import LessonEngine
import PlainText

extension LessonHandout {
  /// The page as HTML; every text of the program is escaped.
  var html: String {
    let title = Self.markup(title)
    var body = "<h1>\(title)</h1>\n"
    if let prerequisites { body += "<p><em>\(Self.markup(prerequisites))</em></p>\n" }
    body += introduction.map { "<p>\(Self.prose($0))</p>\n" }.joined()
    for file in code {
      body += "<h2><code>\(Self.markup(file.name))</code></h2>\n<pre class=\"code\">\(Self.markup(file.text))</pre>\n"
    }
    if !quiz.isEmpty { body += "<h2>\(language("Questions", "问题"))</h2>\n<ol>\n\(quiz.map(Self.item).joined())</ol>\n" }
    body += "<h2>\(language("What happens", "经过"))</h2>\n"
    body += steps.map(Self.paragraph).joined()
    body += "<h2>\(language("At the end", "最后"))</h2>\n<pre>\(Self.markup(end))</pre>\n"
    body += summary.map { "<p>\(Self.prose($0))</p>\n" }.joined()
    if !quiz.isEmpty {
      body += "<section class=\"key\">\n<h2>\(language("Key", "答案"))</h2>\n<ol>\n"
      for question in quiz {
        body += "<li><strong>\(question.right)</strong> \(Self.prose(question.rule))</li>\n"
      }
      body += "</ol>\n</section>\n"
    }
    body += "<footer><code>\(Self.markup(command))</code></footer>\n"
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

  /// A question with its answers, and room for a reason.
  private static func item(_ question: Quiz) -> String {
    let answers = question.answers.map { "<li>\($0.pieces.map(span).joined())</li>\n" }.joined()
    return
      "<li><strong>\(prose(question.prompt.text))</strong>\n<ol>\n\(answers)</ol>\n<p class=\"room\"></p></li>\n"
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
    .room{height:3.2em;border-bottom:1px dotted #999}.code{white-space:pre-wrap}\
    @media print{.key{break-before:page}body{margin:0;max-width:none}pre{background:none;border:1px solid #bbb}}
    """
}
