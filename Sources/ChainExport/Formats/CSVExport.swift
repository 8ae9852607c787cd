// Writes one line per promise, with a header line. Commas and quotes are those of RFC 4180; lines end with LF, which every reader accepts,
// instead of CRLF. `PromiseField` has the columns; docs/exports.md lists them.
//
// A text is on one line, with control characters as visible escapes. A text that a spreadsheet would take for a formula gets an apostrophe
// in front of it, which spreadsheets hide.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension ExportFormat {
  /// One line per promise.
  public static let csv = ExportFormat("csv", "one line per promise, for a spreadsheet or DuckDB") { _ in CSVExport() }
}

/// Exports the promises as comma-separated values.
struct CSVExport: HistoryExport {
  func limit(_ options: ExportOptions) -> Int { options.dataLimit }

  /// The columns after those of the promise, the same in each line, so that no line can be read without what is missing.
  private static let logColumns = "log_lost,log_evicted,log_ended,log_problems"

  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws {
    let (table, end, bytes) = (history.table, history.end, ExportBytes(texts: history.texts))
    let fields = PromiseField.all.filter { $0.column != nil }
    // Written even without promises, because a reader needs the names of the columns.
    try output.write(fields.map { ($0.column ?? "") + "," }.joined() + Self.logColumns + "\n")
    let tail = "\(end.summary.lost),\(end.summary.evicted),\(end.summary.isEnded),\(end.problemCount)\n"
    try history.forEachPromise { facts in
      let row = table.row(facts)
      for field in fields {
        write(field.value(row), bytes)
        bytes.append(",")
      }
      bytes.append(text: tail)
      try output.write(bytes)
    }
  }

  private func write(_ value: FieldValue, _ bytes: ExportBytes) {
    switch value {
    case .none, .promise(0), .text(.none): break
    case .number(let number): bytes.append(decimal: number)
    case .flag(let isSet): bytes.append(isSet ? "true" : "false")
    case .word(let word): bytes.append(text: word)
    case .words(let words): bytes.append(text: words.joined(separator: " "))
    case .text(let text): bytes.texts.withBytes(text) { CSVText.append($0, to: bytes) }
    case .promise(let id): bytes.append(decimal: id)
    case .site(let site):
      var text = "\(site.file):\(site.line)"
      text.withUTF8 { CSVText.append($0, to: bytes) }
    case .promises(let ids): bytes.append(text: ids.map(String.init).joined(separator: " "))
    }
  }
}

/// A text as a field of a line.
enum CSVText {
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: ExportBytes) {
    var (isPlain, isQuoted) = (true, text.isEmpty)
    for byte in text {
      if byte &- 0x20 >= 0x5F { isPlain = false }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") { isQuoted = true }
    }
    if isPlain, !isQuoted {
      if isFormula(text) { bytes.append(UInt8(ascii: "'")) }
      bytes.append(text)
      return
    }
    var line = Escaping.line(String(decoding: text, as: UTF8.self))
    line.withUTF8 { line in
      bytes.append(UInt8(ascii: "\""))
      if isFormula(line) { bytes.append(UInt8(ascii: "'")) }
      for byte in line {
        if byte == UInt8(ascii: "\"") { bytes.append(byte) }
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// Whether a spreadsheet could compute a text instead of showing it.
  ///
  /// Numbers are harmless. Fullwidth signs count, because some spreadsheets treat them like `=` and `+`. Source: OWASP, "CSV Injection".
  private static func isFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Spaces in front of a formula do not protect.
    guard let start = text.firstIndex(where: { $0 != 0x20 }) else { return false }
    let text = UnsafeBufferPointer(rebasing: text[start...])
    switch text[0] {
    case UInt8(ascii: "="), UInt8(ascii: "@"): return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      return !text.dropFirst().allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") } || text.count == 1
    // ＋ － ＝ ＠
    case 0xEF where text.count >= 3 && text[1] == 0xBC: return [0x8B, 0x8D, 0x9D, 0xA0].contains(text[2])
    default: return false
    }
  }
}
