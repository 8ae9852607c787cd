// The logs of a folder, which the owner of the screen finds.

/// Finds the logs of the folder whose log a screen shows.
public struct LogFinder: Sendable {
  /// A log.
  public struct Log: Sendable, Hashable {
    /// Its path, with which ``ScreenEffect/openLog(path:)`` requests it.
    public let path: String
    /// Its name in the folder, escaped.
    public let name: String
    /// Its size, in bytes.
    public let bytes: Int64
    /// The time since it was last written, in nanoseconds.
    public let age: Int64

    /// Creates a log.
    public init(path: String, name: String, bytes: Int64, age: Int64) {
      (self.path, self.name, self.bytes, self.age) = (path, name, bytes, age)
    }
  }

  /// The path of the log that the screen shows.
  public let shown: String
  /// Returns the logs of the folder, newest first.
  public let list: @Sendable () -> [Log]

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - shown: The path of the log that the screen shows.
  ///   - list: Returns the logs of the folder, newest first. Called on the thread of the screen, a few times per second at most.
  public init(shown: String, list: @escaping @Sendable () -> [Log]) { (self.shown, self.list) = (shown, list) }
}
