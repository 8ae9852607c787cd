// A shop with one fault of each common kind: a swallowed error, a dropped resolver, a slow body on a serial queue, an unhandled rejection.

extension EventScript {
  /// Loads a page of a shop; 5 s long, and killed before it ended.
  static func shop() -> EventScript {
    var script = EventScript()
    script.file = "Shop/main.swift"
    script.created(1, "wrap", "GET /prices", line: 12, function: "prices()")
    script.created(2, "then", from: 1, line: 14, function: "prices()")
    script.created(3, "recover", from: 2, line: 15, function: "prices()")
    script.created(4, "async", "lock stock", line: 41, function: "acquire(_:)")
    script.enqueued(4, on: "work")
    script.created(5, "then", "reserve stock", from: 4, line: 52, function: "reserve()")
    script.created(6, "wrap", "GET /img/1", line: 60, function: "image(_:)")
    script.created(7, "then", "decode 1", from: 6, line: 61, function: "image(_:)")
    script.created(8, "wrap", "GET /img/2", line: 60, function: "image(_:)")
    script.created(9, "then", "decode 2", from: 8, line: 61, function: "image(_:)")
    script.created(10, "all", "page", line: 70, function: "page()")
    for input in [3, 5, 7, 9] as [PromiseID] { script.registered(input, by: 10) }
    script.created(11, "wrap", "GET /metrics", line: 80, function: "metrics()")
    script.created(12, "then", "report", from: 11, line: 81, function: "metrics()")
    script.at(1)
    script.started(4, on: "work")
    script.finished(4, .void, on: "work")
    script.add(.released, 4) { $0.state = .pending }
    script.at(100)
    for id in [6, 8] as [PromiseID] { script.fulfilled(id, "\(id)", .resolver) }
    for id in [7, 9] as [PromiseID] { script.enqueued(id, on: "images") }
    script.started(7, on: "images")
    script.at(300)
    script.rejected(1, "priceService(503)", .resolver)
    script.rejected(2, "priceService(503)", .passthrough, via: 1)
    script.enqueued(3, on: "main")
    script.started(3, on: "main", thread: "main")
    script.add(.handled, 2) { $0.peer = 3 }
    script.finished(3, on: "main")
    script.fulfilled(3, "[]")
    script.at(500)
    script.rejected(11, "flaky(9)", .resolver)
    script.rejected(12, "flaky(9)", .passthrough, via: 11)
    script.add(.unhandled, 12)
    script.at(1_700)
    script.finished(7, on: "images")
    script.fulfilled(7, "picture 1")
    script.started(9, on: "images")
    script.at(1_750)
    script.finished(9, on: "images")
    script.fulfilled(9, "picture 2")
    script.at(5_000)
    script.noted("still loading")
    return script
  }
}
