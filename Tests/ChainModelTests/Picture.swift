// Runs as one-line scripts, compared with the trees they produce: `check("1 created, 2 then 1, 1 rejects", shows: """…""")`.
//
// Commas or newlines separate a script's statements. Each statement takes one millisecond, unless it starts with `@250`,
// which sets the clock to that millisecond. Quoted words are labels, values or errors.
//
//   1 created            1 async "label"     2 then 1         3 catch 1 "label"    4 all        5 created in 2
//   4 takes 1 2 3        1 observed          2 starts         2 ends               2 adopts 3   2 at 40% "stage"
//   1 fulfils "v"        1 rejects "e"       1 cancels        1 released           1 unhandled  1 handled by 2
//   2 passes 1           1 leaks             lost 5           1 ignored         damaged 5
//   1 awaits 2           1 continues

/// Applies a script's events to a store.
struct Picture {
  let texts = TextTable()
  var store: ChainStore
  var outline = Outline()
  private var time: Int64 = 0
  private var sequence: UInt64 = 0

  init(_ script: String = "", limit: Int = 1_000_000) {
    store = ChainStore(texts: texts, limit: limit)
    play(script)
  }

  mutating func play(_ script: String) {
    for statement in script.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
      var words = Self.words(statement)
      guard let first = words.first else { continue }
      if first.hasPrefix("@") {
        time = (Int64(first.dropFirst()) ?? 0) * 1_000_000 - 1_000_000
        words.removeFirst()
      }
      time += 1_000_000
      say(words)
    }
  }

  /// Splits a statement at spaces; quoted text stays together and keeps its opening quote as a marker.
  private static func words(_ statement: Substring) -> [String] {
    var words: [String] = []
    var isQuoted = false
    var word = ""
    for character in statement {
      if character == "\"" {
        if isQuoted { words.append(word) } else if !word.isEmpty { words.append(word) }
        word = isQuoted ? "" : "\""
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private mutating func say(_ words: [String]) {
    let texts = texts
    let quoted = words.first { $0.hasPrefix("\"") }.map { texts.intern(String($0.dropFirst())) } ?? .none
    let plain = words.filter { !$0.hasPrefix("\"") }
    if plain.first == "lost" || plain.first == "damaged" {
      return emit(.lost, 0) { ($0.count, $0.isDamage) = (UInt64(plain[1]) ?? 0, plain[0] == "damaged") }
    }
    guard let id = plain.first.flatMap(PromiseID.init), plain.count > 1 else {
      Issue.record("not a statement: \(words.joined(separator: " "))")
      return
    }
    let peer = plain.count > 2 ? PromiseID(plain[2]) ?? 0 : 0
    switch plain[1] {
    case "takes":
      for input in plain.dropFirst(2).compactMap(PromiseID.init) {
        emit(.registered, input) {
          $0.peer = id
          $0.handles = [.fulfilled, .rejected]
        }
      }
    case "observed": emit(.registered, id) { $0.handles = [.fulfilled] }
    case "queued": emit(.enqueued, id) { $0.queue = texts.intern("main") }
    case "starts": emit(.started, id) { $0.queue = texts.intern("main") }
    case "ends": emit(.finished, id)
    case "awaits": emit(.awaiting, id) { $0.peer = peer }
    case "continues": emit(.continued, id)
    case "adopts": emit(.adopted, id) { $0.peer = peer }
    case "at":
      emit(.progressed, id) {
        $0.fraction = (Double(plain[2].dropLast()) ?? 0) / 100
        $0.text = quoted
      }
    case "fulfils":
      emit(.fulfilled, id) {
        $0.text = quoted
        $0.cause = .resolver
      }
    case "rejects", "cancels":
      emit(.rejected, id) {
        $0.text = quoted
        $0.cause = .resolver
        $0.isCancelled = plain[1] == "cancels"
      }
    case "passes":
      emit(.rejected, id) {
        $0.text = quoted
        $0.cause = .passthrough
        $0.peer = peer
      }
    case "ignored": emit(.ignored, id) { $0.attempt = .fulfill }
    case "handled": emit(.handled, id) { $0.peer = plain.count > 3 ? PromiseID(plain[3]) ?? 0 : 0 }
    case "unhandled": emit(.unhandled, id)
    case "released": emit(.released, id) { $0.state = .fulfilled }
    case "leaks": emit(.released, id) { $0.state = .pending }
    default: create(id, plain, peer, quoted)
    }
  }

  private mutating func create(_ id: PromiseID, _ plain: [String], _ peer: PromiseID, _ label: TextID) {
    let texts = texts
    emit(.created, id) {
      $0.operation = texts.intern(plain[1] == "created" ? "async" : plain[1])
      $0.text = label
      $0.site = Site(file: texts.intern("App/Main.swift"), line: UInt32(truncatingIfNeeded: id))
      $0.peer = peer
      if plain.count > 3, plain[plain.count - 2] == "in" { $0.context = PromiseID(plain[plain.count - 1]) ?? 0 }
    }
    if peer != 0 {
      emit(.registered, peer) {
        $0.peer = id
        switch plain[1] {
        case "catch": $0.handles = .rejected
        case "finally": $0.handles = [.fulfilled, .rejected]
        default: $0.handles = .fulfilled
        }
      }
    }
  }

  private mutating func emit(_ kind: EventKind, _ promise: PromiseID, _ fill: (inout Event) -> Void = { _ in }) {
    sequence += 1
    var event = Event(kind, promise)
    event.sequence = sequence
    event.time = time
    fill(&event)
    store.apply(event)
  }

  /// The text tree without the summary.
  mutating func text(_ glyphs: TextGlyphs = .unicode) -> String {
    outline.update(from: store)
    let text = TextTree(glyphs: glyphs).render(outline, of: store)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst(2).dropLast().joined(separator: "\n")
  }
}

/// Checks that a script produces exactly this tree.
func check(
  _ script: String, folds: Set<PromiseID> = [], limit: Int = 1_000_000, shows expected: String,
  _ location: SourceLocation = #_sourceLocation
) {
  var picture = Picture(script, limit: limit)
  picture.outline.folds = folds
  let text = picture.text()
  if text != expected { Issue.record("shows:\n\(text)\ninstead of:\n\(expected)", sourceLocation: location) }
}
