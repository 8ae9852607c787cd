// Progress: who reports, who watches, what the log says.

import PromiseScope
import Testing

@Suite("progress")
struct ProgressTests {
  @Test("watchers get each report in the order they came, until the promise settles")
  func reports() {
    let notes = Notes()
    let (promise, resolver) = Promise<Int>.withResolvers()
    promise.onProgress { notes.add("first \($0.fraction ?? -1)") }
    promise.then(on: .inline) { notes.add("then \($0)") }
    promise.onProgress { notes.add("second \($0.stage ?? "-")") }
    resolver.progress(0.5, stage: "half")
    resolver.progress(nil)
    resolver.fulfill(1)
    resolver.progress(1)
    #expect(notes.lines == ["first 0.5", "second half", "first -1.0", "second -", "then 1"])
  }

  @Test("fractions are kept within 0 and 1")
  func fractions() {
    let fractions = [-1, 0.25, 2, Double.nan].map { PromiseProgress(fraction: $0).fraction }
    #expect(fractions == [0, 0.25, 1, nil])
  }

  @Test("a watcher may settle the promise, or watch as well")
  func reentrant() {
    let notes = Notes()
    let (promise, resolver) = Promise<Int>.withResolvers()
    promise.onProgress { _ in resolver.fulfill(1) }
    promise.onProgress { _ in promise.onProgress { _ in notes.add("never") } }
    promise.then(on: .inline) { notes.add("then \($0)") }
    resolver.progress(0.5)
    #expect(notes.lines == ["then 1"])
  }

  @Test("watching keeps no promise from being cancelled")
  func watchingIsNotWaiting() {
    let root = Promise<Int>.pending()
    root.onProgress { _ in }
    let end = root.then { $0 }
    end.cancel()
    #expect(root.isRejected)
  }

  @Test("in the log")
  func logged() {
    #expect(
      picture { _ in
        let (promise, resolver) = Promise<Int>.withResolvers()
        resolver.progress(0.5, stage: "half")
        resolver.fulfill(1)
        withExtendedLifetime(promise) {}
      } == """
        created #1 withResolvers
        progressed #1 half
        fulfilled #1 1 by resolver
        """)
  }
}
