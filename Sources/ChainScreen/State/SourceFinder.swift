// The text of source files, which the owner of the screen finds.

/// Finds the text of source files.
///
/// A screen asks for a file each time it draws, so keep what was found.
public struct SourceFinder: Sendable {
  /// A source file.
  public struct File: Sendable {
    /// Its lines, without line breaks.
    public var lines: [String]
    /// Whether it was modified after the log was recorded.
    public var hasChanged: Bool

    /// Its path on this machine.
    public var path: String

    /// Creates a file.
    public init(lines: [String], hasChanged: Bool, path: String = "") {
      (self.lines, self.hasChanged, self.path) = (lines, hasChanged, path)
    }
  }

  /// Returns the file with a path as the log has it; nil if there is none.
  public var file: @Sendable (String) -> File?

  /// Creates a finder.
  ///
  /// - Parameter file: Returns the file with a path as the log has it; nil if there is none. Called on the thread of the screen.
  public init(file: @escaping @Sendable (String) -> File?) { self.file = file }
}
