// The version of a runtime, as its executable contains it: nothing is executed, because a process of another user may run anything.

import CProcessMemory

/// Versions in executables.
package enum ExecutableVersion {
  /// The version of Node that a process runs; nil if its executable does not say, or can't be read.
  package static func node(of process: Int32) -> String? {
    guard let file = SystemFile(ProcessStatus.executableFile(of: process)),
      let memory = file.mapped(byteCount: Int(clamping: min(file.size, 1 << 29)))
    else { return nil }
    // Node introduces itself to servers with these words and its version.
    let mark = Array("node.js/v".utf8)
    let bytes = UnsafeRawBufferPointer(start: memory.base, count: memory.byteCount)
    guard let found = bytes_find(memory.base, bytes.count, mark, mark.count) else { return nil }
    let text = bytes[(found - UnsafeRawPointer(memory.base) + mark.count)...].prefix(24).prefix {
      0x30...0x39 ~= $0 || $0 == 0x2E
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }
}
