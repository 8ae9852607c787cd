// Another version of the run that the screen can show beside it: a repaired chain for a broken one, or the reverse.

import PromiseTrace

/// Another version of a run: its events, complete and on the same clock.
public struct RunVersion: Sendable {
  /// Its name, such as `missing-return-fixed`.
  public var name: String
  /// Its events, in `sequence` order.
  public var events: [Event]
  /// Their texts.
  public var texts: TextTable

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - events: Its events, in `sequence` order.
  ///   - texts: Their texts.
  public init(name: String, events: [Event], texts: TextTable) {
    (self.name, self.events, self.texts) = (name, events, texts)
  }
}
