// Async closures after an error, and both ways of a cancellation through tasks.

import PromiseScope
import Testing

private enum Local {
  @TaskLocal static var word = "none"
}

@Suite("async errors")
struct AsyncErrorsTests {
  @Test("catch, recover and always wait for their task and pass on what they should")
  func outcomes() async throws {
    let notes = Notes()
    let recovered = Promise<Int>(Oops.one).catch { error in
      await Task.yield()
      notes.add("caught \(error)")
    }.recover { error -> Int in
      await Task.yield()
      notes.add("recovering from \(error)")
      return 7
    }.always {
      await Task.yield()
      notes.add("always")
    }
    #expect(try await recovered.get() == 7)
    #expect(notes.lines == ["caught one", "recovering from one", "always"])
    let failed = Promise<Int>(Oops.one).recover { _ -> Int in
      await Task.yield()
      throw Oops.two
    }.always { await Task.yield() }
    await #expect(throws: Oops.two) { try await failed.get() }
  }

  @Test("a value passes catch and recover by without a task")
  func passing() {
    let notes = Notes()
    let end = Promise(1).catch { _ in
      await Task.yield()
      notes.add("caught")
    }.recover { _ -> Int in
      await Task.yield()
      return 2
    }
    #expect(end.value == 1 && notes.count == 0)
  }

  @Test("task-local values of whoever wrote the closure")
  func taskLocals() async throws {
    let root = Promise<String>.pending()
    let end = Local.$word.withValue("recover") {
      root.recover { _ -> String in
        await Task.yield()
        return Local.word
      }
    }
    Local.$word.withValue("rejecter") { root.reject(Oops.one) }
    #expect(try await end.get() == "recover")
  }

  @Test("cancelling a recovery cancels its task")
  func cancelling() async throws {
    let (began, begin) = Promise<Void>.withResolvers()
    let (ended, end) = Promise<Bool>.withResolvers()
    let endless = Promise<Int>(Oops.one).recover { _ -> Int in
      begin.fulfill(())
      while !Task.isCancelled { await Task.yield() }
      end.fulfill(true)
      return 1
    }
    try await began.get()
    #expect(endless.cancel())
    #expect(try await ended.get() && endless.error is CancellationError)
  }

  @Test("a cancelled task that waits cancels the promise's own task")
  func through() async throws {
    let (ended, end) = Promise<Bool>.withResolvers()
    let (began, begin) = Promise<Void>.withResolvers()
    let task = Task {
      try await Promise<Int> {
        begin.fulfill(())
        while !Task.isCancelled { await Task.yield() }
        end.fulfill(true)
        return 1
      }.then { $0 + 1 }.get()
    }
    try await began.get()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await ended.get())
  }

  @Test("in the log: handled, run as a task, passed on")
  func logged() async throws {
    var configuration = Tracer.Configuration()
    configuration.mode = .lossless
    configuration.clock = .manual(ManualClock())
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    let end = tracer.run {
      Promise<Int>(Oops.one).recover { _ -> Int in
        await Task.yield()
        return 5
      }
    }
    #expect(try await end.get() == 5)
    tracer.finish()
    var events: [Event] = []
    while try reader.read(into: &events, limit: 1000) != .ended {}
    let lines = events.map { line($0, reader.texts) }.filter { $0.contains("#2") }
    #expect(lines.contains("registered #1 by #2 [rejected]"))
    #expect(lines.contains { $0.hasPrefix("finished #2 on task value") })
    #expect(lines.contains { $0.hasPrefix("fulfilled #2") && $0.contains("by returned") })
  }
}
