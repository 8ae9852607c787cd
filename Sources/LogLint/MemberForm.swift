// The members of the header and of each event, as data. Owns which are required, and what their values have to be.

import PlainText
import PromiseLog
import PromiseTrace

/// What the value of a member has to be.
enum ValueForm: Sendable {
  /// A text, such as a path.
  case text
  case preview
  case word([String])
  case integer(ClosedRange<UInt64>)
  case promise
  case fraction
  case boolean
  case sides
  case texts
  case site
  case date
  /// An integer of at least 0, or null.
  case seed
  /// An object of texts, numbers, and booleans.
  case attributes

  /// What was expected, for a sentence.
  var expectation: String {
    switch self {
    case .text, .preview: "a text"
    case .word(let words): words.count == 1 ? "'\(words[0])'" : "one of \(words.joined(separator: ", "))"
    case .integer(let range):
      range.upperBound == .max
        ? "an integer of at least \(range.lowerBound)" : "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .promise: "a promise, an integer of at least 1 or a text that is not empty"
    case .fraction: "a number from 0 to 1"
    case .boolean: "true or false"
    case .sides: "a list of 'fulfilled', 'rejected', or both"
    case .texts: "a list of texts"
    case .site: "an object with the text 'file' and the integer 'line' of at least 1"
    case .date: "a time such as 2026-11-21T09:00:00.000Z"
    case .seed: "an integer of at least 0, or null"
    case .attributes: "an object whose values are texts, numbers, and booleans"
    }
  }

  /// Whether a value has this form.
  func accepts(_ value: LogLineValue) -> Bool {
    switch (self, value) {
    case (.text, .text), (.preview, .text), (.boolean, .boolean), (.seed, .null), (.seed, .integer): true
    case (.word(let words), .text(let word, _)): words.contains(word)
    case (.integer(let range), .integer(let number)): range.contains(number)
    case (.promise, .integer(let number)): number >= 1
    case (.promise, .text(let id, _)): !id.isEmpty
    case (.fraction, .integer(let number)): number <= 1
    case (.fraction, .number(let number)): 0...1 ~= number
    case (.sides, .list(let sides)):
      sides.allSatisfy { ValueForm.word(["fulfilled", "rejected"]).accepts($0) } && sides.count <= 2
        && (sides.count < 2 || sides[0] != sides[1])
    case (.texts, .list(let values)): values.allSatisfy { ValueForm.text.accepts($0) }
    case (.site, .object(let members)): Self.isSite(members)
    case (.date, .text(let date, _)): date.wholeMatch(of: Self.dateForm) != nil
    case (.attributes, .object(let members)): members.allSatisfy { Self.isPlain($0.value) }
    default: false
    }
  }

  private static func isSite(_ members: [LogLineMember]) -> Bool {
    func has(_ name: String, _ form: ValueForm) -> Bool {
      members.first { $0.name == name }.map { form.accepts($0.value) } ?? (name == "function" || name == "inferred")
    }
    return has("file", .text) && has("line", .integer(1...UInt64(Int32.max))) && has("function", .text)
      && has("inferred", .boolean)
  }

  private static func isPlain(_ value: LogLineValue) -> Bool {
    switch value {
    case .text, .integer, .number, .boolean: true
    case .null, .object, .list, .nested: false
    }
  }

  private nonisolated(unsafe) static let dateForm = /\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d\.\d{3}Z/
}

/// The members of one kind of line.
struct LineForm: Sendable {
  var required: [String: ValueForm] = [:]
  var optional: [String: ValueForm] = [:]
  var needsPromise = true
  /// Whether the line may be about a promise, or inside one.
  var takesPromise = true

  subscript(name: String) -> ValueForm? { required[name] ?? optional[name] }

  static let header = LineForm(
    required: [
      "schema": .word(["promisescope.log"]), "version": .integer(1...1), "unit": .word(["ns"]), "started": .date,
      "program": .text, "pid": .integer(0...UInt64(Int32.max)), "sourceRoot": .text,
      "values": .word(["preview", "type", "off"]), "seed": .seed,
    ],
    optional: [
      "pidNamespace": .text, "runtime": .text, "adapter": .text, "argv": .texts, "thread": .integer(0...UInt64.max),
      "run": .text, "snapshot": .date, "sites": .word(["sampled", "all", "off"]),
    ])

  /// The members of every event.
  static let common: [String: ValueForm] = [
    "seq": .integer(1...UInt64.max), "t": .integer(0...UInt64(Int64.max)), "ev": .text, "p": .promise, "ctx": .promise,
  ]

  /// The events, by the word in `ev`.
  static let events: [String: LineForm] = [
    "created": LineForm(
      required: ["kind": .text],
      optional: [
        "from": .promise, "label": .preview, "site": .site, "callers": .text, "queue": .text,
        "timer": .integer(1...UInt64.max), "detached": .boolean, "unknownStart": .boolean, "attributes": .attributes,
      ]),
    "named": LineForm(required: ["label": .preview]),
    "registered": LineForm(
      optional: [
        "by": .promise, "handles": .sides, "takesError": .boolean, "site": .site, "task": .integer(1...UInt64.max),
      ]),
    "enqueued": LineForm(optional: ["queue": .text]),
    "started": LineForm(optional: ["queue": .text, "thread": .text]),
    "finished": LineForm(
      optional: [
        "queue": .text, "thread": .text, "outcome": .word(["value", "void", "promise", "threw"]),
        "cpu": .integer(1...UInt64.max),
      ]),
    "awaiting": LineForm(
      required: ["source": .promise],
      optional: [
        "site": .site, "takesError": .boolean, "loop": .word(["condition", "endless", "each"]),
        "cpu": .integer(1...UInt64.max),
      ]),
    "continued": LineForm(),
    "paused": LineForm(),
    "resumed": LineForm(),
    "adopted": LineForm(required: ["source": .promise], optional: ["site": .site]),
    "progressed": LineForm(optional: ["fraction": .fraction, "stage": .preview]),
    "fulfilled": LineForm(
      required: ["cause": .word(causes)], optional: ["value": .preview, "via": .promise, "site": .site]),
    "rejected": LineForm(
      required: ["cause": .word(causes), "cancelled": .boolean],
      optional: ["error": .preview, "type": .text, "via": .promise, "site": .site]),
    "ignored": LineForm(required: ["attempt": .word(["fulfill", "reject", "resolve"])], optional: ["site": .site]),
    "cancelRequested": LineForm(optional: ["by": .promise]),
    "handled": LineForm(optional: ["by": .promise, "takesError": .boolean, "site": .site]),
    "unhandled": LineForm(),
    "released": LineForm(required: ["state": .word(["pending", "fulfilled", "rejected"])]),
    "called": LineForm(required: ["site": .site], optional: ["instead": .integer(1...UInt64(Int32.max))]),
    "held": LineForm(optional: ["by": .promise, "text": .preview]),
    "noted": LineForm(required: ["text": .preview], optional: ["site": .site], needsPromise: false),
    "lost": LineForm(
      required: ["count": .integer(1...UInt64.max)], optional: ["damaged": .boolean], needsPromise: false),
    "ended": LineForm(
      optional: [
        "reason": .word(["exit", "drained", "signal", "snapshot"]), "signal": .text, "code": .integer(0...UInt64.max),
      ],
      needsPromise: false),
    "alive": LineForm(
      optional: ["memory": .integer(0...UInt64.max), "cpu": .integer(0...UInt64.max)], needsPromise: false,
      takesPromise: false),
  ]

  /// The names of all members of events; others may occur anywhere.
  static let names = Set(events.values.flatMap { Array($0.required.keys) + Array($0.optional.keys) })

  private static let causes = [
    "resolver", "returned", "adopted", "passthrough", "combinator", "threw", "timeout",
  ]
}
