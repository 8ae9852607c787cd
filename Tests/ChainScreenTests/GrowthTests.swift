// A log that is followed without end: once the limit of promises is reached, no table of the screen grows further.

import ChainModel
import PromiseLog

@Suite struct GrowthTests {
  private static let limit = 300
  /// The number of promises that fill every table: rejected ones stay longest, and one in twelve is rejected.
  private static let saturation = 28 * limit

  /// An archive of events that no test reads again.
  private struct Unread: EventArchive {
    var positions: Range<UInt64> { 0..<UInt64.max }
    func read(from position: UInt64, into events: inout [Event], limit: Int) {}
    func lastMark(where holds: (EventMark) -> Bool) -> EventMark? { nil }
  }

  /// The limit of a table that does not depend on the number of promises to keep; nil if it has none.
  private static func ownLimit(_ path: String) -> Int? {
    if path.hasSuffix("hanges.rows") { return 262_144 }
    if path.hasPrefix(".history.analysis.analyzer.") { return 20_000 }
    // Texts, which are released when they have doubled.
    if path == "[].value" { return 60_000 }
    return path == ".messages" ? 10_000 : nil
  }

  @Test(arguments: zip(["at the end", "Space", "m"], [true, true, false]))
  func noTableGrowsBeyondTheLimit(_ key: String, _ isFile: Bool) {
    let texts = TextTable(youth: 200)
    var run = EndlessRun(texts: texts)
    var screen = Screen(
      ScreenOptions(promiseLimit: Self.limit), texts: texts, archive: isFile ? Unread() : nil)
    func feed(_ promises: Int) {
      for _ in 0..<promises / 400 {
        screen.apply(run.next(promises: 400))
        screen.prepareFrame(Size(columns: 120, rows: 40), now: run.time)
      }
    }
    func greatest() -> TableSizes {
      var sizes = TableSizes(screen)
      for _ in 0..<3 {
        feed(400)
        sizes.formMaximum(TableSizes(screen))
        sizes.formMaximum(TableSizes(["texts": Array(repeating: 0, count: texts.count)]))
      }
      return sizes
    }
    feed(Self.limit)
    if let key = Key(named: key) { _ = screen.update(key, now: run.time) }
    feed(Self.saturation)
    let former = greatest()
    feed(Self.saturation)
    let later = greatest()
    #expect(later.counts.count > 50)
    for (path, count) in later.counts.sorted(by: { $0.key < $1.key }) {
      let before = former.counts[path] ?? 0
      // Deltas come and go in large pieces.
      let slack = path.hasPrefix(".history.playback.past[]") ? before / 2 : before / 5
      let limit = max(before + slack + 300, Self.ownLimit(path) ?? 0)
      #expect(count <= limit, "\(path) grew from \(before) to \(count)")
    }
  }
}

/// Chains of three promises, with distinct values, threads, notes and stages, one of which is a promise that all chains adopt.
private struct EndlessRun {
  let texts: TextTable
  private(set) var time: Int64 = 0
  private var sequence: UInt64 = 0
  private var last: PromiseID = 1
  private var events: [Event] = []

  init(texts: TextTable) { self.texts = texts }

  private mutating func emit(_ kind: EventKind, _ promise: PromiseID, _ change: (inout Event) -> Void = { _ in }) {
    sequence += 1
    // 1,700 promises per second.
    time += 100_000
    var event = Event(kind, promise)
    (event.sequence, event.time) = (sequence, time)
    change(&event)
    events.append(event)
  }

  mutating func next(promises: Int) -> [Event] {
    events = []
    let (texts, queue, async, then) = (texts, texts.intern("loader"), texts.intern("async"), texts.intern("then"))
    if last == 1 { emit(.created, 1) { $0.operation = async } }
    for _ in 0..<promises / 3 {
      let first = last + 1
      let thread = texts.intern("worker \(first)")
      for id in first...first + 2 {
        emit(.created, id) {
          ($0.operation, $0.peer) = (id == first ? async : then, id == first ? 0 : id - 1)
          $0.site = Site(file: queue, line: UInt32(id))
        }
        if id > first { emit(.registered, id - 1) { ($0.peer, $0.handles) = (id, .fulfilled) } }
        emit(.enqueued, id) { $0.queue = queue }
        emit(.started, id) { ($0.queue, $0.thread) = (queue, thread) }
        emit(.progressed, id) { $0.text = texts.intern("stage \(id)") }
        emit(.finished, id) { $0.queue = queue }
      }
      emit(.noted, first) { $0.text = texts.intern("note \(first)") }
      emit(.adopted, first) { $0.peer = 1 }
      for id in first...first + 2 {
        if id == first, id / 3 % 4 == 0 {
          emit(.rejected, id) { ($0.text, $0.type, $0.cause) = (texts.intern("error \(id)"), queue, .threw) }
          emit(.handled, id) { $0.peer = id + 1 }
        } else {
          emit(.fulfilled, id) { ($0.text, $0.cause) = (texts.intern("value \(id)"), .returned) }
        }
      }
      for id in first...first + 2 { emit(.released, id) { $0.state = .fulfilled } }
      last += 3
    }
    return events
  }
}
