// The options of `pscope export --format cast`. Owns their names and validation. Does not record.

import ArgumentParser
import Canvas
import ChainCast
import ChainExport
import ChainScreen
import PlainText
import PromiseTrace

/// How the screen is recorded.
struct CastArguments: ParsableArguments {
  @Option(help: ArgumentHelp("With --format cast: the screen size. (default: 100x30)", valueName: "columns x rows"))
  var size: String?

  @Option(
    help: ArgumentHelp(
      "cast: how many times as fast as the program. (default: scaled to 5 to 60 seconds)", valueName: "factor"))
  var playbackSpeed: Double?

  @Option(
    help: ArgumentHelp(
      "cast: the longest time in which nothing happens, in seconds. (default: 2)", valueName: "seconds"))
  var idleLimit: Double?

  @Option(
    help: ArgumentHelp(
      "cast: the color theme: \(Theme.all.map(\.name).joined(separator: ", ")). (default: dark)", valueName: "name"),
    completion: .list(Theme.all.map(\.name)))
  var theme: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "cast: keys to press at the end, one per second, separated by blanks, such as 'e w Down'.", valueName: "keys"))
  var keys: String?

  func validate() throws {
    _ = try FrameArguments.dimensions(size)
    _ = try FrameArguments.script(keys)
    if let playbackSpeed, !(0.001...1_000_000).contains(playbackSpeed) {
      throw ValidationError(
        "--playback-speed: expected a factor from 0.001 to 1000000, such as 2, found '\(playbackSpeed)'.")
    }
    if let idleLimit, !(0.1...3_600).contains(idleLimit) {
      throw ValidationError("--idle-limit: expected 0.1 to 3600 seconds, found '\(idleLimit)'.")
    }
    if let theme, Theme.named(theme) == nil {
      let names = Theme.all.map(\.name)
      let nearest = Suggestion.nearest(to: theme, among: names).map { "; did you mean '\($0)'?" } ?? "."
      throw ValidationError("--theme: expected \(names.joined(separator: ", ")), found '\(theme)'\(nearest)")
    }
  }

  /// The first option that was given; nil for none.
  var given: String? {
    let all: [(String, Bool)] = [
      ("--size", size != nil), ("--playback-speed", playbackSpeed != nil), ("--idle-limit", idleLimit != nil),
      ("--theme", theme != nil),
      ("--keys", keys != nil),
    ]
    return all.first { $0.1 }?.0
  }

  /// The options of a recording.
  ///
  /// - Throws: A validation error for an invalid option.
  func options(_ source: SourceArgument) throws -> CastOptions {
    var options = CastOptions()
    if let size = try FrameArguments.dimensions(size) { options.size = size }
    options.speed = playbackSpeed
    if let idleLimit { options.idleLimit = idleLimit }
    if let theme = theme.flatMap({ Theme.named($0) }) { options.theme = theme }
    options.keys = try FrameArguments.script(keys)
    // Whether the program still runs depends on the machine, and equal logs give equal exports.
    if case .log = source { options.program = { _ in .unknown } }
    return options
  }
}
