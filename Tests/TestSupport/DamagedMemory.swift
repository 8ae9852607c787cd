// Half-written and foreign memory, for tests of the readers: any outcome is right, but no crash.

import ProcessMemory

extension MemoryImage {
  /// Copies of it in which some regions are missing, and one word of 40, of 400, and of 4,000 is another one.
  package var damaged: [MemoryImage] {
    let odd: [UInt64] = [0, .max, 1 << 63, 0x7FFF_FFFF_0000_0000, 0xFFFF_FFFF_0000_0000, 0x7FFF_FFFF_7FFF_FFFF]
    return [40, 400, 4_000].enumerated().map { seed, rarity in
      var dice = Dice(seed: UInt64(seed))
      let regions = regions.filter { _ in dice.roll(100) > 0 }.map { region in
        var words = Array(region.words)
        for _ in 0..<(words.count / rarity + 1) {
          let index = dice.roll(words.count)
          switch dice.roll(4) {
          case 0: words[index] = dice.next()
          case 1: words[index] = odd[dice.roll(odd.count)]
          case 2: words[index] = words[dice.roll(words.count)]
          default: words[index] ^= 1 << UInt64(dice.roll(64))
          }
        }
        return Region(start: region.start, kind: region.kind, words: words)
      }
      return MemoryImage(symbols: symbols, threads: threads, programs: programs, regions: regions)
    }
  }
}
