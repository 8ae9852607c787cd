// What sentences call promises, their bodies, values and call sites. Owns escaping: every text of the program passes through here.

import ChainModel
import PlainText
import PromiseTrace

extension Story {
  /// The longest label in a sentence, in Unicode scalars.
  static let labelLimit = 60

  /// A promise with its label.
  func name(_ id: PromiseID) -> StoryPart {
    let given = store.label(of: id)
    return StoryPart(
      .promise, number: id, given == .none ? upcomingLabel(of: id) : given, limit: Self.labelLimit)
  }

  /// A promise that the sentence has named before.
  func short(_ id: PromiseID) -> StoryPart { StoryPart(.promise, number: id, .none, limit: 0) }

  /// A piece with a text of an event or of the store, which keep theirs; nil if the text was not recorded.
  private func recorded(_ kind: StoryPart.Kind, _ text: TextID, limit: Int? = nil) -> StoryPart? {
    text == .none ? nil : StoryPart(kind, text, limit: limit ?? valueLimit)
  }

  /// What the program writes; nil if it was not recorded.
  func output(_ id: TextID) -> StoryPart? { recorded(.output, id) }

  private func upcomingLabel(of id: PromiseID) -> TextID {
    let text = upcoming.withUnsafeBufferPointer { events in
      // An index, because an iterator copies each event.
      events.indices.first { events[$0].kind == .named && events[$0].promise == id }.map { events[$0].text }
    }
    return text ?? .none
  }

  /// A value or an error; nil if it was not recorded.
  func value(_ id: TextID) -> StoryPart? { recorded(.value, id) }

  /// The error of an event: its preview, otherwise its type.
  func error(_ event: Event) -> StoryPart? { error(event.text, event.type) }

  /// An error, from its preview or its type.
  func error(_ text: TextID, _ type: TextID = .none) -> StoryPart? { recorded(.error, text) ?? recorded(.error, type) }

  /// The name of an operator.
  func operation(_ id: TextID) -> String? {
    store.texts[id].flatMap { $0.isEmpty ? nil : Escaping.line($0, limit: Self.labelLimit) }
  }

  /// The name of an operator in a sentence.
  func operationWord(_ id: TextID) -> StoryPart? {
    var isEmpty = true
    store.texts.withBytes(id) { isEmpty = $0.isEmpty }
    return isEmpty ? nil : recorded(.text, id, limit: Self.labelLimit)
  }

  func operation(of id: PromiseID) -> String { store.texts[store.operation(of: id)] ?? "" }

  /// The name of the queue of a body.
  func queue(_ id: TextID) -> StoryPart? { recorded(.text, id, limit: Self.labelLimit) }

  /// Whether a queue is the executor that runs a body inside the call that asks for it.
  func isInline(_ id: TextID) -> Bool { text(id, is: "inline") }

  /// Whether the operator of a promise has this name.
  func operation(of id: PromiseID, is name: StaticString) -> Bool { text(store.operation(of: id), is: name) }

  /// Whether a text is that of a literal.
  private func text(_ id: TextID, is literal: StaticString) -> Bool {
    var isEqual = false
    store.texts.withBytes(id) { bytes in
      isEqual =
        bytes.count == literal.utf8CodeUnitCount
        && bytes.elementsEqual(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }
    return isEqual
  }

  /// `ListLoader.swift:41`; nil if the log has no call site.
  func site(_ site: Site) -> StoryPart? {
    guard site.line > 0, site.file != .none else { return nil }
    return StoryPart(.site, number: UInt64(site.line), site.file, limit: Self.labelLimit)
  }

  func site(of id: PromiseID) -> StoryPart? { store.facts(id).flatMap { site($0.site) } }

  /// Whether what settles a promise is a handler of another promise, and not a body of its own.
  func hasHandler(_ id: PromiseID) -> Bool { store.hasHandler(id) }

  /// `the handler of #5`, `the body of #6`, as two parts.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - name: What it is called; its name by default.
  ///   - line: The sentence.
  ///   - isFirst: Whether the words start a sentence.
  /// - Returns: The words and the name, in the order of the language.
  func body(_ id: PromiseID, named name: StoryPart? = nil, in line: StoryParts, isFirst: Bool = false) -> (
    StoryPart, StoryPart
  ) {
    let name = name ?? self.name(id)
    // A callback is not handed to a promise: its row only shows when it was called.
    let words =
      operation(of: id, is: "callback")
      ? line.word(isFirst ? "The callback of " : "the callback of ", " 的回调")
      : hasHandler(id)
        ? line.word(isFirst ? "The handler of " : "the handler of ", " 的处理函数")
        : line.word(isFirst ? "The body of " : "the body of ", " 的函数体")
    return line.language == .english ? (words, name) : (name, words)
  }

  func itsBody(_ id: PromiseID, _ line: StoryParts) -> StoryPart {
    hasHandler(id) ? line.word("its handler", "它的处理函数") : line.word("its body", "它的函数体")
  }

  /// Appends several promises: `#1, #2 and #3`; of more than six, the first ones and the number of the others.
  func list(_ ids: [PromiseID], to line: StoryParts) {
    let shown = ids.count > 6 ? Array(ids.prefix(4)) : ids
    let others = ids.count - shown.count
    for (index, id) in shown.enumerated() {
      if index > 0 {
        if index + 1 == shown.count, others == 0 { line.say(" and ", " 和 ") } else { line.say(", ", "、") }
      }
      line.add(name(id))
    }
    guard others > 0 else { return }
    let count = NumberText.grouped(line.language(others, ids.count))
    line.say(" and {0} more", " 等 {0} 个", line.text(count))
  }

  func line(_ language: Language, _ write: (StoryParts) -> Void) -> StoryLine {
    let parts = StoryParts(texts: store.texts)
    parts.language = language
    write(parts)
    return StoryLine(parts)
  }
}
