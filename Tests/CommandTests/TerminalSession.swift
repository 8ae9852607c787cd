// `pscope`, or another program, on a pseudo-terminal: keys in, picture out.

import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program on a pseudo-terminal.
///
/// Its methods block, so use it outside the cooperative thread pool.
final class TerminalSession {
  /// Thrown when the program did not show the expected text in time.
  struct NotShown: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var picture: TerminalPicture
  let process: Spawned
  private let master: Int32
  private var isReaped = false
  /// The background that the terminal reports when it is asked; nil for a terminal that does not answer.
  private var background: String?

  /// Starts `pscope` on a new terminal, which becomes its controlling terminal.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the name of the command.
  ///   - program: The path of the command.
  ///   - columns: The width of the terminal.
  ///   - rows: The height of the terminal.
  ///   - input: A file to pipe to the standard input of the program.
  ///   - variables: Additional environment variables.
  ///   - background: The background that the terminal reports, such as `ffff/ffff/ffff`.
  /// - Throws: ``NotShown`` if no terminal could be opened.
  init(
    _ arguments: [String], program: String = binary, columns: Int, rows: Int, input: String? = nil,
    variables: [String: String] = [:], background: String? = nil
  ) throws {
    self.background = background
    var name = [CChar](repeating: 0, count: 128)
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    guard openpty(&ends.master, &ends.slave, &name, nil, nil) == 0 else {
      throw NotShown(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    close(ends.slave)
    master = ends.master
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    picture = TerminalPicture(columns: columns, rows: rows)
    Self.setSize(master, columns: columns, rows: rows)
    let values = ["TERM": "xterm-256color"].merging(variables) { $1 }
    // The shell prints the line modes before and after the program, because hanging up the terminal would reset them.
    let pipe = input.map { "cat '\($0)' | " } ?? ""
    let modes = #"echo "modes $(stty -g)""#
    let script =
      #"trap : INT TERM HUP QUIT USR1 USR2 ALRM VTALRM XCPU SYS 16 29 30 34 64; \#(modes); \#(pipe)"$0" "$@"; echo "code $?"; \#(modes)"#
    let words = ["-c", script, program] + arguments
    process = try Spawned("/bin/sh", words, environment: environment(values), newSession: true) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
  }

  /// Kills the program and its shell and reaps them, so that no zombie disturbs code that waits for any child.
  deinit {
    close(master)
    if isReaped { return }
    kill(-process.pid, SIGKILL)
    _ = process.reap()
  }

  func type(_ keys: String) { type(Array(keys.utf8)) }

  /// Types keys, and reads until the picture contains what they bring.
  func type(_ keys: String, waitingFor texts: String..., lines: [Int: String] = [:], seconds: Double = 30) throws {
    type(keys)
    try wait(for: texts, lines: lines, seconds: seconds)
  }

  /// Sends bytes, which need not be text.
  func type(_ bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

  /// Sends a signal to the program and its shell, which survives the signals used in tests.
  func send(_ signal: Int32) { kill(-process.pid, signal) }

  func resize(columns: Int, rows: Int) {
    picture.resize(columns: columns, rows: rows)
    Self.setSize(master, columns: columns, rows: rows)
  }

  /// Reads until the picture contains the expected texts.
  ///
  /// - Parameters:
  ///   - texts: Texts that must appear anywhere.
  ///   - lines: Texts that must appear in the line with the given number, from 0.
  ///   - seconds: The time limit in seconds.
  /// - Throws: ``NotShown`` after the time limit.
  func wait(for texts: String..., lines: [Int: String] = [:], seconds: Double = 30) throws {
    try wait(for: texts, lines: lines, seconds: seconds)
  }

  private func wait(for texts: [String], lines: [Int: String], seconds: Double) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while !shows(texts, lines) {
      let isOpen = readSome(milliseconds: 100)
      if shows(texts, lines) { return }
      guard isOpen, ContinuousClock.now < end else {
        let expected = texts + lines.map { "\($1) in line \($0)" }
        throw NotShown(description: "expected \(expected), shown:\n\(picture.text)\n\(picture.mainText)")
      }
    }
  }

  /// Reads until a condition holds.
  ///
  /// - Parameters:
  ///   - seconds: The time limit in seconds.
  ///   - condition: The condition, evaluated repeatedly.
  /// - Throws: ``NotShown`` after the time limit.
  func wait(seconds: Double = 30, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
      guard readSome(milliseconds: 10), ContinuousClock.now < end else {
        throw NotShown(description: "expected the condition to hold, shown:\n\(picture.text)\n\(picture.mainText)")
      }
    }
  }

  /// Reads until the main screen, with what has scrolled off it, contains a text.
  ///
  /// - Throws: ``NotShown`` after 30 seconds.
  func wait(forMain text: String) throws {
    let end = ContinuousClock.now + .seconds(30)
    while !picture.mainText.contains(text) {
      guard readSome(milliseconds: 10), ContinuousClock.now < end else {
        throw NotShown(description: "expected '\(text)', shown:\n\(picture.mainText)")
      }
    }
  }

  /// Waits, without reading, until the program can't write any more.
  ///
  /// - Throws: ``NotShown`` after 30 seconds.
  func waitUntilFull() throws {
    var (columns, waits) = (100, 0)
    // A thread that waits for room in a terminal sleeps in wait_woken. Each new size makes the program draw everything again. On a busy machine, a
    // thread also sleeps there briefly until the system has passed on its output, so one observation is not enough.
    try waitWithoutReading("its thread to wait for the terminal") {
      guard let child = children.first else { return false }
      columns = columns == 100 ? 101 : 100
      Self.setSize(master, columns: columns, rows: 50)
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/task")) ?? []
      let isWaiting = tasks.contains { task in
        (try? String(contentsOfFile: "/proc/\(child)/task/\(task)/wchan", encoding: .utf8)) == "wait_woken"
      }
      waits = isWaiting ? waits + 1 : 0
      return waits == 100
    }
  }

  /// Waits, without reading, until the program has exited.
  ///
  /// - Throws: ``NotShown`` after 30 seconds.
  func waitUntilExited() throws { try waitWithoutReading("the program to exit") { children.isEmpty } }

  private func waitWithoutReading(_ what: String, _ condition: () -> Bool) throws {
    let end = ContinuousClock.now + .seconds(30)
    while !condition() {
      guard ContinuousClock.now < end else { throw NotShown(description: "expected \(what)") }
      usleep(1_000)
    }
  }

  /// The processes that the shell has started and not reaped yet.
  private var children: [pid_t] {
    let list = try? String(contentsOfFile: "/proc/\(process.pid)/task/\(process.pid)/children", encoding: .utf8)
    return (list ?? "").split(separator: " ").compactMap { pid_t($0) }
  }

  private func shows(_ texts: [String], _ lines: [Int: String]) -> Bool {
    let shown = picture.lines
    let hasTexts = texts.allSatisfy { text in shown.contains { $0.contains(text) } }
    return hasTexts && lines.allSatisfy { $0 < shown.count && shown[$0].contains($1) }
  }

  /// The state of the terminal after the program exited.
  struct End: Equatable {
    /// The exit code of the program.
    var code: Int32?
    /// Whether the echo, line and signal modes are unchanged.
    var areModesRestored = true
    /// Whether the main screen is active, the cursor visible, and mouse reporting and bracketed paste off.
    var isScreenRestored = true
  }

  /// Reads until the program exits.
  func finish(seconds: Double = 30) throws -> End {
    let end = ContinuousClock.now + .seconds(seconds)
    while readSome(milliseconds: 100) {
      guard ContinuousClock.now < end else {
        throw NotShown(description: "expected the program to exit, shown:\n\(picture.text)")
      }
    }
    _ = process.reap()
    isReaped = true
    let modes = picture.mainText.matches(of: /modes ([0-9a-f:]+)/).map(\.1)
    let code = picture.mainText.matches(of: /code (\d+)/).last.flatMap { Int32($0.1) }
    return End(
      code: code, areModesRestored: modes.count == 2 && modes[0] == modes[1],
      isScreenRestored: !picture.isAlternate && picture.isCursorVisible && !picture.wantsMouse
        && !picture.wantsPasteBrackets && !picture.leftPasteBracketsOn)
  }

  /// Reads the available bytes; returns false once the program has closed the terminal.
  private func readSome(milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return true }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    picture.feed(bytes[..<count])
    if let background, picture.commands.contains("11;?") {
      self.background = nil
      type("\u{1B}]11;rgb:\(background)\u{7}")
    }
    return true
  }

  private static func setSize(_ descriptor: Int32, columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }
}

/// Runs blocking work outside the cooperative thread pool.
func blocking<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(with: Swift.Result(catching: work)) }
  }
}

/// Expects that the program has exited and restored the terminal.
func expectLeft(
  _ session: TerminalSession, code: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let end = try session.finish()
  expectEqual(end, .init(code: code), sourceLocation: sourceLocation)
}
