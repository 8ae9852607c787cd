// The start of a recording: by a call, by the environment, or in a forked child.

import CPromiseRuntime
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Recording {
  static func start(_ request: Request, after parent: Tracer? = nil) throws(RecordingError) -> Recording {
    rememberStandardError()
    // A forked child would have to read the debug information again, which takes longer than many children live.
    if parent != nil { psKeepStacks(false) }
    guard let bytes = AddressSpace.buffer(ofAtMost: request.bufferBytes, left: AddressSpace.left) else {
      throw RecordingError(path: request.name, message: "the limit on the address space (ulimit -v) leaves too little")
    }
    let file: RecordingFile
    do {
      let mode = mode_t(truncatingIfNeeded: request.mode)
      file = try RecordingFile(path: request.path, mode: mode, isForked: parent != nil)
    } catch {
      throw RecordingError(path: request.name, message: error.message)
    }
    var configuration = Tracer.Configuration()
    configuration.mode = .buffered(request.overflow)
    // Chunks of 768 KiB, small enough for several threads to share the buffer.
    configuration.eventsPerThread = 8_192
    configuration.textBytesPerThread = 1 << 18
    configuration.bufferBytes = max(bytes, 768 << 10)
    configuration.values = request.values
    configuration.sourceRoot = request.sourceRoot
    let firstEvents = FirstEvents()
    configuration.firstEvents = firstEvents
    let tracer = parent.map { Tracer(configuration, prefix: $0.prefix, ids: $0.ids) } ?? Tracer(configuration)
    let isRegular = file.isRegular
    let recording = Recording(request, file: file, tracer: tracer, firstEvents: firstEvents)
    recording.noteFile()
    if isRegular {
      recording.writeHeader()
      firstEvents.write { recording.writeFirstEvents(until: $0) }
    } else {
      // A pipe may accept nothing, and only the recording's thread may wait.
      firstEvents.end()
    }
    let error = startDetachedThread(stackSize: 1 << 20) { recording.writeLog() }
    guard error == 0 else {
      firstEvents.end()
      throw RecordingError(path: request.name, message: "no thread: \(String(cString: strerror(error)))")
    }
    let earlier = running.withLock { running in
      defer { running = recording }
      return running
    }
    earlier?.stop()
    tracer.install()
    watchTheProcess()
    return recording
  }

  /// Reports the log's actual path, if it is not the requested one; before the recording's thread runs, or on it.
  func noteFile() {
    guard file.file.isOpen else { return }
    state.withLock { state in
      state.path = file.file.path
      guard let detour = file.file.detour, !state.hasSaidPath else { return }
      state.hasSaidPath = true
      let reason =
        switch detour {
        case .anotherLog: "is another process's log"
        case .testRun: "exists, and a test run replaces no log"
        }
      complain("\(request.name) \(reason); process \(getpid()) records to \(state.path)")
    }
  }

  // MARK: The environment

  /// Starts the recording that PROMISESCOPE requests, unless it has been started; returns the installed tracer's prefix, or 0.
  static func startAsRequested() -> UInt64 {
    requests.withLock { inherited in
      if psIsRecordingRequested() {
        start(inherited: inherited)
        inherited = nil
        psRequestRecording(false)
        // The request itself counted as a tracer until now.
        psTracerCountAdd(-1)
      }
      return TracerTable.installed.load(ordering: .relaxed)
    }
  }

  private static func start(inherited: Inherited?) {
    do {
      if let inherited {
        _ = try start(inherited.request, after: inherited.tracer)
      } else if let request = requestFromEnvironment() {
        _ = try start(request)
      }
    } catch {
      complain("\(error); the program continues")
    }
  }

  static func requestFromEnvironment() -> Request? {
    guard let name = RecordingOptions.environment("PROMISESCOPE") else { return nil }
    // Relative to the folder in which the program was started, because daemons change their working directory.
    let folder = psRequestedFolder().map { String(cString: $0) } ?? "."
    var request = Request(name: name, path: name.hasPrefix("/") ? name : folder + "/" + name)
    request.values = RecordingOptions.choice("PROMISESCOPE_VALUES", else: .off)
    request.overflow = RecordingOptions.choice("PROMISESCOPE_OVERFLOW", else: .count)
    request.sourceRoot = RecordingOptions.environment("PROMISESCOPE_SOURCE") ?? ""
    request.limit = RecordingOptions.limit("PROMISESCOPE_LIMIT")
    psKeepStacks(true)
    psRecordCallers(Int32(truncatingIfNeeded: RecordingOptions.callers("PROMISESCOPE_SITES")))
    request.mode = RecordingOptions.mode("PROMISESCOPE_MODE")
    return request
  }

  // MARK: Fork and exit

  /// The parent's recording, as a forked child needs it to start its own.
  struct Inherited: @unchecked Sendable {
    let request: Request
    let tracer: Tracer
  }

  private static let requests = Lock<Inherited?>(nil, rank: psRequestLock)
  /// The prefix of the promises that a forked child has inherited and does not record yet; 0 if there are none.
  private static let inheritedPrefix = Atomic<UInt64>(0)

  /// The tracer that records the promises inherited from the parent process; starts the child's recording if necessary.
  static func inheritor(of prefix: UInt64) -> Tracer? {
    guard prefix != 0, inheritedPrefix.load(ordering: .relaxed) == prefix, psIsRecordingRequested() else { return nil }
    _ = startAsRequested()
    return current.flatMap { $0.tracer.prefix == prefix ? $0.tracer : nil }
  }

  private static let watching: Void = {
    psWatchForks { Recording.becomeChild() }
    psWatchUnloading { Recording.current?.stop() }
    // Registered twice, so that a second thread that calls `exit` finds a handler, too, and waits in it.
    for _ in 0..<2 { atexit { Recording.endWithProcess() } }
  }()

  private static func watchTheProcess() { _ = watching }

  private static func endWithProcess() {
    guard let current else { return }
    atexit { Recording.endWithProcess() }
    current.stop()
  }

  /// Detaches a forked child from the parent's recording, which has no thread here and whose file is the parent's.
  ///
  /// Runs before `fork` returns in the child. The child's own recording starts at its first event, because most children only call `exec`.
  private static func becomeChild() {
    guard let parents = running.withLock({ $0 }) else { return }
    // Never freed, because `fork` may have interrupted a change to its state.
    _ = Unmanaged.passRetained(parents)
    running.withLock { $0 = nil }
    parents.isParents.store(true, ordering: .relaxed)
    parents.file.file.abandon()
    TracerTable.abandon(parents.tracer)
    ChunkList.forget(parents.tracer.prefix)
    inheritedPrefix.store(parents.tracer.prefix, ordering: .relaxed)
    requests.withLock { $0 = Inherited(request: parents.request, tracer: parents.tracer) }
    psTracerCountAdd(1)
    psRequestRecording(true)
  }
}
