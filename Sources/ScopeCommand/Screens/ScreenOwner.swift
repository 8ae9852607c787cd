// Does what a screen can't do itself: puts text on the clipboard, opens an editor, and saves files.

import Canvas
import ChainExport
import ChainModel
import ChainScreen
import DemoCatalog
import PlainText
import PromiseLog
import PromiseTrace

/// The owner of a screen on a terminal.
struct ScreenOwner {
  let terminal: any Terminal
  let sources: SourceFiles
  let options: ScreenOptions
  let header: () -> LogHeader
  /// The path of the log that is shown, `-` for standard input; nil for a run of this process.
  let log: String?
  /// Asks the run to cancel its work.
  let cancel: () -> Void
  /// Decides whether the screen may close: nil if it may, or why it stays.
  let quit: () -> Text?
  /// The exercise that is shown; nil for none.
  var exercise: WatchedExercise?
  /// Sends what was typed to the program.
  let type: ([UInt8]) -> Void
  /// Opens the log with a path, which is shown next.
  let openLog: (String) throws -> Void

  /// Opens the log or starts the program again, or says why not; nil if there is something to show.
  let again: () throws -> Text?

  /// Does what the screen requests.
  ///
  /// - Returns: A sentence about the outcome, for the screen.
  func perform(_ request: ScreenRequest) -> String? {
    if request.effect == .nextExercise { return exercise?.goOn() }
    return outcome(of: request)?.text(in: options.language)
  }

  private func outcome(of request: ScreenRequest) -> Text? {
    switch request.effect {
    case .copy(let text): return copy(text)
    case .copyRow: return copy(request.screen.selectedRow)
    case .openEditor(let path, let line): return openEditor(path, line)
    case .save(let path, let content):
      do {
        try save(content, to: path, request)
        return Text("Saved to \(path).", "已保存到 \(path)。")
      } catch {
        let sentence = (error as? Failure)?.sentence
        return (error as? Failure)?.onScreen ?? sentence.map { Text($0, $0) }
          ?? .cannotWrite(path, Text("\(error)", "\(error)"))
      }
    case .openLog(let path): return open { try openLog(path) }
    case .nextRun(let news): return open { try news.next.map(openLog) }
    case .runAgain: return open(again)
    case .cancelRun:
      cancel()
      return Text("The run was asked to cancel its work.", "已请求取消这次运行的工作。")
    case .type(let bytes): type(bytes)
    case .quit: return quit()
    case .hint: exercise?.hint()
    case .none, .runWith, .nextLesson, .exercise, .nextExercise, .showFormerRun, .redraw: break
    }
    return nil
  }

  private func open(_ next: () throws -> Text?) -> Text? {
    do {
      return try next()
    } catch {
      let reason = (error as? Failure)?.sentence ?? "\(error)"
      return Text("Can't show it: \(reason)", "无法显示：\(reason)")
    }
  }

  private func open(_ next: () throws -> Void) -> Text? {
    open {
      try next()
      return nil
    }
  }

  private func copy(_ text: String) -> Text {
    terminal.copy(text)
    return Text("Copied: \(text)", "已复制：\(text)")
  }

  private func openEditor(_ name: String, _ line: Int) -> Text? {
    guard let path = sources.path(of: name) else { return .sourceMissing(name) }
    var outcome: Text?
    terminal.suspend { outcome = Editor().open(path: path, line: line) }
    return outcome
  }

  // MARK: Files

  private func save(_ content: SavedContent, to path: String, _ request: ScreenRequest) throws {
    if let log { try refuseReplacing(log, by: path) }
    let isLog = if case .log = content { true } else { false }
    let output = try Output(path: path, isData: isLog, mayWait: false)
    switch content {
    case .wholeTree: try output.write(request.screen.wholeTree)
    case .tree(let promise): try export(.text, promise, request, to: output)
    case .log(let promise): try export(.ndjson, promise, request, to: output)
    }
    try output.finish()
  }

  private func export(_ format: ExportFormat, _ promise: PromiseID?, _ request: ScreenRequest, to output: Output) throws
  {
    let source = ArchiveSource(request.screen.archive, request.screen.store.texts, header())
    var options = ExportOptions()
    if let promise { options.excerpt = .subtree { _ in promise } }
    _ = try format.export(source, options: options) { try output.write($0) }
  }
}

extension Feed {
  /// The events of a log file, which can be read again; nil for a live run and for a pipe.
  var archive: (any EventArchive)? {
    reader?.archive
  }

  /// The source files of the program.
  ///
  /// - Returns: A finder that searches each folder at most once.
  func sourceFiles(_ roots: [String]) -> SourceFiles {
    // The source is used on the thread that draws, which is the one that asks for files.
    nonisolated(unsafe) let source = source
    let isScenario = isScenario
    return SourceFiles(log: path, roots: roots + (isScenario ? [Scenario.sourceRoot] : [])) {
      (source.header.sourceRoot, source.header.startedNanoseconds)
    } embedded: {
      // The code of a scenario is what was compiled, also where the repository is not.
      isScenario ? CarriedFiles.scenarios : EmbeddedSources.files(in: source.header)
    }
  }
}
