// Exports a feed to an output. Owns the sequence: read and write, complete the output, report what is missing. The formats
// belong to ChainExport.

import ArgumentParser
import ChainExport
import PlainText
import PromiseTrace

/// Writes all events of a feed and waits for a live run to end.
///
/// A signal ends the export early: the events read so far are written, the output is completed, and the exit code is 128 plus the
/// signal number.
///
/// - Parameters:
///   - open: Opens the feed.
///   - format: The output format.
///   - isASCII: Whether text is drawn with ASCII characters only.
///   - language: The language of pages and pictures; nil for the default.
///   - excerpt: The part to export; nil for everything.
///   - path: The output file; nil or `-` is standard output.
/// - Throws: ``Failure``, ``ReaderLeft``, or the exit code for lost events.
func export(
  _ open: @autoclosure () throws -> Feed, as format: ExportFormat, isASCII: Bool, language: Language? = nil,
  excerpt: ExportExcerpt? = nil, to path: String?
) throws {
  Interruption.watch()
  let feed = try open()
  do {
    try write(feed, as: format, isASCII: isASCII, language, excerpt, to: path)
  } catch is ReaderLeft where Interruption.signal != nil {
    // The same Ctrl-C also ended the reader of the pipe.
  }
  guard let signal = Interruption.signal else { return }
  feed.abandon()
  throw ExitCode(128 + signal)
}

private func write(
  _ feed: Feed, as format: ExportFormat, isASCII: Bool, _ language: Language?, _ excerpt: ExportExcerpt?,
  to path: String?
) throws {
  let output = try Output(path: path)
  let progress = Progress()
  var options = feed.readingOptions
  options.isASCII = isASCII
  options.language = language
  options.excerpt = excerpt
  let summary: ExportSummary
  do {
    summary = try format.export(Watched(feed.source, progress), options: options) { bytes in
      // A format that writes at the end may take a while after a signal.
      if Interruption.signal != nil { Interruption.acknowledge() }
      try output.write(bytes)
      // The exporter collects bytes, too; what it passes on is for the reader of the pipe now.
      try output.flush()
    }
  } catch let error as LogError {
    progress.end()
    // Keeps the events read before the error. An input that is not a log produces no output at all.
    if output.isBegun { try output.finish() }
    throw error.failure(about: feed.name)
  }
  let isInterrupted = Interruption.signal != nil
  if isInterrupted { Interruption.acknowledge() }
  progress.end()
  try output.finish()
  if summary.evicted > 0 {
    let what = summary.evicted == 1 ? "promise is" : "promises are"
    complain("\(feed.name): \(NumberText.grouped(summary.evicted)) \(what) missing, because memory is limited.")
  }
  do {
    try feed.conclude(lost: summary.lost, waits: !isInterrupted)
  } catch is ExitCode where isInterrupted {
    // The exit code of the signal takes precedence; the losses have already been reported.
  }
}
