// The two interfaces of a format: one that receives the events, and may write while it reads, and one that receives the finished history.
// Owns the contract. `ExportRun` calls it.

import PromiseTrace

/// A format that receives the events, and may write while they arrive.
///
/// One value writes one export, on one thread.
package protocol EventExport {
  /// Writes what precedes the first event.
  ///
  /// It is called once: with the first events, or at the end of a log without any.
  ///
  /// - Parameters:
  ///   - log: The header and the texts of the log.
  ///   - output: Receives the bytes.
  /// - Throws: The errors of the output.
  mutating func begin(_ log: ExportedLog, into output: inout ExportOutput) throws

  /// Writes some events.
  ///
  /// A format that stores handles of texts has to hold them (``TextTable/hold()``).
  mutating func write(_ events: [Event], into output: inout ExportOutput) throws

  /// Writes what follows the last event, also after an error of the source.
  ///
  /// - Parameters:
  ///   - end: What is known at the end: the losses, and whether the log is complete.
  ///   - output: Receives the bytes.
  /// - Throws: The errors of the output.
  mutating func end(_ end: ExportEnd, into output: inout ExportOutput) throws
}

/// A format that writes once everything was read.
package protocol HistoryExport {
  /// Whether it shows findings. Without them, reading is faster.
  var showsFindings: Bool { get }
  /// Whether it shows notes, requests to cancel, and refused settlements, which are kept for it.
  var keepsMarks: Bool { get }
  /// The number of promises to keep in memory.
  func limit(_ options: ExportOptions) -> Int
  /// Writes the history.
  ///
  /// - Parameters:
  ///   - history: The promises, the findings, and what is missing.
  ///   - output: Receives the bytes.
  /// - Throws: The errors of the output.
  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws
}

extension HistoryExport {
  package var showsFindings: Bool { true }
  package var keepsMarks: Bool { false }
  package func limit(_ options: ExportOptions) -> Int { options.limit }
}

/// The log that an export reads.
package struct ExportedLog {
  /// The first line of the log.
  package let header: LogHeader
  /// The texts of its events.
  package let texts: TextTable
  /// The part that is exported; nil for everything.
  package let excerpt: ChosenExcerpt?
  /// The number of promises that were no longer kept when the part was chosen; 0 for everything.
  package let evicted: Int
}
