// What a tracer records at the request of the program: notes, and the promises of a task.

extension Tracer {
  /// Adds a note to the stream of events.
  ///
  /// - Parameters:
  ///   - text: One line; control characters are escaped, and it is truncated to ``ValuePolicy/previewLimit`` characters.
  ///   - promise: The promise that the note is about, or 0.
  public func note(_ text: String, about promise: PromiseID = 0) {
    EventEmitter.note(text, tracer: prefix, promise: promise & TracedID.mask | prefix)
  }

  /// Adds a note with a fixed text to the stream of events, for about one clock reading.
  ///
  /// Use it in code that runs millions of times, where ``note(_:about:)`` would copy its text each time.
  ///
  /// - Parameters:
  ///   - text: A literal; readers escape control characters and truncate it to ``ValuePolicy/previewLimit`` characters.
  ///   - promise: The promise that the note is about, or 0.
  @inlinable
  public func mark(_ text: StaticString, about promise: PromiseID = 0) {
    EventEmitter.mark(SourceSite.address(text), promise & 0xFFFF_FFFF_FFFF | prefix)
  }

  /// Runs `body` with this tracer bound to the current task, so that the promises created in it are traced.
  ///
  /// Child tasks and tasks that `body` creates inherit it, detached tasks and blocks on dispatch queues don't.
  ///
  /// - Parameters:
  ///   - isolation: The actor to run on; the caller's.
  ///   - body: The closure to run, before this call returns.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  package func runInTask<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await EventEmitter.inTask(tracer: prefix, isolation: isolation, body)
  }
}
