// Starting a process. Owns the life of the tables that posix_spawn(3) takes. Does not wait for the process.

#if canImport(Glibc)
  import Glibc

  typealias SpawnFileActions = posix_spawn_file_actions_t
  typealias SpawnAttributes = posix_spawnattr_t
#else
  import Darwin

  typealias SpawnFileActions = posix_spawn_file_actions_t?
  typealias SpawnAttributes = posix_spawnattr_t?
#endif

/// Starts a program.
///
/// - Parameters:
///   - program: The path of its file.
///   - words: The words of its command, ended by nil.
///   - environment: Its environment, ended by nil.
///   - prepare: Sets its descriptors, and the attributes of the process.
/// - Returns: Its process ID, and the error number; 0 if it was started.
func spawn(
  _ program: String, _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>,
  _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>,
  prepare: (inout SpawnFileActions, inout SpawnAttributes) -> Void
) -> (pid: pid_t, error: Int32) {
  #if canImport(Glibc)
    var (actions, attributes) = (SpawnFileActions(), SpawnAttributes())
  #else
    var (actions, attributes): (SpawnFileActions, SpawnAttributes) = (nil, nil)
  #endif
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  prepare(&actions, &attributes)
  var pid: pid_t = 0
  let error = posix_spawn(&pid, program, &actions, &attributes, words, environment)
  return (pid, error)
}
