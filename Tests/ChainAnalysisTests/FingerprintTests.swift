// The identity of findings across runs.

@Suite struct FingerprintTests {
  @Test func aFingerprintContainsNeitherLineNorPromiseAndNormalizesDigits() {
    var first = Finding(.neverSettled, 12, FindingText(""))
    first.site = NodeSite(file: "Shop/Stock.swift", line: 135, function: "lock(_:)")
    (first.operation, first.label) = ("wrap", "lock item 4711")
    var second = Finding(.neverSettled, 90, FindingText("another sentence"))
    second.site = NodeSite(file: "Shop/Stock.swift", line: 140, function: "lock(_:)")
    (second.operation, second.label) = ("wrap", "lock item 8")
    expectEqual(first.fingerprint, "never-settled|Shop/Stock.swift|lock(_:)|wrap|lock item 0||")
    expectEqual(first.fingerprint, second.fingerprint)
    second.label = "release item 8"
    #expect(first.fingerprint != second.fingerprint)
    second = first
    // Files and functions have the same names in every run.
    second.site = NodeSite(file: "Shop/Stock2.swift", line: 135, function: "lock(_:)")
    #expect(first.fingerprint != second.fingerprint)
    second.site = NodeSite(file: "Shop/Stock.swift", line: 135, function: "lock2(_:)")
    #expect(first.fingerprint != second.fingerprint)
  }

  @Test func aLabelCannotImitateAnotherPart() {
    var finding = Finding(.stuck, 1, FindingText(""))
    finding.label = "a|b"
    expectEqual(finding.fingerprint, "stuck||||a b||")
  }
}
