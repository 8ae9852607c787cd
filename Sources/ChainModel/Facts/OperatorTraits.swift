// What the name of an operator says to the history, to a rule, or to a sentence. A name without traits is that of an ordinary operator.

/// What the name of an operator says.
package struct OperatorTraits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  // MARK: In all vocabularies

  /// Needs at least one input, and a single one can settle it.
  ///
  /// In some vocabularies, `any` waits for all of its inputs. If all were needed, one hopeless input would make the wait hopeless, so
  /// assuming that one is enough is the cautious choice.
  package static let race = Self(rawValue: 1 << 0)
  /// Waits for all of its inputs, and combines them.
  package static let needsAll = Self(rawValue: 1 << 1)
  package static let retry = Self(rawValue: 1 << 2)
  /// Settles when the time is up.
  package static let timeout = Self(rawValue: 1 << 3)
  /// Waits for a time to pass.
  package static let timer = Self(rawValue: 1 << 4)
  /// Ends a chain on purpose, or hands an outcome on unchanged: nothing is expected to use its value.
  package static let ending = Self(rawValue: 1 << 5)
  /// Its handler does something beside the chain, so the next step is not meant to wait for what it starts.
  package static let aside = Self(rawValue: 1 << 6)
  /// A process or a thread of a run that has several, below which its own promises are.
  package static let process = Self(rawValue: 1 << 7)
  /// The call of an async function, whose call site is that of the call, not of the body.
  package static let call = Self(rawValue: 1 << 8)

  // MARK: In the vocabulary of a runtime

  /// Made by the program's own code, which settles it.
  package static let own = Self(rawValue: 1 << 9)
  /// A pause, as between two attempts or two looks at the state of something.
  package static let pause = Self(rawValue: 1 << 10)
  /// Made by a helper, which may be a pause.
  package static let perhapsPause = Self(rawValue: 1 << 11)
  /// Has to follow others like it, as on a file, a stream, a queue, or a lock.
  package static let turn = Self(rawValue: 1 << 12)
  /// A step of an iteration.
  package static let iteration = Self(rawValue: 1 << 13)
  /// Waits for a person's answer, or for the next element of a stream or of events.
  package static let input = Self(rawValue: 1 << 14)
  /// Waits for an event that may never come, such as a signal.
  package static let listener = Self(rawValue: 1 << 15)
  /// Waits for a lock, which may be held by what another promise waits for.
  package static let lock = Self(rawValue: 1 << 16)
  /// Settles with a body that awaits others.
  package static let awaits = Self(rawValue: 1 << 17)
  /// Settles when one of its inputs fails, and cancels none of the others.
  package static let leavesOthers = Self(rawValue: 1 << 18)
  /// Only other code of the program settles it, such as the last `task_done` of a queue.
  package static let settledByProgram = Self(rawValue: 1 << 19)

  /// Whether no rule expects anything else of it than of any promise with a value.
  package var isOrdinary: Bool { isDisjoint(with: Self.special) }
  private static let special: Self = [.race, .retry, .timeout, .pause, .call, .process, .ending]

  /// Settles with a body of the program that can await others.
  package static let asyncBody: Self = [.call, .awaits]

  // MARK: Names

  /// Names with their traits, from traits with their names.
  static func table(_ names: [OperatorTraits: [String]]) -> [String: OperatorTraits] {
    var table: [String: OperatorTraits] = [:]
    for (traits, names) in names { for name in names { table[name, default: []].formUnion(traits) } }
    return table
  }

  /// The names of this library, of PromiseKit, of Bolts, and of Promises/A+, and those that all adapters use.
  static let common = table([
    .race: ["race", "any", "whenAny"],
    .needsAll: ["all", "allSettled", "when", "whenAll", "whenAllResult", "join"],
    .retry: ["retry"],
    .timeout: ["timeout"],
    .timer: ["delay", "after", "withDelay", "setTimeout", "sleep"],
    .pause: ["sleep"],
    .ending: ["catch", "always", "done", "finally", "ensure", "ensureThen", "tap", "get", "cauterize"],
    .aside: ["tap", "get", "ensure", "always", "finally"],
    .process: ["process", "thread"],
    .call: ["async function", "coroutine"],
  ])
}
