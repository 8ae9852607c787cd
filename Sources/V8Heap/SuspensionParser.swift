// The points at which a function can be suspended, in the order in which V8 numbers them: that in which its compiler visits them. So an `await`
// comes behind those of its operand, the value of a pattern before the pattern, the step of a `for` loop behind its body.
//
// This is a parser of statements; those of expressions are in the other file. It reads valid scripts. At anything else, it gives up.

/// Counts the points of suspension of one function.
struct SuspensionParser {
  enum FunctionKind {
    case asyncFunction, generator, asyncGenerator, module
  }

  var tokens: ScriptTokens
  let kind: FunctionKind
  /// Where `await`, `yield`, or `for await` are.
  var points: [Int] = []
  /// The number of points, with those that V8 does not compile, because they can never run.
  var count = 0
  var hasFailed = false
  var depth = 0
  /// Where `await using` is in the open blocks.
  var disposals: [Int] = []
  /// The number of functions that were skipped; a `for` loop around one of them has another order.
  var functionCount = 0
  private static let greatestDepth = 200

  /// The positions of a function's points of suspension, except for the start of a generator or of a module.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - range: The function, from its parameters on.
  ///   - count: How many there are in V8's own opinion, if that is known.
  /// - Returns: nil if the text is not understood, or has another number of points.
  static func points(in text: [UInt16], _ range: Range<Int>, _ kind: FunctionKind, count: Int?) -> [Int]? {
    guard range.lowerBound >= 0, range.upperBound <= text.count else { return nil }
    return text.withUnsafeBufferPointer { text in
      var parser = SuspensionParser(
        tokens: ScriptTokens(text, from: range.lowerBound, to: range.upperBound), kind: kind)
      if kind == .module {
        while !parser.hasFailed, parser.tokens.kind != .end { _ = parser.statement() }
      } else {
        parser.function()
      }
      let first = kind == .asyncFunction ? 0 : 1
      guard !parser.hasFailed, count.map({ $0 == parser.count + first }) ?? true else { return nil }
      return parser.points
    }
  }

  /// The whole text: `(a) {…}`, `(a) => …`, `a => …`, or one of the last two behind `async`.
  private mutating func function() {
    if tokens.word == .async {
      tokens.advance()
      if tokens.word == .function { tokens.advance() }
    }
    if at(.star) { tokens.advance() }
    if at(.word) { tokens.advance() }
    if at(.openParenthesis) { discarding { $0.list(.closeParenthesis) } }
    if at(.arrow) {
      tokens.advance()
      if !at(.openBrace) { return assignment() }
    }
    _ = block()
  }

  // MARK: Tools

  mutating func suspend(at position: Int) {
    points.append(position)
    count += 1
  }

  func at(_ kind: ScriptTokens.Kind) -> Bool { tokens.kind == kind }

  func at(_ word: ScriptTokens.Word) -> Bool { tokens.kind == .word && tokens.word == word }

  mutating func skip(_ kind: ScriptTokens.Kind) -> Bool {
    guard tokens.kind == kind else { return false }
    tokens.advance()
    return true
  }

  mutating func skip(_ word: ScriptTokens.Word) -> Bool {
    guard at(word) else { return false }
    tokens.advance()
    return true
  }

  mutating func expect(_ kind: ScriptTokens.Kind) {
    if !skip(kind) { fail() }
  }

  /// Ends at once: nothing follows the end of the text.
  mutating func fail() {
    hasFailed = true
    tokens = ScriptTokens(tokens.text, from: tokens.limit, to: tokens.limit)
  }

  /// Enters a level of nesting; the text can be any, and the stack is small.
  mutating func enter() -> Bool {
    guard depth < Self.greatestDepth, !hasFailed else {
      fail()
      return false
    }
    depth += 1
    return true
  }

  /// Reads what V8 does not compile as part of this function.
  mutating func discarding(_ body: (inout Self) -> Void) {
    let before = (points.count, count)
    body(&self)
    points.removeSubrange(min(before.0, points.count)...)
    count = before.1
  }

  /// Moves the points from `start` to `middle` behind those that follow.
  mutating func moveBack(_ start: Int, _ middle: Int) {
    guard start < middle, middle < points.count else { return }
    let moved = Array(points[start..<middle])
    points.removeSubrange(start..<middle)
    points += moved
  }

  // MARK: Statements

  /// A block in braces; returns whether nothing behind it can run.
  mutating func block() -> Bool {
    expect(.openBrace)
    var hasEnded = false
    let disposal = disposals.count
    while !hasFailed, !at(.closeBrace) {
      let count = points.count
      let ends = statement()
      // V8 does not compile what follows a statement that always leaves the block.
      if hasEnded { points.removeSubrange(min(count, points.count)...) }
      hasEnded = hasEnded || ends
    }
    expect(.closeBrace)
    // What `await using` declares is disposed of at the end of the block.
    if disposals.count > disposal {
      suspend(at: disposals[disposal])
      disposals.removeSubrange(disposal...)
    }
    return hasEnded
  }

  /// Reads a statement; returns whether nothing behind it in the same block can run.
  mutating func statement() -> Bool {
    guard enter() else { return false }
    defer { depth -= 1 }
    if at(.openBrace) { return block() }
    guard at(.word) else {
      if !skip(.semicolon) { expressionStatement() }
      return false
    }
    switch tokens.word {
    case .if: return conditional()
    case .for: loop()
    case .while:
      tokens.advance()
      let condition = head()
      let count = points.count
      _ = statement()
      if condition == false { points.removeSubrange(min(count, points.count)...) }
    case .do:
      tokens.advance()
      _ = statement()
      if !skip(.while) { fail() }
      _ = head()
      _ = skip(.semicolon)
    case .switch: choice()
    case .try:
      tokens.advance()
      _ = block()
      if skip(.catch) {
        if skip(.openParenthesis) { list(.closeParenthesis, isOpen: true) }
        _ = block()
      }
      if skip(.finally) { _ = block() }
    case .return, .throw:
      let (isReturn, position) = (at(.return), tokens.start)
      tokens.advance()
      if !isEndOfStatement {
        expression()
        // An async generator awaits what it returns.
        if isReturn, kind == .asyncGenerator { suspend(at: position) }
      }
      _ = skip(.semicolon)
      return true
    case .break, .continue:
      tokens.advance()
      if at(.word), !tokens.isAfterNewline { tokens.advance() }
      _ = skip(.semicolon)
      return true
    case .with:
      tokens.advance()
      _ = head()
      _ = statement()
    case .var, .const:
      tokens.advance()
      declarations()
      _ = skip(.semicolon)
    case .let, .using: declarationOrExpression()
    case .function, .class: primary()
    case .async where isAsyncFunction: primary()
    case .import, .export: moduleItem()
    default: expressionStatement()
    }
    return false
  }

  var isAsyncFunction: Bool {
    guard at(.async) else { return false }
    var next = tokens
    next.advance()
    return next.kind == .word && next.word == .function && !next.isAfterNewline
  }

  var isEndOfStatement: Bool {
    tokens.isAfterNewline || at(.semicolon) || at(.closeBrace) || at(.closeParenthesis) || at(.end)
  }

  mutating func expressionStatement() {
    let position = tokens.start
    if at(.await) {
      // `await using name`, or an expression.
      let before = tokens
      tokens.advance()
      if skip(.using), at(.word), !tokens.isAfterNewline, !at(.in), !at(.instanceof) {
        disposals.append(position)
        declarations()
        _ = skip(.semicolon)
        return
      }
      tokens = before
    }
    expression()
    if skip(.colon) {
      _ = statement()
      return
    }
    if !skip(.semicolon), !isEndOfStatement { fail() }
  }

  /// `let` and `using` are names, too.
  private mutating func declarationOrExpression() {
    let before = tokens
    tokens.advance()
    guard at(.openBracket) || at(.openBrace) || at(.word) && !at(.in) && !at(.instanceof) && !at(.of) else {
      tokens = before
      return expressionStatement()
    }
    declarations()
    _ = skip(.semicolon)
  }

  /// Patterns or names, each with a value or without one.
  mutating func declarations(isHead: Bool = false) {
    repeat {
      let start = points.count
      primary()
      let middle = points.count
      if skip(.assign) {
        assignment(isHead: isHead)
        moveBack(start, middle)
      }
    } while skip(.comma) && !hasFailed
  }

  /// A condition in parentheses; returns its value if it is a constant.
  mutating func head() -> Bool? {
    expect(.openParenthesis)
    let start = tokens.start
    expression()
    let text = tokens.text[min(start, tokens.start)..<tokens.start].filter { $0 > 0x20 }
    expect(.closeParenthesis)
    return switch String(decoding: text.prefix(6), as: UTF16.self) {
    case "true", "1", "!0": true
    case "false", "0", "!1": false
    default: nil
    }
  }
}
