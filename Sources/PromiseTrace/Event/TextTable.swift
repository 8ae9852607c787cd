// The texts of a stream of events: labels, previews, file names, thread names. Events hold only handles to them.
//
// Owns each text's bytes and the decision when to forget it. Does not know who stores handles: code that stores them keeps a
// `TextHold`, or interns the text again.

import PlainText
import Synchronization

/// A handle to a text in a ``TextTable``; meaningless with any other table.
public struct TextID: Sendable, BitwiseCopyable, Hashable {
  /// Index into the table; 0 is "no text", which is different from the empty text.
  public let rawValue: UInt32

  /// Creates a handle from its index.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No text.
  @inlinable
  public static var none: TextID { TextID(rawValue: 0) }
}

/// A table that stores each distinct text once.
///
/// It grows with the distinct texts of a stream, until ``forget()`` is called. Handles are never reused.
/// Any thread may call it; each call takes a lock for tens of nanoseconds.
public final class TextTable: Sendable {
  /// The number of texts added in a round.
  ///
  /// Events on their way from a reader to a store are younger.
  private let youth: Int
  /// A text counts once more for each of these bytes: 65,536 of them are 64 MiB.
  private static let longText = 1_024

  /// What a hold keeps: the texts that were used in a round or later, and have a number below an end.
  ///
  /// The lower half is the round, the upper half the end.
  typealias Span = UInt64

  private static func span(since round: UInt32, end: UInt32) -> Span { UInt64(end) &<< 32 | UInt64(round) }

  private struct Storage {
    var runtime = ""
    var pool = TextPool()
    /// The number of holds of each span.
    var holds: [Span: Int] = [:]
    // Long texts count several times, so that the growth between two rounds is bounded in bytes, too.
    var addedThisRound = 0
    /// The number of texts added before this round, since texts were forgotten last.
    var addedBefore = 0
  }

  private let storage = Mutex(Storage())
  @usableFromInline let currentRound = Atomic<UInt32>(1)

  /// Creates an empty table.
  public convenience init() { self.init(youth: 65_536) }

  package init(youth: Int) { self.youth = youth }

  /// The round of forgetting.
  ///
  /// A cache of handles must be discarded when it has changed.
  @inlinable
  package var round: UInt32 { currentRound.load(ordering: .relaxed) }

  /// What ran the program whose texts these are, as ``LogHeader/runtime``; it decides the words of findings.
  public var runtime: String {
    get { storage.withLock { $0.runtime } }
    set { storage.withLock { $0.runtime = newValue } }
  }

  /// The number of texts stored.
  public var count: Int { storage.withLock { $0.pool.count } }

  /// The approximate bytes of the texts stored, including what it takes to find them.
  package var bytes: Int { storage.withLock { $0.pool.bytes } }

  /// The approximate bytes of all texts that were ever added, including the forgotten ones.
  package var bytesAdded: Int { storage.withLock { $0.pool.bytesAdded } }

  /// Returns the handle of a text, and stores the text if it is new.
  ///
  /// - Parameter text: Any text, including the empty one.
  /// - Returns: Its handle. Equal texts have equal handles until they are forgotten.
  /// - Complexity: O(*n*) in the text's length.
  public func intern(_ text: String) -> TextID { intern(text, round: round) }

  /// Interns a text that is never forgotten.
  func internForever(_ text: String) -> TextID { intern(text, round: .max) }

  /// Interns UTF-8; invalid sequences are repaired.
  func intern(_ utf8: UnsafeBufferPointer<UInt8>) -> TextID {
    guard utf8.allSatisfy({ $0 < 0x80 }) else { return intern(String(decoding: utf8, as: UTF8.self)) }
    return intern(utf8, round: round)
  }

  /// Interns bytes that are known to be valid UTF-8.
  package func intern(valid utf8: UnsafeBufferPointer<UInt8>) -> TextID { intern(utf8, round: round) }

  /// Interns several texts under one lock, and in less time than one by one.
  ///
  /// - Parameters:
  ///   - texts: Bytes that are known to be valid UTF-8.
  ///   - body: Receives the index and the handle of each text, in order; it must not call the table.
  package func intern(valid texts: [UnsafeBufferPointer<UInt8>], _ body: (_ index: Int, _ id: TextID) -> Void) {
    let round = round
    storage.withLock { storage in
      var added = 0
      storage.pool.numbers(of: texts, round: round) { index, number, isNew in
        if isNew { added &+= 1 &+ texts[index].count / Self.longText }
        body(index, TextID(rawValue: number))
      }
      storage.addedThisRound &+= added
    }
  }

  /// Calls `body` with the bytes of a text, valid only during the call.
  ///
  /// Does nothing if the table has no such text.
  ///
  /// `body` must not call the table. It returns nothing because a generic result would cost more than reading the text.
  package func withBytes(_ id: TextID, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    storage.withLock { $0.pool.withBytes(id.rawValue, body) }
  }

  /// Calls `body` with all texts, so that it can read several of them under one lock.
  ///
  /// `body` must not call the table.
  package func withPool(_ body: (borrowing TextPool) -> Void) {
    storage.withLock { body($0.pool) }
  }

  /// Whether the table has a text; false for ``TextID/none``.
  package func contains(_ id: TextID) -> Bool {
    id != .none && storage.withLock { $0.pool.contains(id.rawValue) }
  }

  private func intern(_ text: String, round: UInt32) -> TextID {
    text.withBytes { intern($0, round: round) }
  }

  private func intern(_ utf8: UnsafeBufferPointer<UInt8>, round: UInt32) -> TextID {
    storage.withLock { storage in
      let (number, isNew) = storage.pool.number(of: utf8, round: round)
      if isNew { storage.addedThisRound &+= 1 &+ utf8.count / Self.longText }
      return TextID(rawValue: number)
    }
  }

  /// The text behind a handle; nil for ``TextID/none``, for a handle of another table, and for a forgotten text.
  public subscript(id: TextID) -> String? {
    storage.withLock { $0.pool[id.rawValue] }
  }

  // MARK: Forgetting

  /// Keeps every text that is interned from now on, or was interned recently, for the lifetime of the hold.
  public func hold() -> TextHold {
    // One round earlier, because events that are on their way were read before.
    storage.withLock { add(Self.span(since: round &- 1, end: .max), &$0) }
  }

  /// Keeps the texts that another hold keeps, and every text that is interned from now on.
  ///
  /// - Parameter round: The round of the other hold; 0 keeps all texts.
  /// - Returns: The hold.
  package func hold(since round: UInt32) -> TextHold {
    storage.withLock { add(Self.span(since: round, end: .max), &$0) }
  }

  /// Keeps the texts that another hold keeps, but none that is interned from now on.
  ///
  /// - Parameter round: The round of the other hold; 0 keeps all texts.
  /// - Returns: The hold.
  package func closedHold(since round: UInt32) -> TextHold {
    storage.withLock { add(Self.span(since: round, end: $0.pool.pageEnd), &$0) }
  }

  private func add(_ span: Span, _ storage: inout Storage) -> TextHold {
    storage.holds[span, default: 0] &+= 1
    return TextHold(self, span)
  }

  fileprivate func end(_ span: Span) {
    storage.withLock { storage in
      if let count = storage.holds[span], count > 1 {
        storage.holds[span] = count &- 1
      } else {
        storage.holds[span] = nil
      }
    }
  }

  /// Whether it is time to forget texts, and a new hold in the place of another one may release some.
  ///
  /// To replace it: make the new hold, ``touch(_:)`` every text that is still needed, and drop the old one.
  package func isWorthRenewing(_ hold: TextHold) -> Bool {
    advance()
    return hold.round &+ 1 < round && storage.withLock { isDue($0) }
  }

  /// Starts the next round if enough texts were added in this one.
  private func advance() {
    storage.withLock { storage in
      guard storage.addedThisRound >= youth else { return }
      storage.addedBefore &+= storage.addedThisRound
      storage.addedThisRound = 0
      currentRound.store(currentRound.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }
  }

  /// Keeps texts as if they had just been interned.
  ///
  /// - Parameter ids: Handles of this table; ``TextID/none`` has no effect.
  /// - Complexity: O(1) per handle.
  package func touch(_ ids: [TextID]) {
    let round = round
    storage.withLock { storage in
      for id in ids where id != .none { storage.pool.touch(id.rawValue, round) }
    }
  }

  /// Whether a stream that lasts for days should get a new table, because handles are never reused.
  var isHalfUsed: Bool { storage.withLock { $0.pool.isHalfUsed } }

  /// Whether enough texts were added in former rounds to make a search for those to forget worthwhile.
  private func isDue(_ storage: borrowing Storage) -> Bool {
    storage.addedBefore >= max(youth, storage.pool.count / 8)
  }

  /// Forgets the texts that no ``TextHold`` keeps and that were not interned recently.
  ///
  /// Does nothing until 65,536 texts, or 64 MiB of long ones, and at least an eighth of the stored ones were added since the last time.
  /// So it is cheap enough to call after every batch of events. A forgotten text was last interned at least 65,536 texts ago.
  /// Call it where events pass through without being stored.
  public func forget() {
    advance()
    storage.withLock { storage in
      guard isDue(storage) else { return }
      storage.pool.forget(before: round &- 1, besides: Array(storage.holds.keys))
      storage.addedBefore = 0
    }
  }
}

/// Keeps texts of a ``TextTable`` until it is deinitialized: those that were interned since it was made or, if it is closed, before.
public final class TextHold: Sendable {
  private let texts: TextTable
  private let span: TextTable.Span

  fileprivate init(_ texts: TextTable, _ span: TextTable.Span) { (self.texts, self.span) = (texts, span) }

  /// The round from which on it keeps the texts that were used.
  package var round: UInt32 { UInt32(truncatingIfNeeded: span) }
  /// Whether it keeps no text that is interned from now on.
  package var isClosed: Bool { span &>> 32 != UInt64(UInt32.max) }

  deinit { texts.end(span) }
}
