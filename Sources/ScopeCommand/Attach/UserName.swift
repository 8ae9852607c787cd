// The name of a user.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Names of users.
enum UserName {
  /// The name of a user; the number of one without a name, as of a container.
  static func of(_ user: UInt32) -> String {
    guard let entry = getpwuid(user) else { return "user \(user)" }
    return String(cString: entry.pointee.pw_name)
  }
}
