// Writing of decimal integers, from the last digits to the first, two at a time.

extension UnsafeMutablePointer<UInt8> {
  /// Writes a number and advances past it.
  ///
  /// There must be room for 20 bytes.
  @inline(__always)
  mutating func put(decimal number: UInt64) {
    let count = Self.digits(of: number)
    var end = self + count
    var rest = number
    while rest >= 100 {
      let pair = Int(truncatingIfNeeded: rest % 100) &* 2
      rest /= 100
      end -= 2
      end[0] = Self.pairs[pair]
      end[1] = Self.pairs[pair &+ 1]
    }
    if rest >= 10 {
      end[-2] = Self.pairs[Int(truncatingIfNeeded: rest) &* 2]
      end[-1] = Self.pairs[Int(truncatingIfNeeded: rest) &* 2 &+ 1]
    } else {
      end[-1] = 0x30 &+ UInt8(truncatingIfNeeded: rest)
    }
    self += count
  }

  /// Writes a number and advances past it.
  ///
  /// There must be room for 20 bytes.
  @inline(__always)
  mutating func put(decimal number: Int64) {
    if number < 0 { put(byte: 0x2D) }
    put(decimal: number.magnitude)
  }

  @inline(__always)
  private static func digits(of number: UInt64) -> Int {
    var (count, bound) = (1, UInt64(10))
    while number >= bound {
      count &+= 1
      if count == 20 { break }
      bound &*= 10
    }
    return count
  }

  /// The digits of 00 to 99.
  @inline(__always)
  private static var pairs: UnsafePointer<UInt8> {
    let text: StaticString = """
      00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
      """
    return text.utf8Start
  }
}
