// The programs that contain every call of the table for every kind of value, and the compiler that reads them. With Google's
// signatures a program runs and prints the type of each call. With PromiseScope it is only type-checked: each call has to have the type
// that was printed.

import Foundation

enum ShapeProgram {
  /// A kind of value: its type, a value, and the attributes of a parameter of that type.
  typealias Kind = (name: String, type: String, value: String, attributes: String)

  /// Those of ``kinds`` whose values are `Sendable`, so that Swift 6 mode accepts every call with them.
  static let sendableKinds = kinds.prefix(4)

  static let kinds: [Kind] = [
    ("Number", "Int", "1", ""), ("Text", "String", #""a""#, ""), ("Nothing", "Void", "()", ""),
    ("Point", "Point", "Point()", ""), ("Object", "User", "User()", ""), ("Holder", "Page", "Page(user: User())", ""),
    ("Anything", "Any", "1", ""), ("Dictionary", "[String: Any]", "[:]", ""),
    ("Tuple", "(User, Int)", "(User(), 1)", ""), ("Function", "() -> Int", "{ 1 }", "@escaping "),
    ("Foundation", "NSObject", "NSObject()", ""), ("Optional", "User?", "nil", ""), ("List", "[User]", "[]", ""),
    ("Nested", "Promise<User>", "Promise(User())", ""),
  ]

  /// The calls of the table, each with its name.
  static let shapes: [(name: String, call: String)] = {
    let table = (try? String(contentsOf: folder.appending(path: "shapes.txt"), encoding: .utf8)) ?? ""
    return table.split(separator: "\n").map { line in
      let bar = line.range(of: " | ") ?? line.endIndex..<line.endIndex
      return (String(line[..<bar.lowerBound]), String(line[bar.upperBound...]))
    }
  }()

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Table")

  /// The types that Google's signatures infer, by kind and then by call; inferred once.
  static let originalTypes = Result<[String], any Error> {
    try inTemporaryFolder { files in
      let program = files.appending(path: "program").path
      let sources = try kinds.map { kind in
        try write("\(kind.name).swift", to: files, of: kind) { shape, _ in "  print(type(\(shape.call)))" }
      }
      let main =
        "struct Main { static func main() throws { \(kinds.map { "try shapesOf\($0.name)()" }.joined(separator: "; ")) } }"
      try compile(
        sources + [
          write("Common.swift", to: files, common + "@main " + main),
          folder.appending(path: "GoogleSignatures.swift").path,
        ], ["-swift-version", "5", "-o", program])
      return try run([program]).output.split(separator: "\n").map(String.init)
    }
  }

  /// Type-checks the program with PromiseScope.
  ///
  /// - Parameters:
  ///   - types: The type of each call, by kind and then by call.
  ///   - languageMode: Swift's language mode.
  ///   - count: How many kinds to check.
  /// - Throws: An error if the compiler did not start.
  static func errors(
    expecting types: [String], languageMode: String, kinds count: Int = kinds.count
  ) throws -> [String] {
    try inTemporaryFolder { files in
      let sources = try kinds.prefix(count).enumerated().map { index, kind in
        try write("\(kind.name).swift", to: files, importing: "PromiseScope", of: kind) { shape, row in
          "  var value\(row) = \(shape.call); same(&value\(row), \(metatype(types[index * shapes.count + row])))"
        }
      }
      let outcome = try typeCheck(
        sources + [try write("Common.swift", to: files, common)], ["-wmo", "-swift-version", languageMode])
      return outcome.output.split(separator: "\n").map(String.init).filter { $0.contains(" error: ") }
    }
  }

  /// Type-checks a program of one file with PromiseScope.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - languageMode: Swift's language mode.
  ///   - findsRegions: Whether to also look for values that two regions share, which needs a program without other errors.
  /// - Throws: An error if the compiler did not start.
  static func errors(in program: String, languageMode: String, findsRegions: Bool = false) throws -> [String] {
    try inTemporaryFolder { files in
      let outcome = try typeCheck(
        [write("Program.swift", to: files, program)], ["-swift-version", languageMode],
        until: findsRegions ? ["-emit-sil", "-o", "/dev/null"] : ["-typecheck"])
      return outcome.output.split(separator: "\n").map(String.init).filter { $0.contains(" error: ") }
    }
  }

  private static func typeCheck(
    _ sources: [String], _ options: [String], until stage: [String] = ["-typecheck"]
  ) throws -> (status: Int32, output: String) {
    let modules = products.appending(path: "Modules").path
    let moduleMap = products.appending(path: "CPromiseRuntime.build/module.modulemap").path
    return try run(
      compiler + sources + stage + [
        "-parse-as-library", "-suppress-warnings", "-diagnostic-style", "llvm", "-I", modules, "-Xcc",
        "-fmodule-map-file=\(moduleMap)",
      ] + options)
  }

  /// The expression for a type, from its description.
  private static func metatype(_ type: String) -> String { type == "()" ? "Void.self" : "(\(type)).self" }

  // MARK: Programs

  /// What all files of a program use.
  private static let common = """
    import Foundation
    struct Failed: Error {}
    struct Point: Sendable { var x = 0 }
    final class User { var name = "" }
    struct Page { var user: User }
    func note(_ value: Any) {}
    func type<Inferred>(_ call: @autoclosure () throws -> Inferred) -> String { "\\(Inferred.self)" }
    func same<Inferred>(_ value: inout Inferred, _ type: Inferred.Type) {}

    """

  /// Writes the file of one kind: what its calls use, and a function with one line for each call.
  private static func write(
    _ name: String, to files: URL, importing module: String? = nil, of kind: Kind,
    _ line: ((name: String, call: String), Int) -> String
  ) throws -> String {
    var text = """
      import Dispatch
      import Foundation
      \(module.map { "import \($0)" } ?? "")
      private typealias Value = \(kind.type)
      private struct Service: Sendable {
        func load(_ number: Int) -> Promise<Value> { .pending() }
        func make(_ number: Int) -> Value { \(kind.value) }
      }
      private func load(_ number: Int = 0) -> Promise<Value> { .pending() }
      private func tryLoad(_ number: Int) throws -> Promise<Value> { .pending() }
      private func make(_ number: Int = 0) -> Value { \(kind.value) }
      private func tryMake(_ number: Int) throws -> Value { \(kind.value) }
      private func pass(_ value: \(kind.attributes)Value) -> Value { value }
      private func use(_ value: \(kind.attributes)Value) {}
      func shapesOf\(kind.name)() throws {
        let (number, promise): (Promise<Int>, Promise<Value>) = (.pending(), .pending())
        let (service, queue, flag) = (Service(), DispatchQueue(label: "shapes"), Promise<Bool>.pending())

      """
    for (row, shape) in shapes.enumerated() {
      let call = shape.call.replacingOccurrences(of: "ESCAPING", with: kind.attributes)
      // The compiler reports an error with the names of the kind and the call.
      text += "#sourceLocation(file: \"\(kind.name): \(shape.name)\", line: 1)\n" + line((shape.name, call), row) + "\n"
    }
    return try write(name, to: files, text + "}\n")
  }

  private static func write(_ name: String, to files: URL, _ text: String) throws -> String {
    let file = files.appending(path: name)
    try text.write(to: file, atomically: false, encoding: .utf8)
    return file.path
  }

  private static func inTemporaryFolder<Output>(_ body: (URL) throws -> Output) throws -> Output {
    let folder = FileManager.default.temporaryDirectory.appending(path: "shapes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  // MARK: Commands

  /// The folder of the package's modules, which holds the test bundle.
  private static let products: URL = {
    #if os(Linux)
      let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
    #endif
    return bundle.deletingLastPathComponent()
  }()

  /// The compiler of the toolchain that built the tests.
  private static let compiler = (ProcessInfo.processInfo.environment["SWIFT"] ?? "swift").split(separator: " ").prefix(
    1
  )
  .map { "\($0)c" }

  private struct CompilerError: Error {
    let output: String
  }

  private static func compile(_ sources: [String], _ options: [String]) throws {
    let outcome = try run(compiler + sources + ["-parse-as-library", "-suppress-warnings", "-wmo"] + options)
    guard outcome.status == 0 else { throw CompilerError(output: outcome.output) }
  }

  private static func run(_ words: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
