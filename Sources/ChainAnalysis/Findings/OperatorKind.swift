// Which operators the rules have to know. Owns their names in all three vocabularies. Any other name is an ordinary operator.

import ChainModel
import PromiseTrace

/// The operators that mean something to a rule.
enum OperatorKind: UInt8, Sendable {
  case ordinary
  /// Needs at least one input, and a single one can settle it: `race`, `any`.
  ///
  /// In some vocabularies, `any` waits for all of its inputs. If all were needed, one hopeless input would make the wait hopeless, so
  /// assuming that one is enough is the cautious choice.
  case needsInput
  case retry
  /// Ends a chain on purpose, or hands an outcome on unchanged: nothing is expected to use its value.
  case ending
  /// Settles when the time is up.
  case timeout
  /// Waits for a time to pass, as between two looks at the state of something: asyncio's `sleep`.
  case pause
  /// A process or a thread of a run that has several, below which its own promises are.
  case process
  /// The call of an async function, which adapters for other runtimes name like this.
  case call

  init(_ name: String) {
    switch name {
    case _ where RaceNames.contain(name): self = .needsInput
    case "retry": self = .retry
    case "timeout": self = .timeout
    case "sleep": self = .pause
    case _ where CallNames.contain(name): self = .call
    case "process", "thread": self = .process
    case "catch", "always", "done", "finally", "ensure", "ensureThen", "tap", "get", "cauterize": self = .ending
    default: self = .ordinary
    }
  }

  /// Whether a combinator waits for all of its inputs, and combines them.
  static func needsAll(_ name: String) -> Bool {
    ["all", "allSettled", "when", "whenAll", "whenAllResult", "join"].contains(name)
  }

  /// Whether the handler of an operator does something beside the chain, so that the next step is not meant to wait for what it starts.
  static func isAside(_ name: String) -> Bool { ["tap", "get", "ensure", "always", "finally"].contains(name) }
}

/// The kinds of the operators of one log, by the handle of their name.
struct Operators: Sendable {
  private var kinds: [TextID: OperatorKind] = [:]
  private var latest: (name: TextID, kind: OperatorKind) = (.none, .ordinary)

  @inline(__always)
  mutating func kind(_ name: TextID, _ texts: TextTable) -> OperatorKind {
    if latest.name == name { return latest.kind }
    let kind: OperatorKind
    if let known = kinds[name] {
      kind = known
    } else {
      if kinds.count > 4_096 { kinds.removeAll() }
      kind = texts[name].map { OperatorKind($0) } ?? .ordinary
      kinds[name] = kind
    }
    latest = (name, kind)
    return kind
  }
}
