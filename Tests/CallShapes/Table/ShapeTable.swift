// Owns the rows of the table: the type that the compiler infers for a call, by the kind of value and the shape of the closure.

/// One call.
public struct ShapeRow: Sendable {
  /// The kind of value.
  public let kind: String
  /// The shape of the closure.
  public let shape: String
  /// The type that the compiler inferred.
  public let type: String
}

/// The rows of one kind of value.
struct ShapeTable {
  let kind: String
  private(set) var rows: [ShapeRow] = []

  init(kind: String) { self.kind = kind }

  /// Adds a row; `call` is compiled but never runs.
  mutating func row<Inferred>(_ shape: String, _ call: @autoclosure () -> Inferred) {
    rows.append(ShapeRow(kind: kind, shape: shape, type: "\(Inferred.self)"))
  }
}

/// All rows of this module.
public func callShapes() -> [ShapeRow] {
  let kinds = [
    shapesOfNumber, shapesOfText, shapesOfNothing, shapesOfPoint, shapesOfObject, shapesOfHolder, shapesOfAnything,
    shapesOfDictionary, shapesOfTuple, shapesOfFunction, shapesOfFoundation, shapesOfMaybe, shapesOfList,
    shapesOfNested,
  ]
  return kinds.flatMap { $0() }
}

struct Failed: Error {}
struct Point: Sendable { var x = 0 }
final class User { var name = "" }
struct Page { var user: User }
func note(_ value: Any) {}
