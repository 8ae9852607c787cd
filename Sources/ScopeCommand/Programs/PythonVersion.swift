// The Python that will run a program: whether it reports its coroutines, and loads an adapter at all.

import PlainText

struct PythonVersion: Equatable {
  let major: Int
  let minor: Int
  /// As Python prints it, such as `3.13.0`.
  let text: String

  /// Reads what `python3 --version` prints, such as `Python 3.13.0` and a newline; nil for any other text.
  init?(_ output: String) {
    guard let match = output.prefixMatch(of: /Python ((\d{1,6})\.(\d{1,6})[^\s]*)/), let major = Int(match.2),
      let minor = Int(match.3)
    else { return nil }
    (self.major, self.minor, text) = (major, minor, String(match.1))
  }

  /// Whether it reports coroutines: `sys.monitoring` exists since 3.12.
  var reportsCoroutines: Bool { (major, minor) >= (3, 12) }

  /// Asks the Python that a command will run, if its program or its `#!` line tells which one that is.
  ///
  /// - Returns: The version; nil if the command starts something else first.
  /// - Throws: ``Failure`` if there is no such Python, if it reports no coroutines, or if an option keeps it from loading the adapter.
  static func checked(_ words: [String], _ program: ProgramFile) throws -> PythonVersion? {
    let isFirst = Adapter.isPython(words.first ?? "")
    let command = isFirst ? words : Array(program.interpreter.drop { !Adapter.isPython($0) })
    guard let name = command.first else { return nil }
    if let option = isolation(in: command) {
      throw Failure(
        sentence: "Python does not load the adapter with \(option), so nothing can be recorded: leave \(option) out.",
        code: .notRecorded)
    }
    let output = try ChildProcess.output(of: (isFirst ? program : ProgramFile(name)).path, "--version")
    guard let version = PythonVersion(output) else { return nil }
    guard version.reportsCoroutines else {
      throw Failure(
        sentence: "Python \(version.text) does not report its coroutines; 3.12 and later do.", code: .notRecorded)
    }
    return version
  }

  /// The option of a command of Python with which it ignores `PYTHONPATH`, or loads no `sitecustomize`; nil if there is none.
  static func isolation(in command: [String]) -> String? {
    var isValue = false
    for word in command.dropFirst() {
      if isValue {
        isValue = false
        continue
      }
      guard word.hasPrefix("-"), word.count > 1 else { return nil }
      if word.hasPrefix("--") { continue }
      for letter in word.dropFirst() {
        if "IES".contains(letter) { return "-\(letter)" }
        if "cm".contains(letter) { return nil }
        if "WX".contains(letter) {
          isValue = word.last == letter
          break
        }
      }
    }
    return nil
  }
}
