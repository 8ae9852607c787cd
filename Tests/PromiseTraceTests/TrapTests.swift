// Recording must not end a program: no number may be too large for the code that emits events, or that writes them to a log.
//
// In a debug build, each source file has an object file, and the compiler puts the message of every trap next to it. So the object files of
// that code contain none of the messages about arithmetic and conversions. An array's bounds and an unwrapped nil are not searched for.

import Foundation

@Suite struct TrapTests {
  /// The messages of additions, subtractions, multiplications, divisions, and conversions.
  static let messages = [
    "arithmetic overflow", "Division by zero", "Division results in", "Not enough bits to represent",
    "Negative value is not representable", "value cannot be converted to",
  ]

  /// Everything in `Rings` and `Recording`, and what those files use of others while they emit or write.
  static let files: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
    let folders = ["PromiseTrace/Rings", "PromiseTrace/Recording"].flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []).map {
        "PromiseTrace/\($0)"
      }
    }
    let others = [
      "Event", "Saturating", "TextPool", "TextTable", "EventDecoder", "CallerNames", "CallPlaces", "RingCursor",
      "TraceReader", "LogBuffer", "LogEncoder", "LogEncoder+Header", "LogHeader", "LogNumberWriting", "LogQuotes",
      "LogQuoting",
    ]
    return folders + others.map { "PromiseTrace/\($0).swift" }
      + ["Escaping", "NumberText", "ScalarKind"].map { "PlainText/\($0).swift" }
  }()

  /// The folder of a module's object files; nil in an optimized build, where one file contains what was inlined from others.
  static func objects(of module: String) -> URL? {
    var isOptimized = true
    assert({ isOptimized = false }() == ())
    guard !isOptimized else { return nil }
    let products = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    let folder = products.appending(path: "\(module).build")
    let marker = ["PlainText": "Escaping", "PromiseLog": "LogReader"][module] ?? "Tracer"
    return FileManager.default.fileExists(atPath: folder.appending(path: "\(marker).swift.o").path) ? folder : nil
  }

  @Test("is in no file that emits or writes events", .enabled(if: objects(of: "PromiseTrace") != nil), arguments: files)
  func none(_ file: String) throws {
    let parts = file.split(separator: "/")
    let folder = try #require(Self.objects(of: String(parts[0])))
    let object = try Data(contentsOf: folder.appending(path: "\(parts[1]).o"))
    for message in Self.messages {
      #expect(object.range(of: Data(message.utf8)) == nil, "\(file): \(message)")
    }
  }

  @Test("is found where it is", .enabled(if: objects(of: "PromiseLog") != nil))
  func some() throws {
    let folder = try #require(Self.objects(of: "PromiseLog"))
    let object = try Data(contentsOf: folder.appending(path: "LogInput.swift.o"))
    #expect(Self.messages.contains { object.range(of: Data($0.utf8)) != nil })
  }
}
