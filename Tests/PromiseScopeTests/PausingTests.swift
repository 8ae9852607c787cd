// pause and resume: up to the sources that support it, sparing what others wait for.

import PromiseScope
import Testing

@Suite("pausing")
struct PausingTests {
  /// A pending promise that notes when its work is paused and resumed.
  private func source(_ name: String, _ notes: Notes) -> Promise<Int> {
    Promise<Int>.pending().pausable(
      pause: { notes.add("\(name) paused") }, resume: { notes.add("\(name) resumed") })
  }

  @Test("goes up the chain to the source, and back")
  func chain() {
    let notes = Notes()
    let source = source("source", notes)
    let end = source.then { $0 }.catch { _ in }.then { $0 }
    #expect(end.pause() && end.resume())
    #expect(notes.lines == ["source paused", "source resumed"] && end.isPending)
  }

  @Test("is told once, however often it is asked")
  func once() {
    let notes = Notes()
    let source = source("source", notes)
    #expect(!source.resume())
    #expect(source.pause())
    #expect(!source.pause())
    #expect(source.resume())
    #expect(!source.resume())
    #expect(notes.lines == ["source paused", "source resumed"])
  }

  @Test("spares a source that others wait for; the source itself can always be paused")
  func shared() {
    let notes = Notes()
    let source = source("source", notes)
    let (one, other) = (source.then { $0 }, source.then { $0 })
    #expect(!one.pause() && !other.pause())
    #expect(source.pause())
    #expect(notes.lines == ["source paused"])
  }

  @Test("goes through adoption and combinators to every input, and spares shared ones")
  func combined() {
    virtually { executor in
      let notes = Notes()
      let inputs = [source("a", notes), source("b", notes), source("shared", notes)]
      let other = inputs[2].then { $0 }
      let end = Promise(0).then { _ in all(inputs) }
      executor.run()
      #expect(end.pause())
      #expect(notes.lines == ["a paused", "b paused"])
      #expect(end.resume() && other.isPending)
      #expect(notes.lines.suffix(2) == ["a resumed", "b resumed"])
      withExtendedLifetime(inputs) {}
    }
  }

  @Test("whoever comes while it is paused does not keep it from going on")
  func resumedForOthers() {
    let notes = Notes()
    let source = source("source", notes)
    let first = source.then { $0 }
    #expect(first.pause())
    let second = source.then { $0 }
    #expect(!second.pause() && second.resume())
    #expect(notes.lines == ["source paused", "source resumed"])
  }

  @Test("a chain without a source that supports it says so, and so does a settled one")
  func unsupported() {
    let notes = Notes()
    #expect(!Promise<Int>.pending().then { $0 }.pause())
    let source = source("source", notes)
    source.fulfill(1)
    #expect(!source.pause() && notes.lines == [])
  }

  @Test("in the log")
  func logged() {
    #expect(
      picture { _ in
        let source = Promise<Int>.pending().pausable(pause: {}, resume: {})
        let end = source.then { $0 }
        end.pause()
        end.pause()
        end.resume()
      } == """
        created #1 pending
        created #2 then from #1
        registered #1 by #2 [fulfilled]
        paused #1
        resumed #1
        """)
  }
}
