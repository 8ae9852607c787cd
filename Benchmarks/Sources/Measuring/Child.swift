// Runs this program as a child process that measures one part. Owns the pipe.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs this program with other arguments and waits for it.
///
/// - Parameter arguments: Arguments without quotes and spaces.
/// - Returns: The output without the final newline; nil if the program could not be run or failed.
public func output(of arguments: [String]) -> String? {
  let command = (["'\(CommandLine.arguments[0])'"] + arguments).joined(separator: " ")
  guard let pipe = popen(command, "r") else { return nil }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&block, 1, block.count, pipe)
    guard count > 0 else { break }
    bytes += block[..<count]
  }
  guard pclose(pipe) == 0 else { return nil }
  while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
  return String(decoding: bytes, as: UTF8.self)
}
