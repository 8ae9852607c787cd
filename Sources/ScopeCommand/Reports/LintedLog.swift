// One log that is judged by `pscope lint`: opening it, its lines, and what is said about the whole.

import LogLint
import PlainText
import PromiseLog
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The outcome for one log.
struct LintedLog {
  let name: String
  private(set) var program = ""
  private(set) var events: UInt64 = 0
  private(set) var isEnded = false
  /// Why it can't be read; nil if it was.
  private(set) var failure: String?
  /// What is no fault, but worth knowing.
  private(set) var notes: [String] = []

  /// The number of faults of each rule that are reported.
  static let limit = 100

  /// Reads and judges a log.
  ///
  /// - Parameters:
  ///   - path: Its path; `-` for standard input.
  ///   - report: Receives its faults, at most ``limit`` of each rule.
  init(_ path: String, report: (LintFault) -> Void) {
    name = path == "-" ? "standard input" : Escaping.line(path)
    do {
      try judge(path, report)
    } catch let failure as Failure {
      self.failure = failure.sentence
    } catch let error as LogError {
      failure = error.failure(about: name).sentence
    } catch {
      failure = "\(name): \(error)"
    }
  }

  private mutating func judge(_ path: String, _ report: (LintFault) -> Void) throws {
    var counts: [LintRule: Int] = [:]
    let (lines, pipe) = try Self.open(path, name)
    let first = try Self.header(lines)
    try withoutActuallyEscaping(report) { report in
      var linter = LogLinter { fault in
        counts[fault.rule, default: 0] += 1
        if counts[fault.rule, default: 0] <= Self.limit { report(fault) }
      }
      var line: LogLines.Line? = first
      let progress = Progress()
      while let content = line {
        linter.lint(content, number: lines.number, isCutOff: lines.isCutOff)
        if lines.number & 0xFFFF == 0 { progress.update("\(lines.number) lines") }
        line = try lines.next()
      }
      progress.end()
      (program, events, isEnded) = (linter.program, linter.events, linter.isEnded)
    }
    for (rule, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > Self.limit {
      notes.append("\(NumberText.grouped(count - Self.limit)) more faults of the rule \(rule.rawValue) are not listed.")
    }
    if let problem = pipe?.problem { throw Failure(sentence: "\(name): \(problem).") }
    if !isEnded { notes.append("the log has no 'ended': its program was killed, or still runs.") }
  }

  /// Opens a log, which may be compressed; the pipe lives as long as its lines are read.
  static func open(_ path: String, _ name: String) throws -> (LogLines, GzipPipe?) {
    guard path != "-" || !StandardStreams.isInputClosed, path != "-" || isatty(STDIN_FILENO) == 0 else {
      throw Failure(sentence: "expected a log on standard input: pipe one in (… | pscope lint -).")
    }
    if let pipe = try Feed.decompressor(path, follow: false, name) {
      return (LogLines(descriptor: pipe.descriptor, name: name), pipe)
    }
    return (path == "-" ? LogLines(descriptor: STDIN_FILENO, name: name) : try LogLines(path: path), nil)
  }

  /// The first line, if it is one of a log that can be judged.
  private static func header(_ lines: LogLines) throws -> LogLines.Line {
    guard let line = try lines.next() else { throw LogError.empty }
    guard case .members(let members) = line,
      members.contains(where: { $0.name == "schema" && $0.value == .text(LogHeader.schema, isSafe: true) })
    else { throw LogError.notALog(found: "another line") }
    for case .integer(let version) in members.filter({ $0.name == "version" }).map(\.value)
    where version > UInt64(LogHeader.currentVersion) {
      throw LogError.newerVersion(found: Int(clamping: version), supported: LogHeader.currentVersion)
    }
    return line
  }
}
