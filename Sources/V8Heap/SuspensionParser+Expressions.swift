// Expressions: without precedence, which does not change the order of points, and with parameters of arrow functions read as expressions first.

extension SuspensionParser {
  mutating func expression(isHead: Bool = false) {
    repeat { assignment(isHead: isHead) } while skip(.comma) && !hasFailed
  }

  /// An expression without commas; in the head of a loop, `in` ends it.
  mutating func assignment(isHead: Bool = false) {
    guard enter() else { return }
    defer { depth -= 1 }
    if at(.yield) { return yield(isHead) }
    var start = points.count
    var isPattern = at(.openBrace) || at(.openBracket)
    unary()
    while !hasFailed {
      switch tokens.kind {
      case .sign, .star, .binary, .slash:
        tokens.advance()
        // `a /= b` has the equals sign as a token of its own.
        if at(.assign) { tokens.advance() }
        unary()
      case .word where tokens.word == .instanceof || tokens.word == .in && !isHead:
        tokens.advance()
        unary()
      case .question:
        tokens.advance()
        assignment()
        expect(.colon)
        // What follows is an expression of its own, and can be long.
        start = points.count
        isPattern = at(.openBrace) || at(.openBracket)
        if at(.yield) { return yield(isHead) }
        unary()
      case .arrow:
        // What V8 takes for parameters has no points, or is no valid script.
        count -= max(0, points.count - start)
        points.removeSubrange(min(start, points.count)...)
        functionCount += 1
        tokens.advance()
        return discarding { parser in
          if parser.at(.openBrace) { _ = parser.block() } else { parser.assignment(isHead: isHead) }
        }
      case .assign:
        let middle = points.count
        tokens.advance()
        assignment(isHead: isHead)
        if isPattern { moveBack(start, middle) }
        return
      case .assignWithOperator:
        tokens.advance()
        return assignment(isHead: isHead)
      default: return
      }
    }
  }

  private mutating func yield(_ isHead: Bool) {
    let position = tokens.start
    tokens.advance()
    var count = 1
    if !isEndOfStatement, !at(.closeBracket), !at(.comma), !at(.colon), !at(.in), !at(.of) {
      // Of an async iterator, V8 awaits what `return`, a close after `throw`, and every other call give.
      if skip(.star), kind == .asyncGenerator { count = 4 }
      assignment(isHead: isHead)
    }
    for _ in 0..<count { suspend(at: position) }
  }

  mutating func unary() {
    guard enter() else { return }
    defer { depth -= 1 }
    while true {
      switch tokens.kind {
      case .prefix, .sign, .increment: tokens.advance()
      case .word where tokens.word == .typeof || tokens.word == .void || tokens.word == .delete || tokens.word == .new:
        tokens.advance()
      case .word where tokens.word == .await:
        let position = tokens.start
        tokens.advance()
        unary()
        suspend(at: position)
        return
      default:
        primary()
        return calls()
      }
    }
  }

  /// What follows a value: members, calls, templates.
  private mutating func calls() {
    while !hasFailed {
      switch tokens.kind {
      case .dot:
        tokens.advance()
        if at(.word) { tokens.advance() }
      case .openParenthesis: list(.closeParenthesis)
      case .openBracket: list(.closeBracket)
      case .template: template()
      case .increment where !tokens.isAfterNewline: tokens.advance()
      default: return
      }
    }
  }

  mutating func primary() {
    switch tokens.kind {
    case .word:
      switch tokens.word {
      case .function:
        tokens.advance()
        _ = skip(.star)
        if at(.word) { tokens.advance() }
        method()
      case .class: classBody()
      case .async:
        tokens.advance()
        if tokens.isAfterNewline { return }
        // `async function`, or the parameter of an arrow function.
        if at(.function) { primary() } else if at(.word), !at(.in), !at(.of), !at(.instanceof) { tokens.advance() }
      default: tokens.advance()
      }
    case .number, .string: tokens.advance()
    case .template: template()
    case .slash:
      tokens.readRegularExpression()
      if at(.regularExpression) { tokens.advance() } else { fail() }
    case .openParenthesis: list(.closeParenthesis)
    case .openBracket: list(.closeBracket)
    case .openBrace: members(isClass: false)
    default:
      // `new.target`
      if !at(.dot) { fail() }
    }
  }

  private mutating func template() {
    while !hasFailed, tokens.continueTemplate() {
      expression()
      if !at(.closeBrace) { fail() }
    }
    if at(.template) { tokens.advance() } else { fail() }
  }

  /// Expressions in parentheses or brackets, with commas and `...` wherever they are.
  mutating func list(_ close: ScriptTokens.Kind, isOpen: Bool = false) {
    if !isOpen { tokens.advance() }
    while !hasFailed, tokens.kind != close {
      if skip(.comma) || skip(.spread) { continue }
      assignment()
    }
    expect(close)
  }

  /// Parameters and a body, which V8 compiles as a function of its own.
  private mutating func method() {
    functionCount += 1
    discarding { parser in
      if parser.at(.openParenthesis) { parser.list(.closeParenthesis) } else { parser.fail() }
      _ = parser.block()
    }
  }

  private mutating func classBody() {
    tokens.advance()
    if at(.word), !at(.extends) { tokens.advance() }
    if skip(.extends) {
      primary()
      calls()
    }
    members(isClass: true)
  }

  /// The properties of an object, or the members of a class.
  ///
  /// Only the names of members can have points of this function.
  private mutating func members(isClass: Bool) {
    expect(.openBrace)
    while !hasFailed, !at(.closeBrace) {
      if skip(.comma) || skip(.semicolon) || skip(.star) { continue }
      if skip(.spread) {
        assignment()
        continue
      }
      if at(.get) || at(.set) || at(.async) || at(.static) {
        tokens.advance()
        switch tokens.kind {
        case .word, .string, .number, .openBracket, .star: continue
        case .openBrace:
          functionCount += 1
          discarding { _ = $0.block() }
          continue
        default: break
        }
      } else if at(.openBracket) {
        list(.closeBracket)
      } else if at(.word) || at(.string) || at(.number) {
        tokens.advance()
      } else {
        return fail()
      }
      if at(.openParenthesis) {
        method()
      } else if skip(.colon) {
        assignment()
      } else if skip(.assign) {
        if isClass { discarding { $0.assignment() } } else { assignment() }
      }
    }
    expect(.closeBrace)
  }
}
