// The tracer of a task: what belongs to it, and what belongs to no tracer at all.

import Dispatch

@Suite("task tracing", .serialized)
struct TaskTracingTests {
  private func create(line: UInt = #line) -> PromiseID {
    EventEmitter.created("test", from: 0, site: SourceSite("TaskTracing/File.swift", line, "f()"))
  }

  private func makeTaskTracer() -> Tracer {
    var configuration = Tracer.Configuration()
    configuration.isBoundToTasks = true
    return Tracer(configuration)
  }

  @Test("a task, its child tasks and the tasks that it creates have its tracer; detached ones have none")
  func tasks() async {
    let tracer = makeTaskTracer()
    await tracer.runInTask {
      expectEqual(create() & ~TracedID.mask, tracer.prefix)
      await Task.yield()
      expectEqual(create() & ~TracedID.mask, tracer.prefix)
      async let child = create()
      await expectEqual(child & ~TracedID.mask, tracer.prefix)
      await expectEqual(Task { create() }.value & ~TracedID.mask, tracer.prefix)
      await expectEqual(Task.detached { create() }.value, 0)
    }
    expectEqual(create(), 0)
  }

  @Test func tasksThatRunAtTheSameTimeHaveTheirOwnTracers() async {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 {
        group.addTask {
          let tracer = makeTaskTracer()
          return await tracer.runInTask {
            for _ in 0..<20 {
              guard create() & ~TracedID.mask == tracer.prefix else { return false }
              await Task.yield()
            }
            return true
          }
        }
      }
      for await isOwn in group { #expect(isOwn) }
    }
  }

  @Test("the tracer is the thread's, else the task's, else that of the body that runs")
  func order() async {
    let (thread, task, body) = (makeTracer(), makeTaskTracer(), makeTracer())
    let id = body.run { create() }
    func inBody(_ work: () -> PromiseID) -> UInt64 {
      let outer = EventEmitter.enter(id)
      defer { _ = EventEmitter.enter(outer) }
      return work() & ~TracedID.mask
    }
    expectEqual(inBody { create() }, body.prefix)
    await task.runInTask {
      // The first event of a thread decides which ring it writes to next.
      expectEqual(create() & ~TracedID.mask, task.prefix)
      expectEqual(inBody { create() }, task.prefix)
      expectEqual(inBody { thread.run { create() } }, thread.prefix)
    }
  }

  @Test("what runs on behalf of a promise belongs to its tracer; on behalf of none, to the thread's")
  func behalf() {
    let (tracer, thread) = (makeTracer(), makeTracer())
    let id = tracer.run { create() }
    expectEqual(EventEmitter.onBehalf(of: id) { create() } & ~TracedID.mask, tracer.prefix)
    expectEqual(create(), 0)
    expectEqual(thread.run { EventEmitter.onBehalf(of: 0) { create() } } & ~TracedID.mask, thread.prefix)
  }

  @Test func aBodyOrAPromiseOfAnotherTracerIsNoPromiseOfThisOne() async throws {
    let (task, other) = (makeTaskTracer(), makeTaskTracer())
    let reader = task.makeReader()
    let foreign = other.run { create() }
    await task.runInTask {
      let outer = EventEmitter.enter(foreign)
      let id = create()
      _ = EventEmitter.enter(outer)
      EventEmitter.adopted(id, source: foreign)
      let inner = EventEmitter.enter(id)
      _ = create()
      _ = EventEmitter.enter(inner)
      EventEmitter.adopted(id, source: id)
    }
    task.finish()
    let events = try reader.allEvents()
    expectEqual(events.map(\.kind), [.created, .adopted, .created, .adopted, .ended])
    expectEqual(events.map(\.context), [0, 0, 1, 0, 0])
    expectEqual(events.map(\.peer), [0, 0, 0, 1, 0])
  }

  @Test func aWaitHasItsCallSiteAndTheNumberOfTheTaskThatWaits() async throws {
    let tracer = makeTaskTracer()
    let reader = tracer.makeReader()
    await tracer.runInTask {
      let id = create()
      for line: UInt in 1...2 {
        await Task { EventEmitter.observed(id, site: SourceSite("TaskTracing/File.swift", line, "f()")) }.value
      }
    }
    tracer.finish()
    let waits = try events(of: reader).filter { $0.kind == .registered }
    expectEqual(waits.map(\.site.line), [1, 2])
    #expect(waits.allSatisfy { $0.task != 0 } && waits[0].task != waits[1].task)
  }

  // MARK: Unattributed promises

  private func unattributed(_ body: () async -> Void) async -> [Int] {
    let start = UnattributedPromises.watch()
    await body()
    return UnattributedPromises.endWatching(since: start).latest.filter { $0.file == "TaskTracing/File.swift" }.map(
      \.line)
  }

  @Test func aPromiseIsUnattributedIfItsThreadTaskAndBodyHaveNoTracer() async {
    let tracer = makeTaskTracer()
    let found = await unattributed {
      await tracer.runInTask {
        let id = create(line: 1)
        await Task.detached {
          _ = create(line: 70_002)
          _ = tracer.run { create(line: 3) }
          let outer = EventEmitter.enter(id)
          _ = create(line: 4)
          _ = EventEmitter.enter(outer)
          _ = EventEmitter.created("derived", from: id, site: SourceSite("TaskTracing/File.swift", 5, "f()"))
        }.value
      }
    }
    expectEqual(found, [70_002])
    _ = create(line: 6)
    await expectEqual(unattributed {}, [])
  }

  @Test func aPromiseIsUnattributedEvenIfAnInstalledTracerRecordsIt() async {
    let (tracer, installed) = (makeTaskTracer(), makeTracer())
    installed.install()
    defer { installed.uninstall() }
    let found = await unattributed {
      await tracer.runInTask {
        _ = create(line: 1)
        await Task.detached {
          for line in 2...3 { expectEqual(create(line: UInt(line)) & ~TracedID.mask, installed.prefix) }
        }.value
      }
    }
    expectEqual(found, [2, 3])
  }

  @Test func theNumberOfUnattributedPromisesIsExactAlthoughOnlyTheLatestCallSitesAreKept() async {
    let tracer = makeTaskTracer()
    let start = UnattributedPromises.watch()
    await Task.detached { for line in 1...1_000 { _ = create(line: UInt(line)) } }.value
    let (count, latest) = UnattributedPromises.endWatching(since: start)
    #expect(count >= 1_000 && latest.count == 64)
    withExtendedLifetime(tracer) {}
  }
}
