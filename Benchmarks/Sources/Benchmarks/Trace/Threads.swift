// Work on separate threads, measured in processor time per thread, so that other processes have little effect.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum Threads {
  private final class Job: @unchecked Sendable {
    let number: Int
    let body: @Sendable (Int) -> Void
    var nanoseconds: Double = 0

    init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.number = number
      self.body = body
    }

    func run() {
      let start = now()
      body(number)
      nanoseconds = now() - start
    }

    private func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
  }

  /// Runs `body` on several threads and waits for all of them.
  ///
  /// - Returns: The processor time of each thread in `body`, in nanoseconds.
  @discardableResult
  static func run(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) -> [Double] {
    let jobs = (0..<count).map { Job($0, body) }
    let threads = jobs.map { start($0) }
    for thread in threads { pthread_join(thread, nil) }
    return jobs.map(\.nanoseconds)
  }

  /// Starts a detached thread.
  static func start(_ body: @escaping @Sendable (_ thread: Int) -> Void) { pthread_detach(start(Job(0, body))) }

  private static func start(_ job: Job) -> pthread_t {
    let argument = Unmanaged.passRetained(job).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
      let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        if let argument { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }
      guard pthread_create(&thread, nil, entry, argument) == 0 else { fatalError("no thread could be started") }
      return thread
    #else
      var thread: pthread_t?
      let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { argument in
        Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }
      guard pthread_create(&thread, nil, entry, argument) == 0, let thread else {
        fatalError("no thread could be started")
      }
      return thread
    #endif
  }
}
