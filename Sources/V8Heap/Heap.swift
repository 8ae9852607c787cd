// The heaps of V8 in a memory: their pages, the maps that describe objects, and fields by address.
//
// Nothing here trusts the memory: an address without memory reads as 0, arithmetic wraps, and a wrong object has a type that nothing asks for.

import ProcessMemory

/// All heaps of a process: one for each isolate, so one for each worker thread, too.
final class Heap {
  /// Memory of a page's area without a gap.
  struct Segment {
    let start, end: UInt64
    /// The end of the area that it belongs to.
    let areaEnd: UInt64
    let words: UnsafePointer<UInt64>
    /// The number of words in the segments before it.
    let first: Int
    var count: Int { Int((end - start) / 8) }
  }

  let image: MemoryImage
  let layout: Layout
  /// In the order of addresses.
  let segments: [Segment]
  /// The number of words in all segments.
  let wordCount: Int
  /// The types of the objects that each map describes.
  private(set) var maps = AddressTable(capacity: 8_192)
  /// For each of 65,536 hashes of a map's tagged address, whether there is such a map: most words are not found here already.
  private var filter = [UInt8](repeating: 0, count: 1 << 16)
  private var last = 0

  init(_ image: MemoryImage) throws(HeapError) {
    self.image = image
    layout = try Layout(image.symbols)
    segments = Self.segments(of: image, layout)
    wordCount = segments.last.map { $0.first + $0.count } ?? 0
    guard wordCount < Int(UInt32.max) else { throw .noHeap }
    findMaps()
    guard maps.count > 0 else { throw .noHeap }
  }

  private static func segments(of image: MemoryImage, _ layout: Layout) -> [Segment] {
    var segments: [Segment] = []
    var first = 0
    // A large page is longer than the others, and covers several regions if some of its pages are not in memory.
    var area: Range<UInt64> = 0..<0
    func add(_ region: MemoryImage.Region) {
      let (start, end) = (max(region.start, area.lowerBound), min(region.end, area.upperBound))
      guard start < end, let words = region.words.baseAddress else { return }
      let segment = Segment(
        start: start, end: end, areaEnd: area.upperBound, words: words + Int((start - region.start) / 8), first: first)
      segments.append(segment)
      first += segment.count
    }
    for region in image.regions where region.kind == .heap && region.start < 1 << 47 && region.end < 1 << 47 {
      add(region)
      var page = (region.start + Layout.pageSize - 1) / Layout.pageSize * Layout.pageSize
      while page < region.end {
        if page >= area.upperBound, let found = layout.area(ofPage: page, { image.word(at: $0) ?? 0 }) {
          area = found
          add(region)
        }
        page += Layout.pageSize
      }
    }
    return segments
  }

  // MARK: Fields

  /// The index of the segment that has this address.
  @inline(__always)
  func segment(at address: UInt64) -> Int? {
    if last < segments.count, segments[last].start <= address, address < segments[last].end { return last }
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low &+ high) &>> 1
      if segments[middle].start <= address { low = middle &+ 1 } else { high = middle }
    }
    guard low > 0, address < segments[low &- 1].end else { return nil }
    last = low &- 1
    return last
  }

  /// The index of a word among those of all segments.
  @inline(__always)
  func index(of address: UInt64) -> Int? {
    guard address & 7 == 0, let found = segment(at: address) else { return nil }
    return segments[found].first &+ Int((address &- segments[found].start) &>> 3)
  }

  /// A word of a heap; 0 for any other address.
  @inline(__always)
  func word(_ address: UInt64) -> UInt64 {
    guard address & 7 == 0, let found = segment(at: address) else { return 0 }
    return segments[found].words[Int((address &- segments[found].start) &>> 3)]
  }

  /// The address in a tagged word; 0 for an integer, a weak reference, and any other word.
  @inline(__always)
  static func address(in word: UInt64) -> UInt64 { word & 3 == 1 && word &>> 47 == 0 ? word &- 1 : 0 }

  /// The object that a field refers to.
  @inline(__always)
  func pointer(_ address: UInt64) -> UInt64 { Self.address(in: word(address)) }

  /// The small integer in a field; nil for anything else.
  @inline(__always)
  func integer(_ address: UInt64) -> Int? {
    guard address & 7 == 0, let found = segment(at: address) else { return nil }
    let word = segments[found].words[Int((address &- segments[found].start) &>> 3)]
    return UInt32(truncatingIfNeeded: word) == 0 ? Int(Int32(truncatingIfNeeded: word &>> 32)) : nil
  }

  func half(_ address: UInt64) -> Int {
    Int(UInt16(truncatingIfNeeded: word(address & ~7) &>> ((address & 7) &* 8)))
  }

  func int32(_ address: UInt64) -> Int {
    Int(Int32(truncatingIfNeeded: word(address & ~7) &>> ((address & 7) &* 8)))
  }

  /// The type of an object; -1 for what is none.
  @inline(__always)
  func type(_ object: UInt64) -> Int { object == 0 ? -1 : typeOfMap(word(object)) }

  /// The type of the objects that a word, which is the first of an object, describes; -1 for any other word.
  @inline(__always)
  func typeOfMap(_ word: UInt64) -> Int {
    guard word & 3 == 1, filter[Self.filterIndex(word)] != 0 else { return -1 }
    return maps[word &- 1].map(Int.init) ?? -1
  }

  @inline(__always)
  private static func filterIndex(_ word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &>> 3) ^ (word &>> 18)) & 0xFFFF
  }

  /// Calls `body` with each object in the order of addresses, and with its type; also with a field that refers to a map, as if an object began there.
  func eachObject(_ body: (_ object: UInt64, _ type: Int) -> Void) {
    for segment in segments {
      for index in 0..<segment.count {
        let type = typeOfMap(segment.words[index])
        if type >= 0 { body(segment.start &+ UInt64(index) &* 8, type) }
      }
    }
  }

  /// Finds what describes objects: a map of maps describes itself.
  ///
  /// Each isolate has its own, and shares one with others in some versions.
  private func findMaps() {
    var metaMaps: [UInt64] = []
    for segment in segments {
      for index in 0..<segment.count {
        let address = segment.start &+ UInt64(index) &* 8
        if segment.words[index] == address &+ 1, half(address &+ layout.mapType) == layout.map, metaMaps.count < 4_096 {
          metaMaps.append(address &+ 1)
        }
      }
    }
    var isMeta = AddressTable()
    for word in metaMaps { isMeta.add(word, 0) }
    for word in metaMaps { filter[Self.filterIndex(word)] = 1 }
    var found: [UInt64] = []
    for segment in segments {
      for index in 0..<segment.count {
        let word = segment.words[index]
        if word & 3 == 1, filter[Self.filterIndex(word)] != 0, isMeta[word] != nil {
          found.append(segment.start &+ UInt64(index) &* 8)
        }
      }
    }
    for map in found {
      maps.add(map, UInt32(half(map &+ layout.mapType)))
      filter[Self.filterIndex(map &+ 1)] = 1
    }
  }
}
