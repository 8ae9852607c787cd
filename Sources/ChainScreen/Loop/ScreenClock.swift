// What a screen asks its owner again and again: the time, the state of the program, and what has happened to its log.

/// The clocks of a screen, and the state of the program that it observes; tests pass their own.
public struct ScreenClock {
  /// Monotonic nanoseconds, for the pace of frames.
  public var pace: () -> Int64
  /// The current time in nanoseconds since the log's start, up to which pending promises are measured.
  ///
  /// Nil measures up to the last event, as is right for complete logs and virtual clocks.
  public var log: (() -> Int64)?
  /// Returns the state of the program that writes the log; nil if the program is this one.
  ///
  /// Called at most twice per second.
  public var program: (() -> ProgramState)?
  /// Returns when the log starts, in nanoseconds since midnight where the screen is; nil if that is unknown.
  public var startOfRun: (() -> Int64?)?
  /// Returns what has happened to the log, and that of a newer run which replaces the shown one; nil if there is no news.
  ///
  /// Called at most twice per second. Nil if the screen does not follow what a program writes.
  public var newRun: ((_ isOver: Bool) -> LogNews?)?
  /// Returns whether the log that is read no longer is the file that was opened: cheap enough for each frame, so that what is over is not shown as
  /// live; nil without a log.
  public var isReplaced: (() -> Bool)?
  /// Returns what the program has printed since the last call; nil if only the log says what it prints.
  public var output: (() -> [ProgramLine])?
  /// Returns whether the screen ends by itself, because the program has, as it was asked to.
  public var isOver: (() -> Bool)?
  /// Returns whether the program is to run again by itself, because its source was saved; true once.
  public var isDue: (() -> Bool)?
  /// Returns whether the program still takes what is typed; nil if it never does.
  public var takesInput: (() -> Bool)?

  /// Creates clocks.
  ///
  /// - Parameters:
  ///   - pace: Monotonic nanoseconds, with any origin.
  ///   - log: The log's own clock, for a live program.
  ///   - program: What is known of the program that writes a log.
  ///   - newRun: What has happened to the log.
  public init(
    pace: @escaping () -> Int64, log: (() -> Int64)? = nil, program: (() -> ProgramState)? = nil,
    newRun: ((_ isOver: Bool) -> LogNews?)? = nil
  ) {
    (self.pace, self.log, self.program, self.newRun) = (pace, log, program, newRun)
  }

  /// The system's clock for the pace.
  ///
  /// - Parameters:
  ///   - log: The log's own clock, for a live program.
  ///   - program: What is known of the program that writes a log.
  ///   - newRun: What has happened to the log.
  /// - Returns: The clocks.
  public static func system(
    log: (() -> Int64)? = nil, program: (() -> ProgramState)? = nil, newRun: ((_ isOver: Bool) -> LogNews?)? = nil
  ) -> ScreenClock {
    let start = ContinuousClock.now
    return ScreenClock(
      pace: {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      }, log: log, program: program, newRun: newRun)
  }
}
