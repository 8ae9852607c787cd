// Writes one line per promise, with a header line. Commas and quotes are those of RFC 4180; lines end with LF, which every reader accepts,
// instead of CRLF. Owns the columns and the rules for texts. docs/exports.md lists the columns.
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

  private static let header = """
    promise,state,operation,label,file,line,function,created_ns,enqueued_ns,started_ns,finished_ns,settled_ns,released_ns,\
    duration_ns,waiting_ns,queued_ns,own_ns,running_ns,queue,thread,cause,value,error,error_type,handled,from,adopts,awaits,inside,via,\
    handlers,findings,log_lost,log_evicted,log_ended,log_problems

    """

  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws {
    let (store, end) = (history.store, history.end)
    let rules = history.rulesByPromise()
    let bytes = ExportBytes(texts: history.texts)
    // Written even without promises, because a reader needs the names of the columns.
    bytes.append(text: Self.header)
    try output.write(bytes)
    // The same in each line, so that no line can be read without what is missing.
    let tail = ",\(end.summary.lost),\(end.summary.evicted),\(end.summary.isEnded),\(end.problemCount)\n"
    try history.forEachPromise { facts in
      var line = Line(bytes: bytes)
      let durations = history.durations(facts)
      line.id(facts.id)
      line.word(facts.state.word)
      line.text(facts.operation)
      line.text(facts.label)
      line.text(facts.site.line > 0 ? facts.site.file : .none)
      line.number(facts.site.line > 0 ? Int64(facts.site.line) : nil)
      line.text(facts.site.line > 0 ? facts.site.function : .none)
      line.number(facts.created)
      line.number(facts.enqueued)
      line.number(facts.started)
      line.number(facts.finished)
      line.number(facts.settled)
      line.number(facts.released)
      line.number(durations.total)
      line.number(durations.waiting)
      line.number(durations.queued)
      line.number(durations.own)
      line.number(durations.running)
      line.text(facts.queue)
      line.text(facts.thread)
      line.word(facts.cause?.logName)
      line.text(facts.isRejected ? .none : facts.text)
      line.text(facts.isRejected ? facts.text : .none)
      line.text(facts.type)
      line.word(facts.isRejected ? (store.rejection(of: facts.id).isHandled ? "true" : "false") : "")
      line.id(facts.from)
      line.id(facts.adopts)
      line.word(facts.hasAwaited ? store.awaited(by: facts.id).map(String.init).joined(separator: " ") : "")
      line.id(facts.inside)
      line.id(facts.via)
      line.number(Int64(store.reactionCount(of: facts.id)))
      line.word(rules[facts.id].map { $0.map(\.rawValue).joined(separator: " ") } ?? "")
      bytes.append(text: tail)
      try output.write(bytes)
    }
  }
}

private struct Line {
  private let bytes: ExportBytes
  private var isFirst = true

  init(bytes: ExportBytes) { self.bytes = bytes }

  @inline(__always)
  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  mutating func number(_ number: Int64?) {
    separate()
    if let number { bytes.append(decimal: number) }
  }

  /// A promise, or nothing for 0.
  mutating func id(_ id: PromiseID) {
    separate()
    if id != 0 { bytes.append(decimal: id) }
  }

  /// A text of our own, which needs no quotes.
  mutating func word(_ word: String) {
    separate()
    bytes.append(text: word)
  }

  /// A word of ours; nothing for nil.
  mutating func word(_ word: StaticString?) {
    separate()
    if let word { bytes.append(word) }
  }

  /// A text of the program.
  mutating func text(_ id: TextID) {
    separate()
    guard id != .none else { return }
    bytes.texts.withBytes(id) { CSVText.append($0, to: bytes) }
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
