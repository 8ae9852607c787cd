// Which objects something outside of the heaps refers to, directly or through other objects.
//
// Every word that looks like a reference counts, so what is not reached is garbage, whatever else is uncertain. Of what is reached, some is garbage, too.

import ProcessMemory

/// The objects of a heap that are reached, each with the object that it was reached from first.
final class Reachability {
  /// The parent of an object to which something outside of the heap refers.
  private static let outside = UInt32.max - 1
  private static let unreached = UInt32.max

  let heap: Heap
  /// A bit for each word: whether an object begins there.
  private let starts: UnsafeMutableBufferPointer<UInt64>
  /// The number of objects before each 64 words.
  private let ranks: UnsafeMutableBufferPointer<UInt32>
  /// For each object, the index of the first word of the object that it was reached from.
  private let parents: UnsafeMutableBufferPointer<UInt32>
  /// Whether everything was followed.
  private var isComplete = true

  init(_ heap: Heap) {
    self.heap = heap
    starts = .allocate(capacity: heap.wordCount / 64 + 1)
    starts.initialize(repeating: 0)
    for segment in heap.segments {
      for index in 0..<segment.count where heap.typeOfMap(segment.words[index]) >= 0 {
        let word = segment.first &+ index
        starts[word &>> 6] |= 1 &<< UInt64(word & 63)
      }
    }
    ranks = .allocate(capacity: starts.count)
    var count: UInt32 = 0
    for (index, bits) in starts.enumerated() {
      ranks.initializeElement(at: index, to: count)
      count &+= UInt32(bits.nonzeroBitCount)
    }
    parents = .allocate(capacity: Int(count))
    parents.initialize(repeating: Self.unreached)
    spread(from: outsideReferences())
  }

  deinit {
    starts.deallocate()
    ranks.deallocate()
    parents.deallocate()
  }

  /// The number of an object among all; nil if none begins at this word.
  @inline(__always)
  private func rank(_ word: Int) -> Int? {
    let bits = starts[word &>> 6]
    let bit = UInt64(1) &<< UInt64(word & 63)
    guard bits & bit != 0 else { return nil }
    return Int(ranks[word &>> 6]) &+ (bits & (bit &- 1)).nonzeroBitCount
  }

  /// The first word of the object that a word refers to; nil if it refers to none.
  @inline(__always)
  private func object(_ word: UInt64) -> Int? {
    guard let index = heap.index(of: Heap.address(in: word)) else { return nil }
    if rank(index) != nil { return index }
    // A collector that is moving an object leaves its new address, without a tag, in the place of its map.
    let moved = heap.word(word &- 1)
    guard moved & 7 == 0, moved != 0, let index = heap.index(of: moved), rank(index) != nil else { return nil }
    return index
  }

  // MARK: From outside

  private func outsideReferences() -> [UInt32] {
    var found: [UInt32] = []
    var queues = JobQueues()
    func take(_ word: UInt64, at address: UInt64 = 0) {
      // Weak references are references, too: what they refer to may be in use.
      guard word & 1 == 1, let index = object(word & ~2), let rank = rank(index), parents[rank] == Self.unreached else {
        return
      }
      if address != 0, heap.layout.jobs.contains(heap.type((word & ~3))) {
        queues.references.append((address, word))
        return
      }
      parents[rank] = Self.outside
      found.append(UInt32(truncatingIfNeeded: index))
    }
    var segment = 0
    for region in heap.image.regions {
      if region.kind == .code {
        // Instructions have addresses at any byte.
        let bytes = UnsafeRawBufferPointer(region.words)
        for offset in 0..<max(0, bytes.count - 7)
        where bytes[offset] & 1 == 1 && bytes[offset &+ 6] | bytes[offset &+ 7] == 0 {
          take(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        continue
      }
      var address = start(of: region)
      while address < region.end {
        while segment < heap.segments.count, heap.segments[segment].end <= address { segment += 1 }
        let next = segment < heap.segments.count ? heap.segments[segment] : nil
        if let next, next.start <= address {
          address = next.end
          continue
        }
        let end = min(region.end, next?.start ?? region.end)
        let words = UnsafeBufferPointer(
          rebasing: region.words[Int((address - region.start) / 8)..<Int((end - region.start) / 8)])
        for (index, word) in words.enumerated() where word & 1 == 1 {
          take(word, at: region.kind == .stack ? 0 : address &+ UInt64(index) &* 8)
        }
        if region.kind == .heap { queues.find(in: words) }
        address = end
      }
    }
    for thread in heap.image.threads { for word in thread.registers { take(word) } }
    for word in queues.waiting { take(word) }
    return found
  }

  /// Where a region's words that are in use begin: below the pointer of a stack, only a leaf function has some.
  private func start(of region: MemoryImage.Region) -> UInt64 {
    guard region.kind == .stack else { return region.start }
    let pointers = heap.image.threads.map(\.stackPointer).filter { region.start <= $0 && $0 < region.end }
    guard let lowest = pointers.min() else { return region.start }
    return max(region.start, (lowest &- 128) & ~7)
  }

  // MARK: Through objects

  private func spread(from first: [UInt32]) {
    var current = first
    var next: [UInt32] = []
    // Arrays that overlap are no arrays. A memory that is full of them would take forever.
    var budget = 32 * heap.wordCount
    while !current.isEmpty {
      for index in current {
        guard budget >= 0 else {
          isComplete = false
          return
        }
        budget -= eachReference(of: Int(index)) { target in
          guard let rank = rank(target) else { return }
          if parents[rank] == Self.unreached {
            parents[rank] = index
            next.append(UInt32(truncatingIfNeeded: target))
          } else if parents[rank] == Self.outside, !isHeld(Int(index), by: target) {
            // Rather through the heap than from a stale word of a stack.
            parents[rank] = index
          }
        }
      }
      swap(&current, &next)
      next.removeAll(keepingCapacity: true)
    }
  }

  /// Whether an object was reached through another one.
  private func isHeld(_ object: Int, by holder: Int) -> Bool {
    var current = object
    for _ in 0..<200 {
      if current == holder { return true }
      guard let rank = rank(current), parents[rank] < Self.outside else { return false }
      current = Int(parents[rank])
    }
    return true
  }

  /// Calls `body` with the first word of each object that an object refers to; returns the number of words that were read.
  private func eachReference(of index: Int, _ body: (Int) -> Void) -> Int {
    var number = segmentNumber(ofWord: index)
    var segment = heap.segments[number]
    let address = segment.start &+ UInt64(index &- segment.first) &* 8
    let end = heap.end(ofObject: address, areaEnd: segment.areaEnd) { nextStart(behind: index, in: segment) }
    var word = index &+ 1
    var count = 1
    while true {
      let stop = min(
        segment.first &+ segment.count, segment.first &+ Int(clamping: (max(end, segment.start) &- segment.start) / 8))
      count &+= max(0, stop &- word)
      while word < stop {
        let value = segment.words[word &- segment.first]
        if value & 3 == 1, let target = object(value) { body(target) }
        word &+= 1
      }
      // A large array continues behind pages that were not in memory.
      guard end > segment.end, number + 1 < heap.segments.count, heap.segments[number + 1].start < end else {
        return count
      }
      number += 1
      segment = heap.segments[number]
      word = segment.first
    }
  }

  private func segmentNumber(ofWord index: Int) -> Int {
    var (low, high) = (0, heap.segments.count)
    while low < high {
      let middle = (low &+ high) &>> 1
      if heap.segments[middle].first <= index { low = middle &+ 1 } else { high = middle }
    }
    return max(0, low &- 1)
  }

  /// The address at which the next object of the segment begins, or the segment's end.
  private func nextStart(behind index: Int, in segment: Heap.Segment) -> UInt64 {
    var word = index &+ 1
    let limit = segment.first &+ segment.count
    while word < limit {
      let bits = starts[word &>> 6] &>> UInt64(word & 63)
      if bits != 0 {
        word &+= bits.trailingZeroBitCount
        break
      }
      word = (word &>> 6 &+ 1) &<< 6
    }
    return segment.start &+ UInt64(min(word, limit) &- segment.first) &* 8
  }

  // MARK: Answers

  /// Whether nothing can reach an object anymore, if the memory was read whole while nothing ran.
  func isGarbage(_ address: UInt64) -> Bool {
    guard isComplete, let index = heap.index(of: address), let rank = rank(index) else { return false }
    return parents[rank] == Self.unreached
  }

  /// The object that refers to an object; nil if something outside of the heap does, or nothing.
  func holder(of address: UInt64) -> UInt64? {
    guard let index = heap.index(of: address), let rank = rank(index), parents[rank] < Self.outside else { return nil }
    let segment = heap.segments[segmentNumber(ofWord: Int(parents[rank]))]
    return segment.start &+ UInt64(Int(parents[rank]) &- segment.first) &* 8
  }
}

extension Heap {
  /// Where the references of an object end.
  ///
  /// A map says how long its objects are, and arrays and scopes say it themselves; what looks like the start of
  /// an object inside of them is a reference to a map.
  fileprivate func end(ofObject object: UInt64, areaEnd: UInt64, next: () -> UInt64) -> UInt64 {
    let map = word(object) &- 1
    let size = word(map &+ Layout.mapSizeInWords) & 0xFF
    if size > 0 { return min(object &+ size &* 8, areaEnd) }
    switch type(object) {
    case ..<128: return object  // The units of a string are no references.
    case layout.propertyArray:
      // The hash of the object shares a word with the length.
      return max(next(), min(object &+ 16 &+ UInt64((integer(object &+ 8) ?? 0) & 1_023) &* 8, areaEnd))
    case layout.scopeInfo, layout.byteArray, layout.bytecodeArray, layout.doubleArray: return next()
    default:
      let next = next()
      guard let length = integer(object &+ 8), length > 0 else { return next }
      let end = object &+ 16 &+ UInt64(length) &* 8
      return end <= areaEnd ? max(next, end) : next
    }
  }
}
