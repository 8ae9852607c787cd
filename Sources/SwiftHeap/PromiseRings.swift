// What the rings of a program that records its promises still hold about the pending ones: labels, call sites, and the lines at which bodies wait.
//
// The protocol of a ring is that of PromiseTrace/Rings/Ring.swift. Either the program is stopped, or a slot that changes while it is read is empty.

import ProcessMemory
import PromiseTrace

/// What the events of one promise say.
struct RecordedPromise {
  /// From its `created` event: the address of the operator's name, and the call site.
  var operation: UInt64 = 0
  var site: RecordedSite?
  var label = ""
  /// The promise that it derives from, as ``PromiseObject/tracedID``.
  var parent: UInt64 = 0
  var isStarted = false
  /// Whether its last resolver was released.
  var isDropped = false
  /// The `await` at which its body waits.
  var awaitSite: RecordedSite?
  fileprivate var bodyTime: UInt64 = 0
}

/// A call site, by the addresses of its texts.
struct RecordedSite {
  var file, function: UInt64
  var line: UInt32

  fileprivate init(_ event: RawEvent) {
    file = event.words.5 & RawEvent.pointerMask
    function = event.words.6 & RawEvent.pointerMask
    line = event.line
  }
}

struct PromiseRings {
  private static let mostSlots: UInt64 = 1 << 23

  private let image: MemoryImage
  private let layout: PromiseLayout
  private(set) var promises: [UInt64: RecordedPromise] = [:]

  /// - Parameter wanted: The promises to look for, as ``PromiseObject/tracedID``.
  init(_ image: MemoryImage, _ layout: PromiseLayout, of wanted: Set<UInt64>) {
    (self.image, self.layout) = (image, layout)
    guard !wanted.isEmpty, layout.eventChunk != 0 else { return }
    var left = Self.mostSlots
    for chunk in SwiftObjects(image: image).objects(of: [layout.eventChunk]) {
      let ring = word(chunk, layout.ring)
      let (head, mask, slots) = (word(ring, layout.head), word(ring, layout.mask), word(ring, layout.slots))
      guard ring != 0, mask < 1 << 30, mask & (mask &+ 1) == 0 else { continue }
      // The slot at `head` may be half written.
      let count = min(head, mask, left)
      left -= count
      for index in (head - count)..<head {
        guard let event = event(at: slots &+ (index & mask) &* 64), wanted.contains(event.words.2) else { continue }
        take(event, ring)
      }
    }
  }

  private func word(_ address: UInt64, _ offset: UInt64) -> UInt64 { image.word(at: address &+ offset) ?? 0 }

  private func event(at address: UInt64) -> RawEvent? {
    guard address % 8 == 0, let bytes = image.bytes(at: address, count: 64) else { return nil }
    var event = RawEvent()
    event.words = bytes.loadUnaligned(as: RawEvent.Words.self)
    return event
  }

  private mutating func take(_ event: RawEvent, _ ring: UInt64) {
    var promise = promises[event.words.2] ?? RecordedPromise()
    switch event.kind {
    case .created:
      // Above the address is the number of the stack.
      promise.operation = event.words.7 & RawEvent.pointerMask
      (promise.site, promise.parent) = (RecordedSite(event), event.words.3)
    case .named: promise.label = text(event.words.7, ring) ?? promise.label
    case .noted:
      if text(event.words.7, ring) == LibraryNote.resolverReleased.text { promise.isDropped = true }
    case .started, .awaiting, .continued, .finished:
      // A body may continue on another thread, whose ring was read before.
      guard event.ticks >= promise.bodyTime else { break }
      promise.bodyTime = event.ticks
      promise.isStarted = event.kind != .finished
      promise.awaitSite = event.kind == .awaiting ? RecordedSite(event) : nil
    default: break
    }
    promises[event.words.2] = promise
  }

  /// A text; nil if it was overwritten.
  private func text(_ word: UInt64, _ ring: UInt64) -> String? {
    let capacity = self.word(ring, layout.textCapacity)
    guard let range = TextRange(word: word), range.length >= 0, capacity & (capacity &- 1) == 0, capacity > 0,
      (self.word(ring, layout.textHead) &- range.position) & TextRange.positionMask <= capacity
    else { return nil }
    let start = self.word(ring, layout.text)
    var bytes: [UInt8] = []
    for offset in stride(from: 0, to: range.length, by: 8) {
      let at = (range.position &+ UInt64(offset)) & (capacity - 1) & ~7
      withUnsafeBytes(of: self.word(start, at).littleEndian) { bytes += $0 }
    }
    return String(decoding: bytes.prefix(range.length), as: UTF8.self)
  }
}
