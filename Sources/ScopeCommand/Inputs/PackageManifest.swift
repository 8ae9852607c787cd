// The folders of a Swift package's targets, as its `Package.swift` names them. Owns reading the manifest as text, because evaluating it would
// need a compiler: the calls `.target(name: "A", path: "B")` with literal texts, which is how nearly all manifests are written.

import Foundation

/// What a manifest says about targets.
struct PackageManifest {
  struct Target: Equatable {
    /// Its module: the name with everything but letters, digits and `_` replaced by `_`.
    var module: String
    /// The folders in which its files may be, relative to the package; the first that exists counts.
    var folders: [String]
  }

  private(set) var targets: [Target] = []

  init(_ text: String) {
    let text = Self.code(text)
    for call in [".target(", ".executableTarget(", ".testTarget(", ".macro(", ".plugin("] {
      for arguments in Self.arguments(of: call, in: text) {
        guard let name = Self.literal("name", in: arguments) else { continue }
        let parents =
          call == ".testTarget("
          ? ["Tests", "Sources", "Source", "src", "srcs"]
          : call == ".plugin(" ? ["Plugins"] : ["Sources", "Source", "src", "srcs"]
        let path = Self.literal("path", in: arguments)
        // A package with one target may have its files directly in Sources.
        targets.append(
          Target(module: Self.module(name), folders: path.map { [$0] } ?? parents.map { "\($0)/\(name)" } + parents))
      }
    }
  }

  private static func module(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  private static func code(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      var (isText, former) = (false, Character(" "))
      for index in line.indices {
        if line[index] == "\"", former != "\\" { isText.toggle() }
        if line[index] == "/", former == "/", !isText { return String(line[..<line.index(before: index)]) }
        former = line[index]
      }
      return String(line)
    }.joined(separator: "\n")
  }

  /// The arguments of each call, without those of calls and lists within them.
  private static func arguments(of call: String, in text: String) -> [String] {
    text.ranges(of: call).map { range in
      var (depth, isText, former, result) = (0, false, Character(" "), "")
      for character in text[range.upperBound...] {
        if character == "\"", former != "\\" { isText.toggle() }
        if !isText, "([".contains(character) { depth += 1 }
        if !isText, ")]".contains(character) {
          depth -= 1
          if depth < 0 { break }
        }
        if depth == 0 { result.append(character) }
        former = character
      }
      return result
    }
  }

  /// The text of an argument.
  private static func literal(_ label: String, in arguments: String) -> String? {
    for match in arguments.matches(of: /(\w+)\s*:\s*"([^"\\]*)"/) where match.1 == label { return String(match.2) }
    return nil
  }
}
