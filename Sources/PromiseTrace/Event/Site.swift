// The call site that an event records.

/// A call site in source code, as texts of an event's table.
public struct Site: Sendable, BitwiseCopyable, Hashable {
  /// The file, relative to the log's `sourceRoot`, such as `Module/File.swift`.
  public var file: TextID = .none
  /// The function, in the form of `#function`.
  public var function: TextID = .none
  /// The line, 1-based; 0 if the call site is unknown.
  public var line: UInt32 = 0

  /// Creates a call site; without arguments, an unknown one.
  @inlinable
  public init(file: TextID = .none, line: UInt32 = 0, function: TextID = .none) {
    self.file = file
    self.line = line
    self.function = function
  }
}
