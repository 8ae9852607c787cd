// Compares the types that the compiler infers here with those that it infers from Google's signatures, for each call of the table and
// each kind of value. Owns the comparison; `ShapeProgram` writes the programs.

import TestSupport
import Testing

@Suite struct CallShapesTests {
  @Test(
    "a program infers the types that it infers from Google's signatures, in Swift 6 mode if its values are Sendable",
    arguments: [("5", ShapeProgram.kinds.count), ("6", ShapeProgram.sendableKinds.count)])
  func inference(languageMode: String, kinds: Int) throws {
    let types = try ShapeProgram.originalTypes.get()
    try expectEqual(ShapeProgram.errors(expecting: types, languageMode: languageMode, kinds: kinds), [])
  }

  @Test func theTableHasEveryCallForEveryKindOfValueAndNoneNestsPromises() throws {
    let types = try ShapeProgram.originalTypes.get()
    #expect(types.count == ShapeProgram.kinds.count * ShapeProgram.shapes.count && types.count > 14 * 60)
    for (kind, types) in zip(ShapeProgram.kinds, types.chunks(of: ShapeProgram.shapes.count))
    where kind.name != "Nested" {
      #expect(!types.contains { $0.contains("Promise<Promise<") }, "\(kind.name)")
    }
  }

  @Test("a call that means nothing is refused with what to write instead", arguments: ["5", "6"])
  func refused(languageMode: String) throws {
    let calls = ["timeout(.seconds(3))", "delay(.seconds(3))", "recover { print($0) }"]
    let program =
      "import PromiseScope\n" + calls.map { "func f\($0.count)(_ p: Promise<Int>) { p.\($0) }" }.joined(separator: "\n")
    let errors = try ShapeProgram.errors(in: program, languageMode: languageMode)
    expectEqual(errors.count, calls.count)
    for (error, hint) in zip(errors, ["timeout(after: .seconds(3))", "delay(for: .seconds(3))", "use catch"]) {
      #expect(error.contains(hint))
    }
  }

  @Test func aCallThatInfersAnotherTypeIsReported() throws {
    var types = try ShapeProgram.originalTypes.get()
    types[1] = "Promise<Optional<Int>>"
    let errors = try ShapeProgram.errors(expecting: types, languageMode: "5", kinds: 1)
    #expect(errors.count == 1 && errors[0].hasPrefix("Number: promise, $0"))
  }
}

extension [String] {
  fileprivate func chunks(of size: Int) -> [ArraySlice<String>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
