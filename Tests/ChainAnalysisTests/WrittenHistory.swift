// Histories written as one-line scripts. Commas or newlines separate statements. Each takes one millisecond, unless it starts with `@250`,
// which sets the clock to that millisecond.
//
//   1 wrap "label"          2 then from 1 in 5     4 all of 1 2 3         4 takes 5            1 observed          1 after for 30 s      2 wrap at 7
//   2 queued images         2 starts images        2 ends promise         2 adopts 3           1 paused
//   1 fulfills "v"          2 fulfills via 1       2 rejects "e" threw    2 cancels via 1      1 cancel by 2
//   1 handled by 2          1 unhandled            1 freed                1 ignored            lost 5, ended, ended drained
//   2 awaits 3              2 continues

struct WrittenHistory {
  let texts = TextTable()
  private(set) var events: [Event] = []
  private(set) var store: ChainStore
  private(set) var bodies = BodyIndex()
  private var time: Int64 = 0

  // Made once, because the name of a case is found by reflection.
  private static let causes = SettlementCause.allCases.map { (name: "\($0)", cause: $0) }
  private static let outcomes = Dictionary(uniqueKeysWithValues: BodyOutcome.allCases.map { ("\($0)", $0) })

  init(_ script: String, limit: Int = 1_000_000) {
    store = ChainStore(texts: texts, limit: limit)
    play(script)
  }

  mutating func play(_ script: String) {
    for statement in script.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
      var words = Self.words(statement)
      guard let first = words.first else { continue }
      if first.hasPrefix("@"), let milliseconds = Double(first.dropFirst()) {
        time = Int64(milliseconds * 1_000_000)
        words.removeFirst()
      } else {
        time += 1_000_000
      }
      say(words)
    }
  }

  /// Splits a statement at spaces; quoted text stays together and keeps its opening quote.
  private static func words(_ statement: Substring) -> [String] {
    var words: [String] = []
    for (index, part) in statement.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) {
        words += part.split(separator: " ").map(String.init)
      } else {
        words.append("\"\(part)")
      }
    }
    return words
  }

  private mutating func say(_ words: [String]) {
    if words.first == "lost" { return emit(.lost, 0) { $0.count = UInt64(words[1]) ?? 1 } }
    if words.first == "ended" {
      return emit(.ended, 0) { $0.reason = EndReason.allCases.first { words.last == "\($0)" } }
    }
    guard words.count > 1, let id = PromiseID(words[0]) else { preconditionFailure("not a statement: \(words)") }
    let texts = texts
    let quoted = words.first { $0.hasPrefix("\"") }.map { texts.intern(String($0.dropFirst())) } ?? .none
    func number(after word: String) -> PromiseID {
      words.firstIndex(of: word).flatMap { PromiseID(words[$0 + 1]) } ?? 0
    }
    let place = words.count > 2 ? texts.intern(words[2]) : .none
    switch words[1] {
    case "takes": emit(.registered, PromiseID(words[2]) ?? 0) { ($0.peer, $0.handles) = (id, [.fulfilled, .rejected]) }
    case "observed": emit(.registered, id) { $0.handles = [.fulfilled, .rejected] }
    case "queued": emit(.enqueued, id) { $0.queue = place }
    case "starts": emit(.started, id) { ($0.queue, $0.thread) = (place, texts.intern("worker")) }
    case "ends":
      let queue = store.facts(id)?.queue ?? .none
      emit(.finished, id) {
        $0.outcome = Self.outcomes[words.last ?? ""] ?? .value
        $0.queue = queue
      }
    case "awaits": emit(.awaiting, id) { $0.peer = PromiseID(words[2]) ?? 0 }
    case "continues": emit(.continued, id)
    case "adopts": emit(.adopted, id) { $0.peer = PromiseID(words[2]) ?? 0 }
    case "paused": emit(.paused, id)
    case "fulfills", "rejects", "cancels":
      emit(words[1] == "fulfills" ? .fulfilled : .rejected, id) {
        ($0.peer, $0.text, $0.isCancelled) = (number(after: "via"), quoted, words[1] == "cancels")
        let cause = Self.causes.first { words.contains($0.name) }
        $0.cause = cause?.cause ?? ($0.peer == 0 ? .resolver : .passthrough)
        if words[1] == "rejects" { $0.type = texts.intern("DemoError") }
      }
    case "cancel": emit(.cancelRequested, id) { $0.peer = number(after: "by") }
    case "handled": emit(.handled, id) { $0.peer = number(after: "by") }
    case "unhandled": emit(.unhandled, id)
    case "ignored": emit(.ignored, id) { $0.attempt = .fulfill }
    case "freed":
      let state = store.state(of: id)
      emit(.released, id) {
        $0.state = state == .fulfilled ? .fulfilled : state?.isSettled == true ? .rejected : .pending
      }
    default: create(id, words[1], label: quoted, from: number(after: "from"), inside: number(after: "in"), words)
    }
  }

  private mutating func create(
    _ id: PromiseID, _ operation: String, label: TextID, from: PromiseID, inside: PromiseID, _ words: [String]
  ) {
    let (texts, line) = (texts, words.firstIndex(of: "at").flatMap { PromiseID(words[$0 + 1]) } ?? 0)
    emit(.created, id) {
      ($0.operation, $0.text, $0.peer, $0.context) = (texts.intern(operation), label, from, inside)
      if let word = words.firstIndex(of: "for") { $0.timer = (UInt64(words[word + 1]) ?? 0) * 1_000_000_000 }
      $0.site = Site(
        file: texts.intern("App/Main.swift"), line: UInt32(line == 0 ? id : line), function: texts.intern("run()"))
    }
    if from != 0 {
      let sides: HandledSides =
        switch operation {
        case "catch", "recover": .rejected
        case "delay", "timeout": []
        case "always": [.fulfilled, .rejected]
        default: .fulfilled
        }
      emit(.registered, from) { ($0.peer, $0.handles) = (id, sides) }
    }
    guard let of = words.firstIndex(of: "of") else { return }
    for input in words[(of + 1)...].compactMap({ PromiseID($0) }) {
      emit(.registered, input) { ($0.peer, $0.handles) = (id, [.fulfilled, .rejected]) }
    }
  }

  mutating func emit(_ kind: EventKind, _ promise: PromiseID, _ fill: (inout Event) -> Void = { _ in }) {
    var event = Event(kind, promise)
    event.sequence = UInt64(events.count + 1)
    event.time = time
    fill(&event)
    events.append(event)
    store.apply(event)
    bodies.apply(event, in: store)
  }
}
