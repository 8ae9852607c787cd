// A program that is recorded while a screen shows its promises: its output, its end, how it is asked to end, and running it again. Owns what
// quitting means while it runs. `show` owns the terminal.

import ChainScreen
import CursesTerminal
import Foundation
import PlainText
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program beside a screen.
///
/// What it prints arrives on a thread of the terminal, and its end on another one; everything else is for the thread of the screen.
final class WatchedProgram: Sendable {
  private struct State {
    var child: ChildProcess?
    var end: ChildProcess.End?
    /// When it ended, in nanoseconds.
    var endTime = Int64.min
    /// When the screen could first show that, in nanoseconds.
    var endSeen = Int64.max
    /// What it has printed, with the wall-clock time.
    var lines: [ProgramLine] = []
    /// The number of lines that are no longer kept.
    var dropped = 0
    var quit = Wishes()
    /// The wishes to run it again.
    var again = Wishes()
    /// Where the logs of the latest run go.
    var target: RecordTarget
    /// The number of runs before this one.
    var former = 0

    mutating func add(_ line: String, isNotice: Bool = false) {
      if lines.count == WatchedProgram.lineLimit {
        lines.removeFirst(WatchedProgram.lineLimit / 2)
        dropped += WatchedProgram.lineLimit / 2
      }
      lines.append(ProgramLine(time: wallClock(), text: line, isNotice: isNotice))
    }
  }

  /// Wishes that a running program stands in the way of: the first one is a question, the second one ends it, and the third one kills it.
  private struct Wishes {
    /// The number of those that were no question.
    var count = 0
    /// When the latest one came, in nanoseconds.
    var last = Int64.min

    /// Takes a wish.
    ///
    /// - Returns: The signal for the program; nil for a question.
    mutating func take(at now: Int64) -> Int32? {
      defer { last = now }
      if count == 0, last < now - WatchedProgram.patience { return nil }
      count += 1
      return count > 1 ? SIGKILL : SIGTERM
    }
  }

  private let state: Mutex<State>
  /// What it reads; nil if that is not the keyboard.
  let input: ProgramInput?
  private let start: @Sendable (RecordTarget) throws -> ChildProcess
  private let cleanUp: @Sendable () -> Void
  /// What is said about a run that has ended, given how it did and what it printed, instead of its end at the bottom.
  private let review: (@Sendable (ChildProcess.End, [String]) -> [String])?
  private let language: Language
  private static let lineLimit = 10_000
  /// The time in which a second key belongs to the first one, in nanoseconds.
  private static let patience: Int64 = 10_000_000_000
  /// The time in which a key may have been meant for the program that it ended, in nanoseconds.
  private static let glance: Int64 = 500_000_000

  /// Creates a program that has not started.
  ///
  /// - Parameters:
  ///   - target: Where its logs go.
  ///   - input: What it reads; nil if that is not the keyboard.
  ///   - language: The language of what is said about it.
  ///   - cleanUp: Removes what its recording needs, if a signal ends this process.
  ///   - review: Returns what is said about a run that has ended, given how it did and what it printed; nil for nothing.
  ///   - start: Starts it. Its output has to arrive at ``print(_:)``.
  init(
    _ target: RecordTarget, input: ProgramInput? = nil, language: Language, cleanUp: @escaping @Sendable () -> Void,
    review: (@Sendable (ChildProcess.End, [String]) -> [String])? = nil,
    start: @escaping @Sendable (RecordTarget) throws -> ChildProcess
  ) {
    state = Mutex(State(target: target))
    (self.input, self.language, self.cleanUp, self.review, self.start) = (input, language, cleanUp, review, start)
  }

  /// Where the logs of its latest run go.
  var target: RecordTarget { state.withLock { $0.target } }

  /// How it ended; nil while it runs.
  ///
  /// Waits for a moment if it is just ending.
  var end: ChildProcess.End? {
    while true {
      let (child, end) = state.withLock { ($0.child, $0.end) }
      if child != nil || end != nil { return end }
      usleep(1_000)
    }
  }

  func begin() throws {
    try startRun()
    input?.echo { [self] in print($0) }
  }

  private func startRun() throws {
    let child = try start(target)
    let number = state.withLock {
      $0.child = child
      return $0.former
    }
    Thread.detachNewThread { [self] in
      // While no other process can have its ID, nothing may be sent to it anymore.
      let end = child.wait(ending: { state.withLock { $0.child = nil } })
      target.complete(after: end, of: child.pid)
      state.withLock {
        ($0.end, $0.endTime) = (end, wallClock())
        $0.add(end.sentence(language), isNotice: review == nil)
      }
      CursesTerminal.wake()
      if let review { say(reviewing: end, review, of: number) }
    }
  }

  /// Says what a review says, unless another run has begun.
  private func say(
    reviewing end: ChildProcess.End, _ review: (ChildProcess.End, [String]) -> [String], of number: Int
  ) {
    // What it printed last may still be on its way.
    usleep(50_000)
    guard let output = state.withLock({ $0.former == number ? $0.lines.map(\.text) : nil }) else { return }
    let lines = review(end, output)
    state.withLock {
      guard $0.former == number else { return }
      for line in lines.dropLast() { $0.add(line) }
      // The judgment stands at the bottom as well, because a pane may cover the output.
      if let last = lines.last { $0.add(last, isNotice: true) }
    }
    CursesTerminal.wake()
  }

  /// Says something beside what it prints.
  func say(_ lines: [String]) {
    state.withLock { for line in lines { $0.add(line) } }
    CursesTerminal.wake()
  }

  /// The number of its runs before the latest one.
  var run: Int { state.withLock { $0.former } }

  /// Kills it if it runs.
  func stop() { state.withLock { _ = $0.child.map { kill($0.pid, SIGKILL) } } }

  // MARK: Output

  /// Takes a line that it has printed.
  func print(_ line: String) {
    state.withLock { $0.add(line) }
    CursesTerminal.wake()
  }

  /// A reader of all that it has printed, for one screen.
  ///
  /// - Parameter header: Returns the header of the log that the screen shows.
  /// - Returns: A function that returns the lines since its last call, with their times on the clock of the log.
  func output(besides header: @escaping () -> LogHeader) -> () -> [ProgramLine] {
    var next = 0
    return { [self] in
      let (lines, dropped) = state.withLock {
        if $0.end != nil { $0.endSeen = min($0.endSeen, wallClock()) }
        return ($0.lines[max(0, next - $0.dropped)...], $0.dropped)
      }
      next = dropped + lines.endIndex
      guard !lines.isEmpty else { return [] }
      let started = header().startedNanoseconds ?? 0
      return lines.map { ProgramLine(time: max(0, $0.time - started), text: $0.text, isNotice: $0.isNotice) }
    }
  }

  // MARK: Its end

  /// Whether the program has ended.
  var hasEnded: Bool { end != nil }

  /// Whether the screen can close by itself: the program has ended after it was asked to.
  var hasEndedAsAsked: Bool { state.withLock { $0.end != nil && $0.quit.count > 0 } }

  /// Decides about a wish to quit: the first one is a question, the second one ends the program, and the third one kills it.
  ///
  /// - Returns: What is said on the screen, which stays; nil if the program has ended.
  func quit() -> Text? {
    state.withLock { state in
      let now = wallClock()
      guard state.end == nil, let child = state.child else {
        // The Ctrl-C that ended the program does not also close the screen before its end was seen. Exercises, which have a review, run only
        // for moments, so `q` means the screen.
        defer { state.quit.last = now }
        let isUnseen =
          review == nil && state.quit.count == 0 && state.endSeen > now - Self.glance && state.quit.last < state.endTime
        return isUnseen ? Text("The program has ended.", "程序已经结束。") : nil
      }
      if review != nil {
        kill(child.pid, SIGKILL)
        return nil
      }
      guard let signal = state.quit.take(at: now) else {
        return Text("Still running: quit again to end it.", "程序还在运行：再退出一次就结束它。")
      }
      kill(child.pid, signal)
      return signal == SIGKILL
        ? Text("The program was killed.", "程序已被强行终止。")
        : Text("Asked to end: quit again to kill it.", "已请求程序结束：再退出一次就强行终止它。")
    }
  }

  /// Runs it again if it has ended; while it runs, the first wish is a question, the second one ends it, and the third one kills it and starts the
  /// next run.
  ///
  /// - Returns: What is said on the screen, which stays; nil if another run has started.
  /// - Throws: ``Failure`` if the system can't start it; the former run is then still the latest.
  func again() throws -> Text? {
    let refusal: Text? = state.withLock { state in
      guard state.end == nil, let child = state.child else { return nil }
      guard let signal = state.again.take(at: wallClock()) else {
        return Text("Still running: run again to end it.", "程序还在运行：再按一次就结束它。")
      }
      kill(child.pid, signal)
      return signal == SIGKILL ? nil : Text("Asked to end: run again when it has.", "已请求程序结束：结束后再按一次就重新运行。")
    }
    if let refusal { return refusal }
    // What has just ended first gets the end of its logs: until then, it is still the latest run.
    guard waitForEnd() else { return Text("The program was killed: run it again.", "程序已被强行终止：再按一次就重新运行。") }
    let former = state.withLock { $0 }
    do {
      try former.target.beginAgain { target in
        state.withLock { $0 = State(target: target, former: former.former + 1) }
        try startRun()
      }
    } catch {
      state.withLock { $0 = former }
      throw error
    }
    return nil
  }

  /// Passes a signal on that ends the screen and this process, unless the program got it, too, and waits for the end of the program, at most 5
  /// seconds.
  func end(by signal: Int32) {
    if !SignalRelay.wasForGroup(signal) { state.withLock { _ = $0.child.map { kill($0.pid, signal) } } }
    waitForEnd()
    cleanUp()
  }

  /// Waits for its end, at most 5 seconds.
  ///
  /// - Returns: Whether it has ended.
  @discardableResult private func waitForEnd() -> Bool {
    for _ in 0..<500 where end == nil { usleep(10_000) }
    return end != nil
  }
}

extension ChildProcess.End {
  /// The end as a line of output.
  fileprivate func sentence(_ language: Language) -> String {
    switch self {
    case .exited(let code): language("(exited with code \(code))", "（已退出，退出码 \(code)）")
    case .killed(let signal): language("(ended by signal \(signal))", "（被信号 \(signal) 终止）")
    }
  }

  /// The exit code of a shell.
  var code: Int32 {
    switch self {
    case .exited(let code): code
    case .killed(let signal): 128 + signal
    }
  }
}
