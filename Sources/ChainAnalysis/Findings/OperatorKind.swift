// What an operator means to the rules. Its names are in `OperatorNames`.

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
    case _ where OperatorNames.isRace(name): self = .needsInput
    case "retry": self = .retry
    case "timeout": self = .timeout
    case "sleep": self = .pause
    case _ where OperatorNames.isCall(name): self = .call
    case "process", "thread": self = .process
    case _ where OperatorNames.isEnding(name): self = .ending
    default: self = .ordinary
    }
  }
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
