// Journeys of a person: a log or program, commands with their keys, and what must be seen. Each paragraph of `Journeys/*.journey` is one.
//
// A journey's first line is its title. The other lines:
//
//     log NAME EVENTS      appends to a log, whose events `LogText` describes
//     file NAME TEXT       writes a file; `\n` in the text is a line break
//     $ ARGUMENTS          runs pscope in the folder of the files; words are split as a shell does
//     exits CODE           the exit code of the last command; without the line, 0
//     see TEXT             its output has this text; blanks in a row count as one, and ` ... ` is any text
//     no TEXT              its output has no such text
//
// The line `$ view run.ndjson --frame text --keys "Home z"` prints what a person sees after these keys.

@Suite struct JourneyTests {
  @Test(arguments: Journey.all)
  func `A journey`(_ journey: Journey) async throws {
    let folder = try Folder()
    var logs: [String: LogText] = [:]
    var seen: (code: Int32, text: String)?
    func exits(_ code: Int32) { if let seen { expectEqual(seen.code, code, "\(journey.title)\n\(seen.text)") } }
    for (line, expectsCode) in journey.steps {
      let (word, rest) = line.split(at: " ")
      switch word {
      case "log":
        let (name, events) = rest.split(at: " ")
        try logs[name, default: LogText()].add(events)
        _ = try folder.write(name, logs[name]?.text ?? "")
      case "file":
        let (name, text) = rest.split(at: " ")
        _ = try folder.write(name, text.replacing("\\n", with: "\n") + "\n")
      case "$":
        let outcome = try await run(["sh", "-c", "cd \"$1\"; \"$0\" \(rest)", binary, folder.path])
        seen = (outcome.code, (outcome.text + outcome.errors).singleSpaced)
        if !expectsCode { exits(0) }
      case "exits": exits(try #require(Int32(rest)))
      case "see":
        #expect(seen?.text.has(rest) == true, "\(journey.title)\nsee \(rest)\n\(seen?.text ?? "")")
      case "no":
        #expect(seen?.text.has(rest) == false, "\(journey.title)\nno \(rest)\n\(seen?.text ?? "")")
      default: Issue.record("\(journey.title): expected log, file, $, exits, see, or no, found '\(line)'")
      }
    }
  }
}

/// A paragraph of a file in `Journeys`.
struct Journey: Sendable, CustomTestStringConvertible {
  let title: String
  /// Each line, and whether the next one expects an exit code.
  let steps: [(line: String, expectsCode: Bool)]
  var testDescription: String { title }

  static let all: [Journey] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Journeys").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().flatMap { name in
      let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
      return text.components(separatedBy: "\n\n").map { paragraph in
        let lines = paragraph.split(separator: "\n").map(String.init)
        let next = lines.dropFirst(2) + [""]
        return Journey(
          title: lines.first ?? "", steps: zip(lines.dropFirst(), next).map { ($0, $1.hasPrefix("exits ")) })
      }
    }
  }()
}

/// A log, written down in short words: events separated by commas.
///
/// `+5` lets 5 milliseconds pass. Any other event is a promise's number (none for `noted`, `lost`, `alive`, and `ended`), the name of the event, its
/// main member, and others as `member=value`. `1 created then from=2 at=Shop.swift:3, 1 fulfilled 7, 2 rejected down, ended exit`. A promise that
/// derives `from` another is registered on it. `3*(…)` repeats what is in the parentheses, where `N` is 1, 2, 3, and `N+1` the next number. A `_` in
/// a text is a blank. `header` in front of all events sets members of the first line: `header run=7 pid=2`.
struct LogText {
  private var header = [
    "schema": "promisescope.log", "version": "1", "unit": "ns", "started": "2026-01-01T00:00:00.000Z",
    "program": "shop",
    "pid": "1", "sourceRoot": "", "values": "preview", "seed": "null",
  ]
  private var events = ""
  private var (sequence, time) = (0, 0)

  /// The log.
  var text: String { "{" + members(header) + "}\n" + events }

  mutating func add(_ events: String) throws {
    for event in Self.repeated(events).split(separator: ",") {
      var words = event.split(separator: " ").map(String.init)
      if let first = words.first, first.hasPrefix("+"), let milliseconds = Double(first) {
        time += Int(milliseconds * 1_000_000)
      } else if words.first == "header" {
        for (name, value) in words.dropFirst().map({ $0.split(at: "=") }) { header[name] = value }
      } else if !words.isEmpty {
        let promise = Int(words[0])
        if promise != nil { words.removeFirst() }
        try add(words.removeFirst(), promise, words)
      }
    }
  }

  private static func repeated(_ text: String) -> String {
    text.replacing(#/(\d+)\*\(([^()]*)\)/#) { match in
      (1...(Int(match.1) ?? 1)).map { number in
        match.2.replacing(#/N(\+\d+)?/#) { "\(number + ($0.1.flatMap { Int($0.dropFirst()) } ?? 0))" }
      }.joined(separator: ", ")
    }
  }

  private static let mainMembers = [
    "created": "kind", "named": "label", "registered": "by", "adopted": "source", "awaiting": "source",
    "fulfilled": "value", "rejected": "error", "released": "state", "held": "text", "noted": "text", "lost": "count",
    "ended": "reason",
    "progressed": "fraction", "finished": "outcome", "enqueued": "queue", "handled": "by", "alive": "",
    "started": "thread",
    "unhandled": "", "continued": "source",
  ]

  private mutating func add(_ kind: String, _ promise: Int?, _ words: [String]) throws {
    let main = try #require(Self.mainMembers[kind], "no event is named '\(kind)'")
    var members: [String: String] = [:]
    for (index, word) in words.enumerated() {
      let (name, value) = word.split(at: "=")
      if word.contains("=") { members[name] = value } else if index == 0 { members[main] = word }
    }
    switch kind {
    case "fulfilled": members.merge(["cause": "resolver"]) { old, _ in old }
    case "rejected": members.merge(["cause": "resolver", "cancelled": "false"]) { old, _ in old }
    case "started" where members["thread"] == nil: members["thread"] = "main"
    default: break
    }
    if let place = members.removeValue(forKey: "at") {
      let (file, line) = place.split(at: ":")
      members["site"] = #"{"file":"\#(file)","line":\#(line)}"#
    }
    if let sides = members["handles"] {
      members["handles"] = "[\(sides.split(separator: "+").map { "\"\($0)\"" }.joined(separator: ","))]"
    }
    sequence += 1
    members.merge(["seq": "\(sequence)", "t": "\(time)", "ev": kind]) { old, _ in old }
    if let promise { members["p"] = "\(promise)" }
    events += "{" + self.members(members) + "}\n"
    if kind == "created", let source = members["from"].flatMap({ Int($0) }), let promise {
      try add("registered", source, ["\(promise)", "handles=fulfilled"])
    }
  }
}

extension LogText {
  private static let numbers: Set = [
    "seq", "t", "p", "from", "by", "source", "via", "ctx", "timer", "task", "count", "fraction", "code", "version",
    "pid", "cpu", "memory",
  ]

  /// Members of an object: numbers, objects, lists, and texts.
  private func members(_ members: [String: String]) -> String {
    members.sorted { $0.key < $1.key }.map { name, value in
      let isText =
        !Self.numbers.contains(name) && !"{[".contains(value.prefix(1)) && !["null", "true", "false"].contains(value)
      return #""\#(name)":"# + (isText || value.isEmpty ? #""\#(value.replacing("_", with: " "))""# : value)
    }.joined(separator: ",")
  }
}

extension String {
  /// Whether it has the parts of a text, which ` ... ` separates, in their order.
  fileprivate func has(_ text: String) -> Bool {
    var rest = self[...]
    return text.singleSpaced.split(separator: " ... ").allSatisfy { part in
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
      return true
    }
  }

  /// The text before and after the first separator.
  fileprivate func split(at separator: Character) -> (String, String) {
    guard let index = firstIndex(of: separator) else { return (self, "") }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }

  /// The text with single spaces only.
  fileprivate var singleSpaced: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
