// A comparison of two values, for tests. `#expect(a == b)` shows as much, but takes seven times as long to type-check, which was a third of the
// time to build all tests.

import Testing

/// Fails the test if two values differ, and shows both.
///
/// - Parameters:
///   - actual: What the code made.
///   - expected: What it should have made.
///   - comment: What to add to the failure.
///   - sourceLocation: Where to report it.
public func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  let values = "expected \(text(expected)), found \(text(actual))"
  Issue.record(Comment(rawValue: comment().map { "\(values)\n\($0)" } ?? values), sourceLocation: sourceLocation)
}

/// A text as it is, between lines of its own if it has several; other values as their descriptions.
private func text(_ value: some Any) -> String {
  guard let text = value as? String else { return String(reflecting: value) }
  return text.contains("\n") ? "\n\(text)\n" : String(reflecting: text)
}
