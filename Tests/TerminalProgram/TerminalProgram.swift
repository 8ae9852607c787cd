// A program that shows the events of its terminal, for tests only: keys and mouse events as lines of text.
//
// `q` quits, `c` copies a text, `s` lends the terminal to a dialog that ends with a line of input, `f` fills the screen with every
// style, `p` prints a line, `k` starts a process that keeps the program's output open, and `!` traps.

import Canvas
import CursesTerminal
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@main
enum TerminalProgram {
  static func main() {
    do throws(TerminalError) {
      try run(CursesTerminal())
    } catch {
      print(error)
      exit(2)
    }
  }

  private static func run(_ terminal: CursesTerminal) {
    var lines = terminal.showsUnicode ? ["ready"] : ["ready", "ASCII only"]
    var isFilled = false
    while true {
      terminal.present(isFilled ? styles(terminal.size) : picture(lines, terminal.size))
      let event = terminal.next(timeout: nil)
      switch event {
      case .key(.character("q")), .ended:
        terminal.close()
        return print("closed")
      case .key(.character("c")): terminal.copy("copied")
      case .key(.character("s")): terminal.suspend(dialog)
      case .key(.character("f")): isFilled.toggle()
      case .key(.character("p")): print("printed")
      case .key(.character("k")): system("sleep 60 </dev/null &")
      case .key(.character("!")): fatalError("trapped on request")
      case .key(let key): lines.append("key \(key.name)")
      case .mouse(let mouse): lines.append("\(mouse.action) \(mouse.column) \(mouse.row)")
      case .paste(let text): lines.append("paste \(text)")
      case .resized(let size): lines.append("size \(size.columns)x\(size.rows)")
      case .woken, .timedOut: break
      }
    }
  }

  private static func picture(_ lines: [String], _ size: Size) -> Grid {
    var grid = Grid(size)
    for (row, line) in lines.suffix(size.rows).enumerated() { grid.write(line, column: 0, row: row) }
    return grid
  }

  private static func styles(_ size: Size) -> Grid {
    var grid = Grid(size)
    for (index, role) in StyleRole.allCases.enumerated() {
      for surface in Surface.allCases {
        let column = (index / 22 * 4 + Int(surface.rawValue)) * 8
        grid.write("\(role)", in: column..<column + 7, row: 1 + index % 22, style: Style(role, on: surface))
      }
    }
    return grid
  }

  /// Uses the terminal as an editor does.
  private static func dialog() {
    let tty = open("/dev/tty", O_RDWR)
    let question = "lent\r\n"
    _ = write(tty, question, question.utf8.count)
    var byte: UInt8 = 0
    while read(tty, &byte, 1) == 1, byte != 0x0A {}
    close(tty)
  }
}
