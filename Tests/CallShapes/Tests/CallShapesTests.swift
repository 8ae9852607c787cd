// Compares the types that the compiler infers for each kind of value and closure with those that it infers from Google's signatures.

import CallShapesGoogle
import CallShapesSwift5
import CallShapesSwift6
import Testing

@Suite("call shapes across modules")
struct CallShapesTests {
  /// Describes the rows whose type differs from the one that Google's signatures infer.
  private func differences(_ rows: [(kind: String, shape: String, type: String)]) -> [String] {
    let google = CallShapesGoogle.callShapes()
    guard rows.count == google.count else { return ["\(rows.count) rows, Google's are \(google.count)"] }
    return zip(rows, google).filter { $0.type != $1.type }
      .map { "\($0.kind), \($0.shape): \($0.type), Google's: \($1.type)" }
  }

  @Test("a module in Swift 5 mode infers the same types as Google's signatures")
  func swift5() {
    let rows = CallShapesSwift5.callShapes().map { ($0.kind, $0.shape, $0.type) }
    #expect(rows.count >= 13 * 40)
    #expect(differences(rows) == [])
  }

  @Test("a module in Swift 6 mode infers the same types as Google's signatures")
  func swift6() {
    #expect(differences(CallShapesSwift6.callShapes().map { ($0.kind, $0.shape, $0.type) }) == [])
  }

  @Test("a promise that a handler returns is adopted, never treated as a value")
  func neverNested() {
    let nested = CallShapesSwift6.callShapes()
      .filter { $0.kind != "Nested" && $0.type.contains("Promise<Promise<") }
    #expect(nested.map(\.type) == [])
    let object = CallShapesSwift5.callShapes().filter { $0.kind == "Object" && $0.shape.hasPrefix("promise") }
    #expect(Set(object.map(\.type)) == ["Promise<User>"])
  }
}
