// Exports a history as one self-contained HTML page. Owns the page around the data: the policy that lets it load nothing and run only its own
// script, and its size. `page.html`, `page.css` and the scripts beside this file are compiled in.

import CCarriedFiles
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension ExportFormat {
  /// One page with everything, to hand to someone.
  public static let html = ExportFormat("html", "one page for a browser: tree, timeline, reasons, time travel") {
    PageExport(options: $0)
  }
}

struct PageExport: EventExport {
  /// The promises that a page keeps.
  ///
  /// A page of 50,000 promises has about 30 MB.
  static let promiseLimit = 50_000

  private let options: ExportOptions
  private var analyzed: AnalyzedStore?
  private var header = LogHeader()
  private var moments: PageMoments

  init(options: ExportOptions) {
    self.options = options
    moments = PageMoments(limit: min(options.limit, Self.promiseLimit))
  }

  mutating func begin(_ log: ExportedLog, into output: inout ExportOutput) {
    header = log.header
    analyzed = AnalyzedStore(texts: log.texts, limit: min(options.limit, Self.promiseLimit))
  }

  mutating func write(_ events: [Event], into output: inout ExportOutput) {
    // Applying an event to a store that something else refers to would copy it.
    guard var history = analyzed.take() else { return }
    for event in events {
      history.apply(event)
      moments.note(event, history.store)
    }
    analyzed = history
  }

  mutating func end(_ end: ExportEnd, into output: inout ExportOutput) throws {
    guard let analyzed else { return }
    output.evicted = analyzed.store.counts.evicted
    let (style, script) = (Self.style, Self.script)
    try output.write(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-\(SHA256.base64(script))'; \
      style-src 'sha256-\(SHA256.base64(style))'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="pscope">
      <title>PromiseScope</title>
      <style>
      """)
    try output.write(style)
    try output.write("</style>\n</head>\n<body>\n")
    try output.write(Self.file("page.html"))
    try output.write("<script type=\"application/json\" id=\"run\">")
    var data = PageData(header, analyzed, moments, end, options)
    try data.write(into: &output)
    try output.write("</script>\n<script>")
    try output.write(script)
    try output.write("</script>\n</body>\n</html>\n")
  }

  private static let style = file("page.css")

  /// The script: its files in the order in which they build on each other.
  private static let script =
    Array("\"use strict\";\n{\n".utf8)
    + ["words.js", "run.js", "rows.js", "list.js", "panes.js", "main.js"].flatMap(file) + Array("}\n".utf8)

  private static func file(_ name: String) -> [UInt8] {
    carriedText("Sources/ChainExport/Formats/Page/\(name)").map { Array(String(cString: $0).utf8) } ?? []
  }
}
