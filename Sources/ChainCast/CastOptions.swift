// The settings of a recording. Owns their defaults.

import Canvas
import ChainExport
import ChainScreen
import PromiseTrace

/// The settings of a recording.
public struct CastOptions: FormatOptions {
  /// Columns and rows.
  public var size = Size(columns: 100, rows: 30)
  /// How many times as fast as the program it plays; nil plays a run of less than 5 seconds in 5, and a longer one in at most 60.
  public var speed: Double?
  /// The longest time in which nothing happens, in seconds of the recording; a longer pause of the program is shortened to it.
  public var idleLimit = 2.0
  /// The colors.
  public var theme = Theme.dark
  /// The keys to press after the end of the run, one per second.
  public var keys = ScreenScript()
  /// Returns the state of the program that wrote the log; nil for a scenario.
  public var program: @Sendable (LogHeader) -> ProgramState? = { _ in nil }

  /// Creates settings with every field at its default.
  public init() {}
}
