// What takes the terminal away for a while or for good: signals, Ctrl-Z, another program, another size. Owns giving it back and taking it again.

import CNcurses
import CTerminal
import Canvas

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension CursesTerminal {
  /// Hands the terminal to another program and takes it back.
  ///
  /// What this program prints meanwhile is still captured, so the other one must open `/dev/tty` itself.
  ///
  /// - Parameter body: Runs the program and waits for it.
  public func suspend(_ body: () -> Void) {
    guard isOpen else { return body() }
    giveBackForAWhile()
    guard isStuck == nil else { return }
    ct_lend_begin()
    body()
    ct_lend_end()
    takeAgain()
  }

  /// Why the screen has to end although the terminal accepts no output; nil otherwise.
  ///
  /// The terminal is then restored as far as possible.
  public var isStuck: TerminalEnd? {
    switch ct_given_up() {
    case 0: nil
    case SIGHUP: .hungUp
    case let number: .terminated(signal: number)
    }
  }

  /// Turns signals into events, and stops the process where one asks for that.
  func notice(_ happened: UInt32) {
    func has(_ bit: Int) -> Bool { happened & UInt32(bit) != 0 }
    if has(CT_HUNG_UP) { queue.append(.ended(.hungUp)) }
    if has(CT_TERMINATED) { queue.append(.ended(.terminated(signal: SIGTERM))) }
    if has(CT_QUIT) { queue.append(.ended(.terminated(signal: SIGQUIT))) }
    if has(CT_INTERRUPTED) { queue.append(.key(.control("c"))) }
    if has(CT_STOP_ASKED) {
      giveBackForAWhile()
      guard isStuck == nil else { return }
      ct_stop_self()
      takeAgain()
    } else if has(CT_CONTINUED) {
      // The process was stopped by SIGSTOP, which cannot be caught, and another program may have changed modes and text.
      takeAgain()
    } else if has(CT_RESIZED) {
      followSize()
    }
    if has(CT_WOKEN) { queue.append(.woken) }
  }

  private func giveBackForAWhile() {
    drawing {
      setReports(false)
      endwin()
    }
  }

  private func takeAgain() {
    drawing {
      reset_prog_mode()
      setReports(true)
      // The next refresh then enters the screen again, hides the cursor, and repaints all of it.
      clearok(cn_screen(), true)
    }
    followSize()
  }

  private func followSize() {
    var window = winsize()
    if ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 {
      resizeterm(Int32(window.ws_row), Int32(window.ws_col))
    }
    size = Size(columns: Int(getmaxx(cn_screen())), rows: Int(getmaxy(cn_screen())))
    shown = nil
    queue.append(.resized(size))
  }
}
