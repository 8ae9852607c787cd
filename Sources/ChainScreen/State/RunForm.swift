// The settings with which a scenario runs again, as a person changes them. Does not know what a setting means: the owner of the screen
// makes the form and reads it.

import Canvas
import LessonEngine
import PlainText

/// A form of settings.
public struct RunForm: Sendable, Hashable {
  /// A setting.
  public struct Field: Sendable, Hashable {
    /// Its name on the command line, such as `latency`.
    public let name: String
    /// What it is, in words.
    public let title: Text
    /// The values to choose from; empty if it is a number.
    public let choices: [String]
    /// The smallest and the largest number.
    public let limits: ClosedRange<Int>
    /// The number that follows the empty value.
    let start: Int
    /// The current value; empty for the scenario's default number.
    public fileprivate(set) var value: String

    /// Creates a field with a choice.
    ///
    /// - Parameters:
    ///   - name: Its name on the command line.
    ///   - title: What it is, in words.
    ///   - choices: The values; not empty.
    ///   - value: The current one of them.
    public init(_ name: String, _ title: Text, choices: [String], value: String) {
      (self.name, self.title, self.choices, self.value) = (name, title, choices, value)
      (limits, start) = (0...0, 0)
    }

    /// Creates a field with a number.
    ///
    /// - Parameters:
    ///   - name: Its name on the command line.
    ///   - title: What it is, in words, with its unit.
    ///   - limits: The smallest and the largest number.
    ///   - start: The number to start with if a person changes the scenario's default.
    ///   - value: The current number; nil for the scenario's default.
    public init(_ name: String, _ title: Text, limits: ClosedRange<Int>, start: Int, value: Int?) {
      (self.name, self.title, self.limits, self.value) = (name, title, limits, value.map(String.init) ?? "")
      self.start = start
      choices = []
    }

    /// Whether the value is allowed: a choice, a number within the limits, or empty.
    public var isValid: Bool { !choices.isEmpty || value.isEmpty || Int(value).map(limits.contains) ?? false }
  }

  /// The settings, in the order in which they are shown.
  public private(set) var fields: [Field]
  /// The index of the field that keys change.
  public private(set) var selected = 0

  /// Creates a form; nil without fields.
  public init?(_ fields: [Field]) {
    guard !fields.isEmpty else { return nil }
    self.fields = fields
  }

  /// The value of a field; nil if there is no such field, or if it is empty.
  public func value(of name: String) -> String? {
    fields.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  /// The fields whose values differ from those of another form.
  ///
  /// - Parameter other: The form of the same run, as it was before a person changed it.
  /// - Returns: The fields of this form.
  public func changes(from other: RunForm) -> [Field] {
    fields.filter { field in other.fields.contains { $0.name == field.name && $0.value != field.value } }
  }

  enum Outcome {
    case changed, closed, finished, refused
  }

  /// Changes the form with a key.
  mutating func update(_ key: Key) -> Outcome {
    switch key {
    case .escape, .control("c"), .character("q"): return .closed
    case .enter:
      guard let wrong = fields.firstIndex(where: { !$0.isValid }) else { return .finished }
      selected = wrong
      return .refused
    case .up, .backTab, .character("k"): selected = (selected + fields.count - 1) % fields.count
    case .down, .tab, .character("j"): selected = (selected + 1) % fields.count
    case .left, .character("h"): step(-1)
    case .right, .character("l"), .character(" "): step(1)
    case .backspace, .control("h"), .delete:
      if fields[selected].choices.isEmpty { _ = fields[selected].value.popLast() }
    case .character(let digit) where digit.isASCII && digit.isNumber:
      guard fields[selected].choices.isEmpty, fields[selected].value.count < 9 else { break }
      fields[selected].value.append(digit)
    default: break
    }
    return .changed
  }

  /// Takes the next choice, or changes a number by a tenth of its order of magnitude.
  private mutating func step(_ direction: Int) {
    let field = fields[selected]
    if let index = field.choices.firstIndex(of: field.value) {
      fields[selected].value = field.choices[(index + direction + field.choices.count) % field.choices.count]
    } else if field.choices.isEmpty {
      var number = field.start
      if let current = Int(field.value) {
        let size = current < 10 ? 1 : current < 100 ? 10 : current < 10_000 ? 100 : 10_000
        number = current + direction * size
      }
      fields[selected].value = String(max(field.limits.lowerBound, min(number, field.limits.upperBound)))
    }
  }
}
