// Choices, loops, and what only modules have.

extension SuspensionParser {
  mutating func conditional() -> Bool {
    var doEnd = true
    var isDead = false
    while skip(.if) {
      var count = points.count
      let condition = head()
      if !isDead { count = points.count }
      var ends = statement()
      if isDead || condition == false { points.removeSubrange(min(count, points.count)...) }
      doEnd = doEnd && ends
      if condition == true { isDead = true }
      guard skip(.else) else { return false }
      if at(.if) { continue }
      count = points.count
      ends = statement()
      if isDead { points.removeSubrange(min(count, points.count)...) }
      return doEnd && ends
    }
    return false
  }

  /// V8 compares with all cases before it compiles the first of their statements.
  mutating func choice() {
    tokens.advance()
    _ = head()
    expect(.openBrace)
    var statements: [Int] = []
    while !hasFailed, !at(.closeBrace) {
      if skip(.case) { expression() } else if !skip(.default) { fail() }
      expect(.colon)
      let start = points.count
      var hasEnded = false
      while !hasFailed, !at(.case), !at(.default), !at(.closeBrace) {
        let count = points.count
        let ends = statement()
        if hasEnded { points.removeSubrange(min(count, points.count)...) }
        hasEnded = hasEnded || ends
      }
      statements += points[min(start, points.count)...]
      points.removeSubrange(min(start, points.count)...)
    }
    points += statements
    expect(.closeBrace)
  }

  mutating func loop() {
    let position = tokens.start
    tokens.advance()
    let isAsync = skip(.await)
    expect(.openParenthesis)
    // `await using`, which is disposed of in each round.
    let isDisposing = at(.await)
    let (start, functions) = (points.count, functionCount)
    var isLexical = false
    if at(.semicolon) {
      // No start.
    } else if isDeclaration(&isLexical) {
      declarations(isHead: true)
    } else {
      expression(isHead: true)
    }
    let target = points.count
    if skip(.of) || skip(.in) {
      expression()
      expect(.closeParenthesis)
      if isAsync { suspend(at: position) }
      moveBack(start, target)
      _ = statement()
      if isDisposing, isLexical { suspend(at: position) }
      // An error, or `break`, awaits `return` of the iterator.
      if isAsync { suspend(at: position) }
      return
    }
    expect(.semicolon)
    if !at(.semicolon) { expression() }
    expect(.semicolon)
    let step = points.count
    if !at(.closeParenthesis) { expression() }
    expect(.closeParenthesis)
    let body = points.count
    _ = statement()
    if isLexical, functionCount > functions {
      // Each round has variables of its own, and begins with the step.
      let condition = Array(points[target..<step])
      points.removeSubrange(target..<step)
      points.insert(contentsOf: condition, at: target + body - step)
    } else {
      moveBack(step, body)
    }
  }

  private mutating func isDeclaration(_ isLexical: inout Bool) -> Bool {
    let before = tokens
    let isVariable = at(.var)
    let isConstant = at(.const)
    _ = skip(.await)
    guard at(.var) || at(.const) || at(.let) || at(.using) else {
      tokens = before
      return false
    }
    tokens.advance()
    guard isVariable || isConstant || at(.openBracket) || at(.openBrace) || at(.word) && !at(.in) && !at(.of) else {
      tokens = before
      return false
    }
    isLexical = !isVariable
    return true
  }

  mutating func moduleItem() {
    let before = tokens
    let isImport = at(.import)
    tokens.advance()
    if isImport {
      if at(.openParenthesis) || at(.dot) {
        tokens = before
        return expressionStatement()
      }
      return origin()
    }
    if skip(.default) {
      if at(.function) || at(.class) || isAsyncFunction { return primary() }
      assignment()
      _ = skip(.semicolon)
    } else if at(.star) {
      origin()
    } else if at(.openBrace) {
      discarding { $0.braces() }
      if at(.word), !tokens.isAfterNewline { origin() } else { _ = skip(.semicolon) }
    } else {
      _ = statement()
    }
  }

  /// The rest of an import, or of an export of another module's names.
  private mutating func origin() {
    while !hasFailed, !at(.string) {
      if at(.openBrace) { braces() } else if at(.end) || at(.semicolon) { fail() } else { tokens.advance() }
    }
    tokens.advance()
    if skip(.with), at(.openBrace) { braces() }
    _ = skip(.semicolon)
  }

  private mutating func braces() {
    expect(.openBrace)
    while !hasFailed, !at(.closeBrace) {
      if at(.end) { fail() } else { tokens.advance() }
    }
    expect(.closeBrace)
  }
}
