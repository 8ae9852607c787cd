// A program that hangs on purpose, while a test looks at it.

import Foundation

/// Starts a program, and kills it after the body has returned.
///
/// - Parameters:
///   - path: The path of the executable.
///   - arguments: Its arguments.
///   - body: Called with the process ID when the program has printed `ready`.
/// - Throws: What the body throws, and an error if the program ends without printing it.
package func whileReady<Value>(_ path: String, _ arguments: [String] = [], _ body: (Int32) throws -> Value) throws
  -> Value
{
  let process = Process()
  process.executableURL = URL(filePath: path)
  process.arguments = arguments
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  defer {
    // It has inherited the signals that the tests block.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
  var text = ""
  while !text.contains("ready\n") {
    let data = output.fileHandleForReading.availableData
    guard !data.isEmpty else { throw CocoaError(.fileReadUnknown) }
    text += String(decoding: data, as: UTF8.self)
  }
  return try body(process.processIdentifier)
}
