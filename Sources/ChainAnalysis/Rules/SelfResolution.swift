// self-resolution: a promise that was resolved with itself. The search of `cycle` finds it.

import PlainText

extension Rule {
  /// A promise that was resolved with itself.
  public static let selfResolution = Rule(
    "self-resolution", .error, .misuse, needsSettlement: true, "A promise was resolved with itself.",
    advice: Text("Resolve it with the promise of the next step, not with itself.", "让它采用下一步的 Promise，而不是它自身。"))
}

extension FindingText {
  /// What is wrong with a promise that was resolved with itself.
  static func selfResolution(_ name: String) -> FindingText {
    FindingText("\(name) was resolved with itself, so it could never settle", "\(name) 采用了自身，因此永远无法敲定")
  }
}
