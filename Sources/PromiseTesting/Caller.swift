// The location of an assertion in a test, and the failure that is reported there. Owns the choice of the test library.

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// The location in a test that a failure is reported at.
struct Caller: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: Int
  let column: Int

  /// Makes the current test fail: that of Swift Testing whose task calls it, or else the running XCTest.
  func fail(_ text: String) {
    #if canImport(Testing)
      if Test.current != nil {
        Issue.record(
          Comment(rawValue: text),
          sourceLocation: SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: line, column: column))
        return
      }
    #endif
    #if canImport(XCTest)
      XCTFail(text, file: filePath, line: UInt(line))
    #endif
  }
}
