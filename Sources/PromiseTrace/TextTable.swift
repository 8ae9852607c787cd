// The words of a stream of events: labels, previews, sites, names. Owns the text; events hold only handles to it.

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

/// An append-only table that stores each distinct text once.
///
/// Any thread may call it; each call takes a lock for tens of nanoseconds.
public final class TextTable: Sendable {
  private struct Storage {
    var texts: [String] = [""]
    var ids: [Key: UInt32] = [:]
  }

  /// A text by its bytes: a String equals others that only look the same.
  private struct Key: Hashable {
    let text: String

    static func == (left: Key, right: Key) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private let storage = Mutex(Storage())

  /// Creates an empty table.
  public init() {}

  /// Stores `text`, or finds it.
  ///
  /// - Parameter text: Any text, the empty one included.
  /// - Returns: Its handle, equal for equal texts.
  public func intern(_ text: String) -> TextID {
    storage.withLock { storage in
      if let id = storage.ids[Key(text: text)] { return TextID(rawValue: id) }
      let id = UInt32(storage.texts.count)
      storage.texts.append(text)
      storage.ids[Key(text: text)] = id
      return TextID(rawValue: id)
    }
  }

  /// The text behind a handle; nil for ``TextID/none`` and for a handle this table never gave.
  public subscript(id: TextID) -> String? {
    storage.withLock { storage in
      id == .none || id.rawValue >= storage.texts.count ? nil : storage.texts[Int(id.rawValue)]
    }
  }
}
