// A write that continues until everything is written. Owns the loop around the system call.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes all bytes to a descriptor, also where the system takes only a part of them at a time, as a pipe does.
///
/// - Parameters:
///   - bytes: What to write.
///   - descriptor: Where to.
/// - Returns: Whether all were written; `errno` has the reason if not.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var written = 0
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    written &+= count
  }
  return true
}
