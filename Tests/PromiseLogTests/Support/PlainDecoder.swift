// A second decoder, slow and simple: Foundation parses the line, and a table lists the members of each kind of event. The real decoder
// must agree with it.

import Foundation

/// An event as texts: its kind, and its members by name.
struct PlainEvent: Equatable {
  var kind: String
  var fields: [String: String] = [:]
}

/// The reason why a line is not an event.
struct PlainProblem: Error {
  var message: String
}

enum PlainDecoder {
  private enum Content {
    case text, number, flag, fraction, sides, site
    case word([String])
  }

  private static let causes = ["resolver", "returned", "adopted", "passthrough", "combinator", "threw", "timeout"]
  private static let settled: [String: Content] = ["cause": .word(causes), "via": .number, "site": .site]
  private static let kinds: [String: [String: Content]] = [
    "created": [
      "kind": .text, "from": .number, "label": .text, "site": .site, "queue": .text, "timer": .number,
      "unknownStart": .flag,
    ],
    "named": ["label": .text],
    "registered": ["by": .number, "handles": .sides, "site": .site],
    "enqueued": ["queue": .text],
    "started": ["queue": .text, "thread": .text],
    "finished": ["queue": .text, "thread": .text, "outcome": .word(["value", "void", "promise", "threw"])],
    "paused": [:], "resumed": [:], "handled": ["by": .number, "site": .site],
    "unhandled": [:], "continued": [:],
    "alive": ["memory": .number, "cpu": .number],
    "awaiting": ["source": .number, "site": .site],
    "ended": ["reason": .word(["exit", "drained", "signal", "snapshot"]), "signal": .text, "code": .number],
    "adopted": ["source": .number, "site": .site],
    "progressed": ["fraction": .fraction, "stage": .text],
    "fulfilled": settled.merging(["value": .text]) { $1 },
    "rejected": settled.merging(["error": .text, "type": .text, "cancelled": .flag]) { $1 },
    "ignored": ["attempt": .word(["fulfill", "reject", "resolve"]), "site": .site],
    "cancelRequested": ["by": .number],
    "released": ["state": .word(["pending", "fulfilled", "rejected"])],
    "held": ["by": .number, "text": .text],
    "called": ["site": .site, "instead": .number],
    "noted": ["text": .text, "site": .site],
    "lost": ["count": .number, "damaged": .flag],
  ]

  /// The members of a line that is one JSON object.
  static func members(_ line: [UInt8]) throws -> [String: Any] {
    // Leading spaces keep Foundation from taking zeros among the first bytes for UTF-16.
    let value = try JSONSerialization.jsonObject(with: Data(Array("    ".utf8) + line))
    guard let members = value as? [String: Any] else { throw PlainProblem(message: "no object") }
    return members
  }

  static func event(_ line: [UInt8]) throws -> PlainEvent {
    let members = try members(line)
    guard let kind = members["ev"] as? String else { throw PlainProblem(message: "ev") }
    var event = PlainEvent(kind: kind)
    for name in ["seq", "p", "ctx"] {
      if let value = members[name] { event.fields[name] = try number(value) }
    }
    if let value = members["t"] { event.fields["t"] = try time(value) }
    guard let fields = kinds[kind] else { return PlainEvent(kind: "unknown") }
    guard event.fields["seq"] != nil, event.fields["t"] != nil else { throw PlainProblem(message: "seq, t") }
    let needsPromise = !["noted", "lost", "alive", "ended"].contains(kind)
    if needsPromise, event.fields["p"] ?? "0" == "0" { throw PlainProblem(message: "p") }
    for (name, content) in fields {
      if let value = members[name], !(value is NSNull) { event.fields[name] = try text(value, content) }
    }
    // A call site that is not as expected is preserved, and decoded only where nothing else of the event may be preserved whole.
    if kind == "registered", let site = members["site"] as? [String: Any],
      site["file"] == nil || event.fields["site"]?.contains(":0:") != false
        || !Set(site.keys).isSubset(of: ["file", "line", "function"])
    {
      event.fields["site"] = nil
    }
    return event
  }

  private static func text(_ value: Any, _ content: Content) throws -> String? {
    switch content {
    case .text:
      guard let text = value as? String else { throw PlainProblem(message: "text") }
      return text
    case .number: return try number(value)
    case .flag:
      guard let number = value as? NSNumber, isFlag(number) else { throw PlainProblem(message: "flag") }
      return "\(number.boolValue)"
    case .fraction:
      guard let number = value as? NSNumber, !isFlag(number), 0...1 ~= number.doubleValue else {
        throw PlainProblem(message: "fraction")
      }
      return rounded(number.doubleValue)
    case .sides:
      guard let sides = value as? [Any] else { throw PlainProblem(message: "sides") }
      let known = sides.compactMap { $0 as? String }.filter { ["fulfilled", "rejected"].contains($0) }
      return Set(known).sorted().joined(separator: " ")
    case .word(let words): return (value as? String).flatMap { words.contains($0) ? $0 : nil }
    case .site:
      guard let site = value as? [String: Any] else { throw PlainProblem(message: "site") }
      let file = try site["file"].map { try text($0, .text) ?? "" }
      let function = try site["function"].map { try text($0, .text) ?? "" }
      let line = try site["line"].map { min(UInt64(UInt32.max), UInt64(try number($0)) ?? 0) }
      return "\(file ?? "-"):\(line ?? 0):\(function ?? "-")"
    }
  }

  private static func isFlag(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }

  private static func number(_ value: Any) throws -> String {
    guard let number = value as? NSNumber, !isFlag(number), UInt64("\(number)") != nil else {
      throw PlainProblem(message: "number")
    }
    return "\(number)"
  }

  private static func time(_ value: Any) throws -> String {
    guard let number = value as? NSNumber, !isFlag(number), let time = Int64("\(number)"), time > .min else {
      throw PlainProblem(message: "time")
    }
    return "\(time)"
  }
}

extension PlainEvent {
  /// Converts an event of the real decoder.
  init(_ event: Event, _ texts: TextTable) {
    kind = "\(event.kind)"
    guard event.kind != .unknown else { return }
    func set(_ name: String, _ number: UInt64) { if number != 0 { fields[name] = "\(number)" } }
    func set(_ name: String, _ text: TextID) { fields[name] = texts[text] }
    func setSite() {
      let site = event.site
      guard site != Site() else { return }
      fields["site"] = "\(texts[site.file] ?? "-"):\(site.line):\(texts[site.function] ?? "-")"
    }
    fields = ["seq": "\(event.sequence)", "t": "\(event.time)"]
    set("p", event.promise)
    set("ctx", event.context)
    switch event.kind {
    case .created:
      set("kind", event.operation)
      set("from", event.peer)
      set("label", event.text)
      set("queue", event.queue)
      set("timer", event.timer)
      if event.isUnknownStart { fields["unknownStart"] = "true" }
      setSite()
    case .named: set("label", event.text)
    case .registered:
      set("by", event.peer)
      setSite()
      let sides = [
        event.handles.contains(.fulfilled) ? "fulfilled" : nil, event.handles.contains(.rejected) ? "rejected" : nil,
      ]
      fields["handles"] = sides.compactMap { $0 }.joined(separator: " ")
    case .enqueued, .started, .finished:
      set("queue", event.queue)
      set("thread", event.thread)
      fields["outcome"] = event.outcome.map { "\($0)" }
    case .awaiting:
      set("source", event.peer)
      setSite()
    case .adopted:
      set("source", event.peer)
      setSite()
    case .progressed:
      if event.fraction >= 0 { fields["fraction"] = rounded(event.fraction) }
      set("stage", event.text)
    case .fulfilled, .rejected:
      set(event.kind == .fulfilled ? "value" : "error", event.text)
      set("type", event.type)
      set("via", event.peer)
      setSite()
      fields["cause"] = event.cause.map { "\($0)" }
      if event.kind == .rejected { fields["cancelled"] = "\(event.isCancelled)" }
    case .ignored:
      fields["attempt"] = event.attempt.map { "\($0)" }
      setSite()
    case .cancelRequested, .handled:
      set("by", event.peer)
      setSite()
    case .released: fields["state"] = event.state.map { "\($0)" }
    case .held:
      set("by", event.peer)
      set("text", event.text)
    case .called:
      setSite()
      set("instead", event.instead)
    case .noted:
      set("text", event.text)
      setSite()
    case .lost:
      set("count", event.count)
      if event.isDamage { fields["damaged"] = "true" }
    case .ended:
      fields["reason"] = event.reason.map { "\($0)" }
      set("signal", event.text)
      fields["code"] = event.exitCode.map { "\($0)" }
    case .alive:
      fields["memory"] = event.memory.map { "\($0)" }
      fields["cpu"] = event.programTime.map { "\($0)" }
    case .continued, .paused, .resumed, .unhandled, .unknown: break
    }
  }

  /// The event without members whose value is equivalent to an absent member.
  var normal: PlainEvent {
    var normal = self
    for (name, value) in fields {
      let isDefault =
        switch name {
        case "seq", "t": false
        case "cancelled", "damaged", "unknownStart": value == "false"
        case "handles": value == ""
        case "site": value == "-:0:-"
        case "p", "ctx", "from", "by", "source", "via", "count", "instead": value == "0"
        default: false
        }
      if isDefault { normal.fields[name] = nil }
    }
    return normal
  }
}

/// A fraction without its last digits, which Foundation rounds wrongly: it reads 0.30000000000000004 as 0.3000000000000001.
private func rounded(_ fraction: Double) -> String { "\(Int64((fraction * 1e12).rounded()))" }
