// Opens a file in the user's editor. Owns which editor, its arguments, and its process. The caller lends it the terminal.

import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program that `VISUAL` or `EDITOR` names, or `vi`.
struct Editor {
  /// The command, which may have arguments.
  let command: String

  /// The editor that an environment asks for.
  init(environment: (String) -> String?) {
    command = [environment("VISUAL"), environment("EDITOR")].lazy.compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
  }

  /// The editor of this process.
  init() {
    self.init { getenv($0).map { String(cString: $0) } }
  }

  /// The words of the command line that opens a file at a line, for a shell: its script, and its parameters.
  ///
  /// Most editors take `+LINE FILE`; Visual Studio Code, Sublime Text, Zed, and Helix take `FILE:LINE`.
  func words(path: String, line: Int) -> [String] {
    let name = command.split(separator: " ").first?.split(separator: "/").last ?? ""
    // A path that starts with a dash is not an option.
    let path = path.hasPrefix("-") ? "./" + path : path
    let arguments: [String] =
      switch name {
      case "code", "codium", "cursor": ["--wait", "--goto", "\(path):\(line)"]
      case "subl", "zed": ["--wait", "\(path):\(line)"]
      case "hx", "helix": ["\(path):\(line)"]
      default: ["+\(line)", path]
      }
    // The command itself goes through the shell, because it may have arguments and quotes.
    return ["-c", "exec \(command) \"$@\"", "sh"] + arguments
  }

  /// Opens a file at a line and waits until the editor ends.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - line: The line, from 1.
  /// - Returns: Why the editor could not be used; nil if it was.
  func open(path: String, line: Int) -> Text? {
    var words: [UnsafeMutablePointer<CChar>?] =
      (["/bin/sh"] + self.words(path: path, line: line)).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let (pid, error) = spawn("/bin/sh", &words, environ) { actions, attributes in
      // Standard input may be a log, and standard output is captured while the screen is open.
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/tty", O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
      // The editor starts with the default signal actions, not with those that this process ignores or blocks.
      var none = sigset_t()
      var all = sigset_t()
      sigemptyset(&none)
      sigfillset(&all)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }
    guard error == 0 else { return cannotStart(because: String(cString: strerror(error))) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    return code == 127 ? cannotStart(because: nil) : nil
  }

  /// Says why it could not be started; a command that was not found has no reason.
  func cannotStart(because reason: String?) -> Text {
    guard let reason else {
      return Text("Can't start \(command): $EDITOR names the editor to use.", "无法启动 \(command)：请用 $EDITOR 指定编辑器。")
    }
    return Text("Can't start \(command): \(reason).", "无法启动 \(command)：\(reason)。")
  }
}
