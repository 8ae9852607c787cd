// What the labels of many promises have in common: `GET /users/…` for `GET /users/17` and `GET /users/18`. Keeps one text, however many labels
// there are.

import PromiseTrace

/// What a number of labels have in common.
struct CommonLabel: Sendable, Equatable {
  /// One label, or what remains of several; nil if there is none, or nothing remains.
  private(set) var common: String?
  /// The label that was added last, which often comes again.
  private var latest: TextID = .none
  /// Whether ``common`` is what remains of different labels.
  private var isShortened = false

  /// Adds the label of a promise.
  ///
  /// - Complexity: O(length of the label), O(1) if it is the one that was added last.
  mutating func add(_ label: TextID, text: () -> String?) {
    guard label != latest, let text = text() else { return }
    defer { latest = label }
    guard latest != .none else {
      common = text
      return
    }
    guard let known = common, known != text else { return }
    // Most labels of a call site differ in their numbers only.
    let (old, new) = (isShortened ? known : Self.withoutNumbers(known), Self.withoutNumbers(text))
    isShortened = true
    common = old == new ? old : Self.start(old, new)
  }

  /// `order` for `order 1163`, and `GET /users/…` for `GET /users/17`.
  private static func withoutNumbers(_ label: String) -> String {
    var words: [String] = []
    for word in label.split(separator: " ") where !word.allSatisfy({ $0.isNumber || $0 == "#" }) {
      var (text, isNumber) = ("", false)
      for character in word {
        if !character.isNumber { text.append(character) } else if !isNumber { text.append("…") }
        isNumber = character.isNumber
      }
      words.append(text)
    }
    return words.joined(separator: " ")
  }

  /// The words with which both labels start, and a sign that they go on differently.
  private static func start(_ left: String, _ right: String) -> String? {
    let pairs = zip(left.split(separator: " "), right.split(separator: " ")).prefix { $0 == $1 }
    let words = pairs.map(\.0).filter { $0 != "…" }
    return words.isEmpty ? nil : words.joined(separator: " ") + " …"
  }
}
