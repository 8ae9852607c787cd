// Kernels for events: reading from a ring, applying to the history, encoding as a line, decoding from a line; and for rows of the text tree.

import ChainModel
import PromiseLog
import PromiseScope
import PromiseTrace

var modelKernels: [Kernel] {
  [
    Kernel("read-event") { count in
      let (_, reader) = recorded(count)
      var events: [Event] = []
      events.reserveCapacity(count)
      return {
        try? read(count, from: reader, into: &events)
        precondition(events.count == count)
      }
    },
    Kernel("apply-event") { count in
      let (events, reader) = read(recorded(count), count)
      var store = ChainStore(texts: reader.texts)
      return {
        for event in events { store.apply(event) }
        precondition(store.counts.events == count)
      }
    },
    Kernel("encode-line") { count in
      let (events, reader) = read(recorded(count), count)
      let encoder = LogEncoder(texts: reader.texts)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count * 256)
      return {
        for event in events { encoder.encode(event, into: &bytes) }
        precondition(bytes.last == 0x0A)
      }
    },
    Kernel("decode-line") { count in
      let (events, reader) = read(recorded(count), count)
      let encoder = LogEncoder(texts: reader.texts)
      var bytes: [UInt8] = []
      encoder.encode(reader.header, into: &bytes)
      for event in events { encoder.encode(event, into: &bytes) }
      let log = LogReader(bytes: bytes)
      var lines: [Event] = []
      lines.reserveCapacity(count)
      return {
        try? read(count, from: log, into: &lines)
        precondition(lines.count == count && log.diagnostics.isEmpty)
      }
    },
    Kernel("draw-row") { count in
      var store = ChainStore(texts: TextTable())
      let preview = store.texts.intern("20 items")
      for id in 1...UInt64(count) {
        var event = Event(.created, id)
        event.peer = id % 4 == 1 ? 0 : id - 1
        store.apply(event)
        event = Event(.fulfilled, id)
        (event.time, event.text) = (Int64(id) * 1_000, preview)
        store.apply(event)
      }
      var outline = Outline()
      outline.update(from: store)
      return {
        var lines = 0
        TextTree().render(outline, of: store) { _ in lines += 1 }
        // The summary and an empty line come first.
        precondition(lines == count + 2)
      }
    },
  ]
}

/// A tracer with at least `count` recorded events, and its reader.
///
/// The clock only advances by one step per promise, so that each run has the same events.
private func recorded(_ count: Int) -> (Tracer, TraceReader) {
  let (clock, sum) = (ManualClock(), Sum())
  var configuration = Tracer.Configuration()
  configuration.mode = .lossless
  configuration.clock = .manual(clock)
  let tracer = Tracer(configuration)
  let reader = tracer.makeReader()
  tracer.run {
    // Two promises and a handler record at least seven events.
    for _ in 0...count / 7 {
      clock.advance(to: clock.now + 1_000)
      observe(1, sum)
    }
  }
  return (tracer, reader)
}

private func read(_ recorded: (Tracer, reader: TraceReader), _ count: Int) -> ([Event], TraceReader) {
  var events: [Event] = []
  events.reserveCapacity(count)
  try? read(count, from: recorded.reader, into: &events)
  precondition(events.count == count)
  return (events, recorded.reader)
}

private func read(_ count: Int, from source: some EventSource, into events: inout [Event]) throws {
  while events.count < count {
    guard case .more = try source.read(into: &events, limit: count - events.count) else { return }
  }
}
