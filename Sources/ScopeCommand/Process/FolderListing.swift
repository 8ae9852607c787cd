// The names in a folder. Owns reading one without Foundation, whose listing of a large folder takes longer and more memory.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum FolderListing {
  /// Lists a folder.
  ///
  /// - Parameter folder: Its path; the current folder if it is empty.
  /// - Returns: The names in it, in no order; none if it can't be read, in which case `errno` says why and otherwise is 0.
  static func names(in folder: String) -> [String] { names(in: folder.isEmpty ? "." : folder, at: AT_FDCWD) }

  /// Lists a folder below an open one; the same for a descriptor of a folder.
  static func names(in folder: String = ".", at descriptor: Int32) -> [String] {
    let opened = openat(descriptor, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return [] }
    guard let listing = fdopendir(opened) else {
      close(opened)
      return []
    }
    defer { closedir(listing) }
    var names: [String] = []
    // An entry is only as long as its name, so it must not be copied as a whole.
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    while let entry = readdir(listing) {
      let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    errno = 0
    return names
  }

  /// A path as its folder, which ends with a slash or is empty, and its name.
  static func split(_ path: String) -> (folder: String, name: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return (folder, String(path.dropFirst(folder.count)))
  }
}
