// The program's clock, which steps on request, as under libfaketime: the executable's `clock_gettime` takes precedence over the C library's
// for everything in the process.

#if os(Linux)
  import Glibc

  private typealias ReadClock = @convention(c) (clockid_t, UnsafeMutablePointer<timespec>?) -> Int32

  nonisolated(unsafe) private var libraryClock: ReadClock?
  nonisolated(unsafe) private var shift = 0
  nonisolated(unsafe) private var stopped: timespec?

  /// Steps every clock of the process.
  func stepClock(seconds: Int) { shift += seconds }

  /// Stops every clock of the process.
  func stopClock() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    stopped = now
  }

  @_cdecl("clock_gettime")
  func readSteppingClock(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>?) -> Int32 {
    if libraryClock == nil {
      // RTLD_NEXT
      let found = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "clock_gettime")
      libraryClock = unsafeBitCast(found, to: ReadClock?.self)
    }
    guard let libraryClock else { return -1 }
    let result = libraryClock(clock, time)
    time?.pointee.tv_sec += shift
    if let stopped { time?.pointee = stopped }
    return result
  }

  // Swift's module of the C library lacks its header.
  @_silgen_name("getauxval") private func auxiliaryValue(_ type: UInt) -> UInt

  /// Whether the program has more rights than the user who started it, by the entry AT_SECURE.
  var isSecure: Bool { auxiliaryValue(23) != 0 }
#else
  func stepClock(seconds: Int) {}
  func stopClock() {}
  var isSecure: Bool { false }
#endif
