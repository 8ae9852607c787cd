// A real terminal, through ncurses: grids out, keys in, and its former state restored in every case.
//
// Owns the terminal's modes, its signals, and the program's standard output while it is open. Knows no promises, does not decide
// what is drawn, and never ends the process; a process that crashes restores the terminal first.

import CNcurses
import CTerminal
import Canvas

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal of this process.
///
/// At most one is open at a time. Only the thread that opens it may call it, except for ``wake()``.
public final class CursesTerminal: Terminal {
  /// The size at the last event.
  public internal(set) var size: Size
  /// Whether the terminal shows more than ASCII.
  public let showsUnicode: Bool

  private let input: Int32
  let output: Int32
  private let signals: Int32
  private let screen: OpaquePointer
  private let inputFile: UnsafeMutablePointer<FILE>
  private let outputFile: UnsafeMutablePointer<FILE>
  private var capture: OutputCapture?
  private var painter: RowPainter
  private var keys = KeyReader()
  var queue: [TerminalEvent] = []
  var shown: Grid?
  var isOpen = true
  private let usesMouse: Bool
  private let limit: ColorDepth

  /// Opens the terminal.
  ///
  /// Keys are read from standard input if that is a terminal, and from `/dev/tty` otherwise, so that standard input can carry
  /// data.
  ///
  /// - Parameter options: The theme, and the receiver of the program's own output.
  /// - Throws: ``TerminalError``; in that case nothing was changed.
  public init(_ options: TerminalOptions = TerminalOptions()) throws(TerminalError) {
    guard isatty(STDOUT_FILENO) == 1 else { throw .outputIsNoTerminal }
    let type = try Terminfo.checkType()
    showsUnicode = Charset.choose()

    // A private duplicate, because standard output will be captured.
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let input =
      isatty(STDIN_FILENO) == 1 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard input >= 0 else {
      CursesTerminal.closeDescriptor(output)
      throw .noKeyboard
    }
    guard output >= 0, let outputFile = fdopen(output, "w"), let inputFile = fdopen(input, "r") else {
      throw .system(call: "fdopen", code: errno)
    }

    // Before curses starts, because it installs no handler where one exists, and saves the modes that it finds.
    let signals = ct_signals_install()
    let farewell = Terminfo.farewell()
    let isGuarded = farewell.withUnsafeBytes { bytes in
      ct_guard_arm(input, output, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
    }
    limit = options.depth ?? .preferred(environment: environmentVariable)
    ct_drawing_begin()
    defer { ct_drawing_end() }
    let screen = DirectColor.whileDescribed(limit == .direct) { newterm(nil, outputFile, inputFile) }
    guard signals >= 0, isGuarded == 0, let screen else {
      ct_guard_disarm()
      ct_signals_remove()
      fclose(outputFile)
      fclose(inputFile)
      throw .unknownType(type)
    }
    ct_guard_thread()
    self.signals = signals
    self.input = input
    self.output = output
    self.screen = screen
    self.inputFile = inputFile
    self.outputFile = outputFile
    usesMouse = options.usesMouse && Terminfo.hasMouse

    set_term(screen)
    cbreak()
    noecho()
    nonl()
    stopFlowControl(of: input)
    intrflush(cn_screen(), false)
    keypad(cn_screen(), true)
    nodelay(cn_screen(), true)
    set_escdelay(25)
    curs_set(0)
    start_color()
    use_default_colors()
    let ink = InkWell(theme: options.theme ?? .preferred(environment: environmentVariable), limit: limit)
    painter = RowPainter(ink: ink, showsUnicode: showsUnicode)
    size = Size(columns: Int(getmaxx(cn_screen())), rows: Int(getmaxy(cn_screen())))
    KeyReader.prepare()
    setReports(true)
    if options.theme == nil, Background.isUnknown(environment: environmentVariable), Terminfo.hasMouse {
      send(Background.question)
      keys.expectReply()
    }
    capture = OutputCapture(deliversPrompts: options.deliversPrompts, options.onOutput ?? { _ in })
  }

  deinit { close() }

  /// Restores the terminal: modes, screen, signals, standard output.
  ///
  /// A second call has no effect.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    ct_drawing_begin()
    defer { ct_drawing_end() }
    capture?.end()
    capture = nil
    setReports(false)
    if keys.expectsReply {
      // A reply that arrives later would appear at the shell's prompt.
      var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 50) > 0 { tcflush(input, TCIFLUSH) }
    }
    endwin()
    ct_guard_disarm()
    delscreen(screen)
    fclose(outputFile)
    fclose(inputFile)
    ct_signals_remove()
  }

  /// Makes a waiting ``next(timeout:)`` return ``TerminalEvent/woken``.
  ///
  /// Any thread may call it at any time; several calls before the next event count as one.
  public static func wake() { ct_wake() }

  /// Shows a grid.
  ///
  /// Only rows that changed are passed to curses, which writes their differences.
  ///
  /// - Parameter grid: The grid to show; clipped or padded to the size of the terminal.
  public func present(_ grid: Grid) {
    guard isOpen, size.columns > 0, size.rows > 0 else { return }
    var grid = grid
    if grid.size != size {
      var fitted = Grid(size)
      fitted.draw(grid, column: 0, row: 0)
      grid = fitted
    }
    var isChanged = false
    for row in 0..<size.rows {
      if let shown, shown.size == size, shown.row(row) == grid.row(row) { continue }
      isChanged = true
      painter.paint(grid.row(row), row: row)
    }
    shown = grid
    guard isChanged else { return }
    drawing { wrefresh(cn_screen()) }
  }

  /// Waits for keys, signals, and wake-ups.
  ///
  /// Ctrl-Z is handled internally: the terminal is restored, the process stops, and when it continues, a
  /// ``TerminalEvent/resized(_:)`` requests the picture again.
  ///
  /// - Parameter timeout: How long to wait; zero polls, nil waits indefinitely.
  /// - Returns: One event.
  public func next(timeout: Duration?) -> TerminalEvent {
    if !queue.isEmpty { return queue.removeFirst() }
    guard isOpen else { return .ended(.hungUp) }
    let end = timeout.map { ContinuousClock.now + $0 }
    while true {
      notice(ct_take())
      if let end = isStuck { return .ended(end) }
      // Curses draws what it still has to draw before it reads a key.
      drawing { keys.read(into: &queue) }
      if let reply = keys.takeReply() { useTheme(for: reply) }
      if !queue.isEmpty { return queue.removeFirst() }
      var milliseconds: Int32 = -1
      if let end {
        let left = ContinuousClock.now.duration(to: end)
        if left <= .zero { return .timedOut }
        milliseconds = Int32(clamping: max(1, Int64(left / .milliseconds(1))))
      }
      // A paste, a mouse event, or a reply whose end is lost must not swallow all later input.
      if keys.isIncomplete { milliseconds = milliseconds < 0 ? 500 : min(500, milliseconds) }
      var waits = [
        pollfd(fd: input, events: Int16(POLLIN), revents: 0), pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&waits, 2, milliseconds)
      if ready == 0 && keys.isIncomplete { keys.giveUp(into: &queue) }
      if waits[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return .ended(.hungUp) }
    }
  }

  /// Copies a text to the clipboard with OSC 52, which the terminal may refuse.
  ///
  /// - Parameter text: Any text; see ``Clipboard/limit``.
  public func copy(_ text: String) {
    guard isOpen else { return }
    drawing { send(Clipboard.sequence(for: text, environment: environmentVariable)) }
  }

  /// Chooses the theme for the background that the terminal has reported.
  private func useTheme(for reply: String) {
    guard let isLight = Background.isLight(reply: reply), isLight else { return }
    painter = RowPainter(ink: InkWell(theme: .light, limit: limit), showsUnicode: showsUnicode)
    shown = nil
    queue.append(.resized(size))
  }

  /// Runs what writes to the terminal, so that a request to end can end it.
  func drawing(_ body: () -> Void) {
    ct_drawing_begin()
    body()
    ct_drawing_end()
  }

  private static func closeDescriptor(_ descriptor: Int32) {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #else
      Darwin.close(descriptor)
    #endif
  }

  /// Switches bracketed paste and mouse reports.
  func setReports(_ isOn: Bool) {
    send("\u{1B}[?2004" + (isOn ? "h" : "l") + (usesMouse ? Terminfo.mouse(isOn) : ""))
  }

  /// Sends a sequence at once; `putp` would leave it in the buffer of curses until the next refresh.
  private func send(_ sequence: String) {
    fputs(sequence, outputFile)
    fflush(outputFile)
  }
}

/// Delivers Ctrl-S and Ctrl-Q as keys, with which a terminal would stop and resume its output instead.
private func stopFlowControl(of input: Int32) {
  var modes = termios()
  guard tcgetattr(input, &modes) == 0 else { return }
  modes.c_iflag &= ~tcflag_t(IXON)
  tcsetattr(input, TCSANOW, &modes)
  def_prog_mode()
}

enum Charset {
  /// Sets the character type of the process and returns whether it is UTF-8.
  ///
  /// Only `LC_CTYPE` changes; numbers and messages of the program stay as they were.
  /// Containers often set no locale although their terminal supports UTF-8, so an unset locale counts as UTF-8. A locale
  /// that is set, including `C`, is respected.
  static func choose() -> Bool {
    setlocale(LC_CTYPE, "")
    if isUTF8 { return fontIsComplete }
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environmentVariable).first { !$0.isEmpty }
    let wantsUTF8 = named.map { $0.uppercased().contains("UTF-8") || $0.uppercased().contains("UTF8") } ?? true
    if wantsUTF8, setlocale(LC_CTYPE, "C.UTF-8") != nil, isUTF8 { return fontIsComplete }
    return false
  }

  private static var isUTF8: Bool {
    let name = cn_codeset().map { String(cString: $0).uppercased() } ?? ""
    return name == "UTF-8" || name == "UTF8"
  }

  /// The Linux console accepts UTF-8, but its font of 256 or 512 glyphs lacks those of the screen.
  private static var fontIsComplete: Bool { environmentVariable("TERM") != "linux" }
}
