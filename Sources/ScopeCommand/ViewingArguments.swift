// The options of every command that opens a screen on a run: where it starts, and where its source is. Owns their names.

import ArgumentParser
import ChainScreen

/// The moment at which a screen opens.
enum StartPoint: String, CaseIterable, ExpressibleByArgument {
  /// Before the first event, ready to be played or stepped.
  case start
  /// The latest event.
  case end
}

/// The options of every command that opens a screen.
struct ViewingArguments: ParsableArguments {
  @Option(help: "Where to open the run: at its start, to play or step through it, or at its end.")
  var from = StartPoint.end

  @Option(
    help: ArgumentHelp(
      "A folder that contains the source of the program; can be repeated. (default: the folders of the log and the current one)",
      valueName: "folder"), completion: .directory)
  var sourceRoot: [String] = []

  /// The settings of a screen that shows a feed.
  func apply(to options: ScreenOptions, sources: SourceFiles) -> ScreenOptions {
    var options = options
    options.startsAtStart = from == .start
    options.sources = sources.finder
    return options
  }
}
