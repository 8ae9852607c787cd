// The tokens of a script, as far as counting points of suspension needs them. Comments and white space are left out; whether a slash divides
// or begins a regular expression, and where a template continues, the parser says.

/// Reads one token after another.
struct ScriptTokens {
  enum Kind: UInt8 {
    case word, number, string, template, regularExpression, end, invalid
    case openParenthesis, closeParenthesis, openBracket, closeBracket, openBrace, closeBrace
    case semicolon, comma, colon, question, dot, spread, arrow, assign, assignWithOperator, increment
    /// `+` and `-`; `!` and `~`; `*`, which is a mark of generators, too; every other operator.
    case sign, prefix, star, binary
    /// `/` or `/=`, or the start of a regular expression.
    case slash
  }

  /// The words that mean something here; any other is `other`.
  enum Word: String, CaseIterable {
    case other
    case async, await, `break`, `case`, `catch`, `class`, const, `continue`, `default`, delete, `do`, `else`, export,
      extends
    case finally, `for`, function, get, `if`, `import`, `in`, instanceof, `let`, new, of, `return`, set, `static`,
      `switch`
    case `throw`, `try`, typeof, using, `var`, void, `while`, with, yield
  }

  private static let words: [UInt64: Word] = {
    var words: [UInt64: Word] = [:]
    for word in Word.allCases where word != .other {
      words[pack(word.rawValue.utf8.map(UInt16.init))] = word
    }
    return words
  }()

  /// Up to ten letters in one number.
  private static func pack(_ units: some Sequence<UInt16>) -> UInt64 {
    units.reduce(0) { $0 &<< 6 | UInt64($1 & 0x3F) }
  }

  let text: UnsafeBufferPointer<UInt16>
  let limit: Int
  private(set) var kind = Kind.end
  private(set) var word = Word.other
  private(set) var start: Int
  /// Behind the token.
  private(set) var end: Int
  private(set) var isAfterNewline = false

  /// Reads the first token at `start` or behind it.
  init(_ text: UnsafeBufferPointer<UInt16>, from start: Int, to limit: Int) {
    self.text = text
    self.limit = min(limit, text.count)
    self.start = start
    end = max(0, start)
    advance()
  }

  private func unit(_ index: Int) -> UInt16 { index < limit ? text[index] : 0 }

  static func isWord(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x24, 0x5F, 0x5C: true
    case 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: false
    default: unit > 0x7F
    }
  }

  private mutating func skipSpace() {
    isAfterNewline = false
    while end < limit {
      switch text[end] {
      case 0x0A, 0x0D, 0x2028, 0x2029:
        isAfterNewline = true
        end += 1
      case 0x2F where unit(end + 1) == 0x2F, 0x23 where end == 0 && unit(1) == 0x21:
        while end < limit, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
      case 0x2F where unit(end + 1) == 0x2A:
        end += 2
        while end < limit, !(text[end] == 0x2A && unit(end + 1) == 0x2F) {
          if text[end] == 0x0A { isAfterNewline = true }
          end += 1
        }
        end = min(end + 2, limit)
      case ...0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0xFEFF: end += 1
      default: return
      }
    }
  }

  /// Reads the next token.
  mutating func advance() {
    skipSpace()
    start = end
    word = .other
    guard end < limit else {
      kind = .end
      return
    }
    let first = text[end]
    switch first {
    case 0x30...0x39: readNumber()
    case 0x2E where (0x30...0x39).contains(unit(end + 1)): readNumber()
    case 0x23:
      end += 1
      readWord()
      word = .other
    case 0x22, 0x27: readString(first)
    case 0x60:
      kind = .template
      end += 1
    case _ where Self.isWord(first): readWord()
    default: readMark(first)
    }
  }

  private mutating func readWord() {
    kind = .word
    let from = end
    while end < limit, Self.isWord(text[end]) { end += 1 }
    if (2...10).contains(end - from), text[from] > 0x60 {
      let letters = text[from..<end]
      // Six bits tell letters apart from each other, but not from digits and capital letters.
      if letters.allSatisfy({ (0x61...0x7A).contains($0) }) { word = Self.words[Self.pack(letters)] ?? .other }
    }
  }

  private mutating func readNumber() {
    kind = .number
    while end < limit, Self.isWord(text[end]) || text[end] == 0x2E {
      let isExponent = (text[end] | 0x20) == 0x65 && (unit(start + 1) | 0x20) != 0x78
      end += 1
      if isExponent, unit(end) == 0x2B || unit(end) == 0x2D { end += 1 }
    }
  }

  private mutating func readString(_ quote: UInt16) {
    kind = .invalid
    end += 1
    while end < limit {
      let unit = text[end]
      end += 1
      if unit == quote {
        kind = .string
        return
      }
      if unit == 0x5C { end += 1 } else if unit == 0x0A { break }
    }
    end = min(end, limit)
  }

  private mutating func readMark(_ first: UInt16) {
    let (second, third) = (unit(end + 1), unit(end + 2))
    var length = 1
    switch first {
    case 0x28: kind = .openParenthesis
    case 0x29: kind = .closeParenthesis
    case 0x5B: kind = .openBracket
    case 0x5D: kind = .closeBracket
    case 0x7B: kind = .openBrace
    case 0x7D: kind = .closeBrace
    case 0x3B: kind = .semicolon
    case 0x2C: kind = .comma
    case 0x3A: kind = .colon
    case 0x7E: kind = .prefix
    case 0x2E where second == 0x2E && third == 0x2E: (kind, length) = (.spread, 3)
    case 0x2E: kind = .dot
    case 0x3F where second == 0x2E && !(0x30...0x39).contains(third): (kind, length) = (.dot, 2)
    case 0x3F where second == 0x3F && third == 0x3D: (kind, length) = (.assignWithOperator, 3)
    case 0x3F where second == 0x3F: (kind, length) = (.binary, 2)
    case 0x3F: kind = .question
    case 0x3D where second == 0x3E: (kind, length) = (.arrow, 2)
    case 0x3D where second == 0x3D: (kind, length) = (.binary, third == 0x3D ? 3 : 2)
    case 0x3D: kind = .assign
    case 0x21 where second == 0x3D: (kind, length) = (.binary, third == 0x3D ? 3 : 2)
    case 0x21: kind = .prefix
    case 0x2B where second == first, 0x2D where second == first: (kind, length) = (.increment, 2)
    case 0x2F: kind = .slash
    case 0x2A, 0x2B, 0x2D, 0x25, 0x26, 0x5E, 0x7C, 0x3C, 0x3E:
      // `**`, `&&`, `||`, `<<`, `>>`, and `>>>`, each of them also with `=`.
      if second == first {
        length = 2
        if first == 0x3E, third == first { length = 3 }
      }
      let isPlain = length == 1
      if unit(end + length) == 0x3D {
        kind = isPlain && (first == 0x3C || first == 0x3E) ? .binary : .assignWithOperator
        length += 1
      } else {
        kind = first == 0x2A && isPlain ? .star : first == 0x2B || first == 0x2D ? .sign : .binary
      }
    default: kind = .invalid
    }
    end = min(end + length, limit)
  }

  /// Reads the current slash as the start of a regular expression.
  mutating func readRegularExpression() {
    kind = .invalid
    end = start + 1
    var isClass = false
    while end < limit, text[end] != 0x0A {
      let unit = text[end]
      end += 1
      switch unit {
      case 0x5C: end += 1
      case 0x5B: isClass = true
      case 0x5D: isClass = false
      case 0x2F where !isClass:
        while end < limit, Self.isWord(text[end]) { end += 1 }
        kind = .regularExpression
        return
      default: break
      }
    }
    end = min(end, limit)
  }

  /// Reads on in a template, behind its first mark or behind an expression.
  ///
  /// - Returns: Whether an expression follows, the first token of which then is the current one; else the template has ended, or is not whole (``Kind/invalid``).
  mutating func continueTemplate() -> Bool {
    while end < limit {
      let unit = text[end]
      end += 1
      switch unit {
      case 0x5C: end += 1
      case 0x60:
        kind = .template
        return false
      case 0x24 where end < limit && text[end] == 0x7B:
        end += 1
        advance()
        return true
      default: break
      }
    }
    end = min(end, limit)
    kind = .invalid
    return false
  }
}
