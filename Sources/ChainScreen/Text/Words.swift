// The texts of the screen in the language that the user chose. Owns how arguments are inserted into a phrase. `Phrase` owns the texts.

import Canvas
import ChainModel
import PlainText

/// Puts phrases into words of one language.
struct Words: Sendable {
  let language: Language

  init(_ language: Language = .english) { self.language = language }

  /// A phrase with its arguments: `%1` stands for the first one, `%2` for the second.
  func callAsFunction(_ phrase: Phrase, _ arguments: String...) -> String {
    pieces(phrase).map { piece in
      switch piece {
      case .text(let text): String(text)
      case .argument(let number): number < arguments.count ? arguments[number] : ""
      }
    }.joined()
  }

  /// A phrase with a number, in its form for one or for several.
  func callAsFunction(_ one: Phrase, _ several: Phrase, _ number: some BinaryInteger) -> String {
    self(number == 1 ? one : several, NumberText.grouped(number))
  }

  /// A phrase whose arguments have roles of their own.
  ///
  /// - Parameters:
  ///   - phrase: The phrase.
  ///   - role: The role of its own words.
  ///   - arguments: The spans of each argument.
  /// - Returns: The spans of the whole phrase.
  func spans(_ phrase: Phrase, _ role: StyleRole = .faint, _ arguments: [Span]...) -> [Span] {
    pieces(phrase).flatMap { piece -> [Span] in
      switch piece {
      case .text(let text): return [Span(String(text), role)]
      case .argument(let number): return number < arguments.count ? arguments[number] : []
      }
    }
  }

  /// The word for a state.
  func state(_ state: NodeState) -> String {
    switch state {
    case .pending: self(.pending)
    case .running: self(.running)
    case .waiting: self(.waiting)
    case .fulfilled: self(.fulfilled)
    case .rejected: self(.rejected)
    case .cancelled: self(.cancelled)
    case .unhandled: self(.unhandled)
    case .leaked: self(.leaked)
    case .unknown: self(.unknown)
    }
  }

  /// What a number of events that are missing from a log is called.
  func lost(_ count: UInt64, isDamage: Bool) -> String {
    isDamage ? self(.damagedHere, .damagedManyHere, count) : self(.lostHere, .lostManyHere, count)
  }

  private enum Piece {
    case text(Substring)
    case argument(Int)
  }

  private func pieces(_ phrase: Phrase) -> [Piece] {
    let text = phrase.text(language)
    guard text.contains("%") else { return [.text(text[...])] }
    var pieces: [Piece] = []
    var rest = text[...]
    while let sign = rest.firstIndex(of: "%") {
      let next = rest.index(after: sign)
      guard next < rest.endIndex, let number = rest[next].wholeNumberValue, number > 0 else { break }
      if sign > rest.startIndex { pieces.append(.text(rest[..<sign])) }
      pieces.append(.argument(number - 1))
      rest = rest[rest.index(after: next)...]
    }
    if !rest.isEmpty { pieces.append(.text(rest)) }
    return pieces
  }
}
