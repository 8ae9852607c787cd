// What a reader of a log can read: a file, a descriptor, the pipe of another program, or bytes in memory. Owns which of them are read ahead.

import PromiseTrace

extension LogReader {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, or a pipe.
  ///   - follow: Whether the file may still grow. If so, reading never blocks, and returns ``SourceStatus/idle`` at the end of the file.
  ///   - blocks: Whether opening and reading a pipe waits for its writer; otherwise reading returns ``SourceStatus/idle``.
  ///   - texts: The table to add texts to.
  /// - Throws: ``LogError/unreadable(path:message:)`` if the file can't be opened.
  public convenience init(
    path: String, follow: Bool = false, blocks: Bool = true, texts: TextTable = TextTable()
  ) throws(LogError) {
    self.init(try LogInput(path: path, follows: follow || !blocks), follows: follow, texts: texts)
    mayReadAhead = input.rereadable != nil && LogAhead.hasCore
  }

  /// Reads a file descriptor, such as standard input.
  ///
  /// The caller remains responsible for closing it.
  ///
  /// - Parameters:
  ///   - descriptor: Open for reading.
  ///   - name: The input's name in messages.
  ///   - follow: Whether the log may still grow. If so, reading never blocks, and ends at the `ended` event.
  ///   - blocks: Whether reading waits for a slow pipe; otherwise it returns ``SourceStatus/idle``.
  ///   - texts: The table to add texts to.
  public convenience init(
    descriptor: Int32, name: String = "standard input", follow: Bool = false, blocks: Bool = true,
    texts: TextTable = TextTable()
  ) {
    let input = LogInput(descriptor: descriptor, name: name, follows: follow || !blocks)
    self.init(input, follows: follow, texts: texts)
  }

  /// Reads the pipe of a program that produces the log, such as a decompressor.
  ///
  /// - Parameters:
  ///   - descriptor: Open for reading.
  ///   - name: The input's name in messages.
  ///   - problem: Returns, once the end was reached, why the input ends early; nil if it doesn't. It lives as long as this reader.
  package convenience init(descriptor: Int32, name: String, problem: @escaping () -> String?) {
    let input = LogInput(descriptor: descriptor, name: name, follows: false)
    self.init(input, follows: false, texts: TextTable())
    inputProblem = problem
  }

  /// Reads a log in memory.
  public convenience init(bytes: [UInt8], texts: TextTable = TextTable()) {
    self.init(LogInput(bytes: bytes), follows: false, texts: texts)
  }
}
