// The columns of every table of promises: the members of JSON, the columns of CSV, the short keys of a page, and the attributes of a span. A new
// fact about a promise is one line here.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// What a column says about a promise.
enum FieldValue {
  case none
  case number(Int64)
  case flag(Bool)
  /// A word of our own, which needs no escapes.
  case word(String)
  case words([String])
  case text(TextID)
  case promise(PromiseID)
  case promises([PromiseID])
  case site(NodeSite)

  init(_ number: Int64?) { self = number.map { .number($0) } ?? .none }
}

/// A promise with what its columns need.
struct PromiseRow {
  let facts: NodeFacts
  let durations: NodeDurations
  /// The rules that hold for it.
  let rules: [Rule]
  let table: PromiseTable

  var isLocated: Bool { facts.site.line > 0 }
  /// nil for a promise that existed before the log.
  fileprivate var knownDurations: NodeDurations? { facts.isUnknownStart ? nil : durations }
  fileprivate var handler: PromiseID { table.branches.handler(of: facts.id, in: table.store)?.promise ?? 0 }
}

/// The promises of an export.
final class PromiseTable {
  let store: ChainStore
  let branches = HandlerBranches()
  private let rules: [PromiseID: [Rule]]
  private let end: Int64
  private let timers: [TextID]

  init(_ store: ChainStore, _ findings: [Finding], end: Int64) {
    (self.store, self.end, rules) = (store, end, findings.rulesByPromise())
    timers = OperatorTraits.timer.names.map { store.texts.intern($0) }
  }

  func row(_ facts: NodeFacts) -> PromiseRow {
    PromiseRow(
      facts: facts,
      durations: NodeDurations(store.moments(facts, now: end, isTimer: timers.contains(facts.operation))),
      rules: rules[facts.id] ?? [], table: self)
  }
}

struct PromiseField: Sendable {
  let key: StaticString
  /// The name in CSV; nil if it has no such column.
  var column: String?
  /// The key on a page, which is short because there may be 50,000 promises.
  var page: StaticString?
  /// The name among the attributes of a span.
  var attribute: StaticString?
  let value: @Sendable (PromiseRow) -> FieldValue

  private init(
    _ key: StaticString, column: String? = nil, page: StaticString? = nil, span: StaticString? = nil,
    _ value: @escaping @Sendable (PromiseRow) -> FieldValue
  ) {
    (self.key, self.column, self.page, attribute, self.value) = (key, column ?? "\(key)", page, span, value)
  }

  /// A time or a duration in nanoseconds.
  private static func time(
    _ key: StaticString, span: StaticString? = nil, _ value: @escaping @Sendable (PromiseRow) -> Int64?
  ) -> PromiseField {
    PromiseField(key, column: "\(key)_ns", span: span) { FieldValue(value($0)) }
  }

  private static func flag(_ key: StaticString, _ isSet: @escaping @Sendable (NodeFacts) -> Bool) -> PromiseField {
    PromiseField(key) { isSet($0.facts) ? .flag(true) : .none }.outsideOfCSV
  }

  private static func promise(
    _ key: StaticString, page: StaticString? = nil, _ value: @escaping @Sendable (PromiseRow) -> PromiseID
  ) -> PromiseField { PromiseField(key, page: page) { .promise(value($0)) } }

  private var outsideOfCSV: PromiseField {
    var field = self
    field.column = nil
    return field
  }

  /// All columns, in the order of JSON and CSV.
  static let all: [PromiseField] = [
    promise("promise") { $0.facts.id },
    PromiseField("state", span: "promise.state") { .word($0.facts.state.word) },
    PromiseField("operation", page: "o", span: "promise.operation") { .text($0.facts.operation) },
    PromiseField("label", page: "n", span: "promise.label") { .text($0.facts.label) },
    PromiseField("file", span: "code.file.path") { $0.isLocated ? .text($0.facts.site.file) : .none },
    PromiseField("line", span: "code.line.number") { $0.isLocated ? .number(Int64($0.facts.site.line)) : .none },
    PromiseField("function", span: "code.function.name") { $0.isLocated ? .text($0.facts.site.function) : .none },
    time("created") { $0.facts.isUnknownStart ? nil : $0.facts.created },
    time("enqueued") { $0.facts.enqueued },
    time("started") { $0.facts.started },
    time("finished") { $0.facts.finished },
    time("settled") { $0.facts.settled },
    time("released") { $0.facts.released },
    time("duration") { $0.knownDurations?.total },
    time("waiting", span: "promise.waiting_ns") { $0.knownDurations?.waiting },
    time("queued", span: "promise.queued_ns") { $0.knownDurations?.queued },
    time("own", span: "promise.own_ns") { $0.knownDurations?.own },
    time("running") { $0.knownDurations?.running },
    time("timer") { $0.facts.timer }.outsideOfCSV,
    PromiseField("queue", page: "q", span: "promise.queue") { .text($0.facts.queue) },
    PromiseField("thread", page: "h", span: "thread.name") { .text($0.facts.thread) },
    PromiseField("cause", page: "c", span: "promise.cause") { $0.facts.cause.map { .word("\($0.logName)") } ?? .none },
    PromiseField("settledAt", column: "settled_at", page: "a", span: "promise.settled_at") {
      $0.table.store.nodeSite($0.facts.settleSite).map { .site($0) } ?? .none
    },
    PromiseField("value", page: "v", span: "promise.value") { $0.facts.isRejected ? .none : .text($0.facts.text) },
    PromiseField("error", page: "v") { $0.facts.isRejected ? .text($0.facts.text) : .none },
    PromiseField("type", column: "error_type", page: "y") { $0.facts.isRejected ? .text($0.facts.type) : .none },
    PromiseField("handled") {
      $0.facts.isRejected ? .flag($0.table.store.rejection(of: $0.facts.id).isHandled) : .none
    },
    promise("handledBy", page: "handledBy") { $0.facts.isRejected ? $0.handler : 0 }.outsideOfCSV,
    promise("origin", page: "origin") {
      $0.facts.isRejected ? $0.table.store.rejection(of: $0.facts.id).origin : 0
    }.outsideOfCSV,
    flag("cancelRequested", \.isCancelRequested),
    flag("paused", \.isPaused),
    flag("cyclic", \.isCyclic),
    promise("from", page: "from") { $0.facts.from },
    promise("adopts", page: "adopts") { $0.facts.adopts },
    PromiseField("awaits") { $0.facts.hasAwaited ? .promises($0.table.store.awaited(by: $0.facts.id)) : .none },
    promise("inside", page: "inside") { $0.facts.inside },
    promise("via", page: "via") { $0.facts.via },
    PromiseField("inputs", page: "inputs") {
      $0.facts.hasInputs ? .promises($0.table.store.inputs(of: $0.facts.id, limit: .max)) : .none
    }.outsideOfCSV,
    PromiseField("handlers") { .number(Int64($0.table.store.reactionCount(of: $0.facts.id))) },
    PromiseField("findings") { .words($0.rules.map(\.rawValue)) },
  ]

  /// The columns that are attributes of a span, by their names there.
  static let byAttribute: [String: PromiseField] = Dictionary(
    all.compactMap { field in field.attribute.map { ("\($0)", field) } }, uniquingKeysWith: { first, _ in first })
}

extension [Finding] {
  /// The rules that hold for each promise: its own findings, in order of severity, without those that it only proves.
  func rulesByPromise() -> [PromiseID: [Rule]] {
    var rules: [PromiseID: [Rule]] = [:]
    for finding in self {
      for id in finding.promises where !(rules[id]?.contains(finding.rule) ?? false) {
        rules[id, default: []].append(finding.rule)
      }
    }
    return rules
  }
}

extension ExportBytes {
  /// Writes what a column says about a promise as a member; nothing if that is nothing.
  func member(_ field: PromiseField, of row: PromiseRow) {
    let content = field.value(row)
    switch content {
    case .none, .promise(0), .text(.none), .words([]), .promises([]): return
    default: key(field.key)
    }
    switch content {
    case .none: break
    case .number(let number): value(number)
    case .flag(let isSet): value(isSet)
    case .word(let word): value(word)
    case .words(let words): array { for word in words { value(word) } }
    case .text(let text): value(text)
    case .promise(let id): value(id)
    case .promises(let ids): array { for id in ids { value(id) } }
    case .site(let site):
      object {
        member("file", site.file)
        member("line", site.line)
        if !site.function.isEmpty { member("function", site.function) }
      }
    }
  }
}
