// SHA-256, for the Content-Security-Policy of the page: the browser runs only the script and the style whose hashes the page names. Owns the
// hash. Written here because a cryptographic library would be the only one that the command links.
//
// Source: FIPS 180-4, sections 4.1.2, 5.1.1 and 6.2. The constants are the fractional parts of the square and cube roots of the first primes,
// computed with integers.

enum SHA256 {
  /// The hash of some bytes, in Base64.
  static func base64(_ bytes: [UInt8]) -> String { base64(of: hash(bytes)) }

  /// The 32 bytes of the hash.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state = primes.prefix(8).map { fraction(of: $0, root: 2) }
    let constants = primes.map { fraction(of: $0, root: 3) }
    var message = bytes + [0x80]
    message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
    let length = UInt64(bytes.count) * 8
    message += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
    var words = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: message.count, by: 64) {
      for index in 0..<16 {
        words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(message[block + 4 * index + $1]) }
      }
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        let first = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
        let second = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
        words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
      }
      mix(&state, words, constants)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }

  private static func mix(_ state: inout [UInt32], _ words: [UInt32], _ constants: [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[index] &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] = state[index] &+ word }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static let primes: [UInt64] = (2..<312).filter { number in
    !(2..<number).contains { $0 * $0 <= number && number % $0 == 0 }
  }

  /// The first 32 bits after the point of a root.
  private static func fraction(of number: UInt64, root: Int) -> UInt32 {
    // The root times 2³² by bisection: the greatest number whose power is at most the number times 2⁶⁴ or 2⁹⁶.
    var (low, high) = (UInt64(0), UInt64(1) << 37)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isAtMost(middle, root, number) { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  private static func isAtMost(_ value: UInt64, _ root: Int, _ number: UInt64) -> Bool {
    let square = UInt128(value) * UInt128(value)
    if root == 2 { return square <= UInt128(number) << 64 }
    return square * UInt128(value) <= UInt128(number) << 96
  }

  private static func base64(of bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
