// The words of a stream of events: labels, previews, sites, names. Owns the text, and which of it is no longer needed; events
// hold only handles to it. Refuses to know who points where: whoever keeps handles holds them, or asks for them again.

import Synchronization

/// A handle to a text in a ``TextTable``; meaningless with any other table.
public struct TextID: Sendable, BitwiseCopyable, Hashable {
  /// Index into the table; 0 is "no text", which is different from the empty text.
  public let rawValue: UInt32

  /// Creates a handle from its index.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No text.
  public static let none = TextID(rawValue: 0)
}

/// A table that stores each distinct text once.
///
/// It grows with the distinct texts of a stream, until somebody calls ``forget()``. Handles are never used twice.
/// Any thread may call it; each call takes a lock for tens of nanoseconds.
public final class TextTable: Sendable {
  /// Texts added between two rounds of forgetting, at the least: what is on its way from a reader to a store is younger.
  private let youth: Int
  /// Bytes beyond which a text counts as more than one; 65,536 of these are 64 MiB.
  private static let longText = 1_024

  private struct Storage {
    var pool = TextPool()
    /// Holds by the round they began in.
    var holds: [UInt32: Int] = [:]
    /// A long text counts as several: what is kept between two rounds is bounded in bytes as well.
    var addedThisRound = 0
  }

  private let storage = Mutex(Storage())
  private let currentRound = Atomic<UInt32>(1)

  /// Creates an empty table.
  public convenience init() { self.init(youth: 65_536) }

  package init(youth: Int) { self.youth = youth }

  /// The round of forgetting: who keeps handles of texts to save asking for them must ask anew when it has changed.
  var round: UInt32 { currentRound.load(ordering: .relaxed) }

  /// Texts kept.
  public var count: Int { storage.withLock { $0.pool.count } }

  /// Stores `text`, or finds it.
  ///
  /// - Parameter text: Any text, the empty one included.
  /// - Returns: Its handle, equal for equal texts as long as they are kept.
  public func intern(_ text: String) -> TextID { intern(text, round: round) }

  /// The same, for a text that is never forgotten.
  func internForEver(_ text: String) -> TextID { intern(text, round: .max) }

  /// The same, for UTF-8; what is none is repaired.
  func intern(_ utf8: UnsafeBufferPointer<UInt8>) -> TextID {
    guard utf8.allSatisfy({ $0 < 0x80 }) else { return intern(String(decoding: utf8, as: UTF8.self)) }
    return intern(utf8, round: round)
  }

  /// The same, for what is known to be UTF-8.
  func intern(valid utf8: UnsafeBufferPointer<UInt8>) -> TextID { intern(utf8, round: round) }

  /// Calls `body` with the bytes of a text, which are good only meanwhile; not at all where there is no such text.
  ///
  /// `body` must not call the table. Not generic: a result of any type would cost more than the text.
  package func withBytes(_ id: TextID, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    storage.withLock { $0.pool.withBytes(id.rawValue, body) }
  }

  private func intern(_ text: String, round: UInt32) -> TextID {
    var text = text
    return text.withUTF8 { intern($0, round: round) }
  }

  private func intern(_ utf8: UnsafeBufferPointer<UInt8>, round: UInt32) -> TextID {
    storage.withLock { storage in
      let (number, isNew) = storage.pool.number(of: utf8, round: round)
      if isNew { storage.addedThisRound += 1 + utf8.count / Self.longText }
      return TextID(rawValue: number)
    }
  }

  /// The text behind a handle; nil for ``TextID/none``, for a handle this table never gave, and for a forgotten text.
  public subscript(id: TextID) -> String? {
    storage.withLock { $0.pool[id.rawValue] }
  }

  // MARK: Forgetting

  /// Keeps every text that is asked for from now on, or was lately, for as long as the hold lives.
  public func hold() -> TextHold {
    storage.withLock { storage in
      // One round earlier: events on their way were read before.
      let round = currentRound.load(ordering: .relaxed) - 1
      storage.holds[round, default: 0] += 1
      return TextHold(self, round)
    }
  }

  fileprivate func end(_ round: UInt32) {
    storage.withLock { storage in
      if let count = storage.holds[round], count > 1 {
        storage.holds[round] = count - 1
      } else {
        storage.holds[round] = nil
      }
    }
  }

  /// Renews a hold: asks for what is still needed, and lets go of all else.
  ///
  /// Does nothing unless texts were forgotten since the hold was made.
  ///
  /// - Parameters:
  ///   - hold: The hold so far; others who share it keep it.
  ///   - visit: Is given a function to call with each handle that is still needed.
  package func renew(_ hold: inout TextHold, _ visit: ((TextID) -> Void) -> Void) {
    let round = round
    guard hold.round + 1 < round else { return }
    // Handles are collected first: a visitor may call this table.
    var needed: [TextID] = []
    visit { if $0 != .none { needed.append($0) } }
    storage.withLock { storage in
      for id in needed { storage.pool.touch(id.rawValue, round) }
    }
    hold = self.hold()
  }

  /// Whether enough came since the last round for another to be worth it.
  private var isDue: Bool {
    storage.withLock { $0.addedThisRound >= max(youth, $0.pool.count / 4) }
  }

  /// Forgets the texts that nobody holds and nobody asked for lately.
  ///
  /// Does nothing before 65,536 texts or 64 MiB of longer ones, and a quarter of those kept, came since the last time; so it may be called after
  /// every batch of events. What is forgotten was last asked for at least that many texts ago.
  /// To be called by those who let events pass by and keep none; a ``TextHold`` keeps what others need.
  public func forget() {
    guard isDue else { return }
    storage.withLock { storage in
      let round = currentRound.load(ordering: .relaxed)
      let oldest = min(round - 1, storage.holds.keys.min() ?? .max)
      storage.pool.forget(before: oldest)
      storage.addedThisRound = 0
      currentRound.store(round + 1, ordering: .relaxed)
    }
  }
}

/// Keeps the texts of a ``TextTable`` that were asked for since it was made, for as long as it lives.
public final class TextHold: Sendable {
  private let texts: TextTable
  fileprivate let round: UInt32

  fileprivate init(_ texts: TextTable, _ round: UInt32) { (self.texts, self.round) = (texts, round) }

  deinit { texts.end(round) }
}
