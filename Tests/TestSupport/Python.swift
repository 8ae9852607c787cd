// Python, if it is installed: as an independent validator of JSON, with its package `jsonschema`, and in the versions that run recorded programs. Tests
// that need it are disabled without it.

import Foundation

package enum Python {
  /// The path of one executable for each version that can be recorded and attached to.
  package static let monitored: [String] = ["3.12", "3.13", "3.14"].flatMap { version in
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let versions = NSHomeDirectory() + "/.pyenv/versions"
    let pyenv = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
    let folders = path + pyenv.filter { $0.hasPrefix(version + ".") }.sorted().map { "\(versions)/\($0)/bin" }
    let files = folders.map { "\($0)/python\(version)" }.filter { !$0.contains("/shims/") }
    return files.filter(FileManager.default.isExecutableFile).suffix(1)
  }

  /// Whether it has the package `jsonschema`.
  package static let hasSchemas = (try? run(["-c", "import jsonschema"]))?.status == 0

  /// Validates lines, each a JSON value; returns whether each one is valid.
  package static func validate(_ lines: [String], _ schema: URL) throws -> [Bool] {
    try run(
      """
      for line in open(sys.argv[2], encoding="utf-8"):
          print(validator.is_valid(json.loads(line)))
      """, lines.joined(separator: "\n") + "\n", schema
    ).map { $0 == "True" }
  }

  /// Validates a JSON text; returns the location and the description of each violation.
  package static func violations(in text: String, _ schema: URL) throws -> [String] {
    try run(
      """
      for error in validator.iter_errors(json.load(open(sys.argv[2], encoding="utf-8"))):
          print(error.json_path + ": " + error.message.replace("\\n", " "))
      """, text, schema)
  }

  /// Runs a script with a validator of `schema` on a file with `text`; returns its output by line.
  private static func run(_ script: String, _ text: String, _ schema: URL) throws -> [String] {
    let head = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1], encoding="utf-8"))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)

      """
    let file = FileManager.default.temporaryDirectory.appending(path: "promisescope-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try text.write(to: file, atomically: false, encoding: .utf8)
    let (status, output) = try run(["-c", head + script, schema.path, file.path])
    guard status == 0 else { throw PythonError(status: status) }
    return output.split(separator: "\n").map(String.init)
  }

  private struct PythonError: Error {
    let status: Int32
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
