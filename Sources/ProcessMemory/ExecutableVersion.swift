// The version of a runtime, as its executable contains it: nothing is executed, because a process of another user may run anything.

import CProcessMemory

/// Versions in executables.
package enum ExecutableVersion {
  /// The version of Node that a process runs; nil if its executable does not say, or can't be read.
  package static func node(of process: Int32) -> String? {
    guard let file = SystemFile(ProcessStatus.executableFile(of: process)) else { return nil }
    return node(in: file)
  }

  /// The version behind the words with which Node introduces itself to servers, `node.js/v20.18.0`.
  private static func node(in file: borrowing SystemFile) -> String? {
    let mark = Array("node.js/v".utf8)
    let (size, step) = (file.size, 1 << 20)
    var bytes = [UInt8](repeating: 0, count: step + 64)
    var offset: UInt64 = 0
    while offset < min(size, 1 << 29) {
      let count = bytes.withUnsafeMutableBytes { file.read(at: offset, into: $0) }
      let version: String? = bytes.withUnsafeBytes { space in
        guard let start = space.baseAddress, let found = bytes_find(start, count, mark, mark.count) else {
          return nil
        }
        let behind = found - start + mark.count
        let text = space[behind..<min(count, behind + 24)].prefix { 0x30...0x39 ~= $0 || $0 == 0x2E }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
      }
      if let version { return version }
      offset += UInt64(step)
    }
    return nil
  }
}
