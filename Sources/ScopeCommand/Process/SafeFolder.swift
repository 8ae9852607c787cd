// A folder in which other users can exchange nothing of ours. `AdapterFolder` uses it for code that a program loads by its path.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open folder that no other user can rename, replace, or redirect, nor anything that this user creates in it.
final class SafeFolder: Sendable {
  /// Its path, without symbolic links.
  let path: String
  /// The folder; closed when the object is deinitialized.
  let descriptor: Int32

  /// Opens a folder.
  ///
  /// nil unless it and every folder above it belong to this user or to root, and others may not write to them, or only to add files of
  /// their own (the sticky bit).
  init?(_ given: String) {
    guard given.hasPrefix("/"), let real = realpath(given, nil) else { return nil }
    defer { free(real) }
    // From the root down: below a folder that has passed, nothing can be exchanged anymore.
    var (path, trusted) = ("", [0, geteuid()])
    for name in [""] + String(cString: real).split(separator: "/").map(String.init) {
      if !path.hasSuffix("/") { path += "/" }
      path += name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
      // In a user namespace, root may have another number here; the owner of `/` can exchange everything.
      if path == "/" { trusted.append(status.st_uid) }
      let isOurs = status.st_mode & 0o022 == 0 || status.st_mode & S_ISVTX != 0
      guard isOurs, trusted.contains(status.st_uid) else { return nil }
    }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.path = path
  }

  deinit { close(descriptor) }
}
