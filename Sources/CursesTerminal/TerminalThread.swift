// The thread of the screen. The main thread serves the main queue, on which a program's handlers run by default.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension CursesTerminal {
  /// Opens the terminal on a thread of its own and closes it when `body` returns.
  ///
  /// - Parameters:
  ///   - options: See ``init(_:)``.
  ///   - body: Runs on that thread with the terminal, or with the error that kept it from opening.
  /// - Returns: Whether the thread could be started.
  @discardableResult
  public static func onItsOwnThread(
    _ options: TerminalOptions = TerminalOptions(),
    _ body: @escaping @Sendable (Result<CursesTerminal, TerminalError>) -> Void
  ) -> Bool {
    startThread {
      do throws(TerminalError) {
        let terminal = try CursesTerminal(options)
        body(.success(terminal))
        terminal.close()
      } catch {
        body(.failure(error))
      }
    } != nil
  }
}

private final class ThreadBody {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a thread; returns nil if the system cannot create one.
func startThread(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
  let body = Unmanaged.passRetained(ThreadBody(run))
  #if canImport(Glibc)
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    if result == 0 { return thread }
  #else
    var thread: pthread_t?
    let result = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    if result == 0 { return thread }
  #endif
  body.release()
  return nil
}
