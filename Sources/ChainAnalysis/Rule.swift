// The rules: what can be wrong with a program's promises. Owns their IDs, default severities and hints. Does not decide when a rule holds;
// that is the `Analyzer`'s task.

/// A kind of finding.
///
/// The raw values are the IDs that `pscope check` prints and that `promisescope.yml` refers to. docs/findings.md explains each rule.
public enum Rule: String, Sendable, CaseIterable, Codable {
  /// A rejection that no handler took.
  case unhandledRejection = "unhandled-rejection"
  /// A promise that can never settle, or had not settled when the program ended.
  case neverSettled = "never-settled"
  /// A promise that has been pending for a long time.
  case stuck
  /// A second attempt to settle a promise.
  case settledTwice = "settled-twice"
  /// A handler that started a chain and did not return it.
  case missingReturn = "missing-return"
  /// A value that nothing asked for.
  case lostResult = "lost-result"
  /// A promise that was resolved with itself.
  case selfResolution = "self-resolution"
  /// Promises that wait for each other.
  case cycle
  /// A handler that turned a rejection into a value.
  case swallowedError = "swallowed-error"
  /// Promises that ran one after another, although none seems to need another's value.
  case serialAlthoughIndependent = "serial-although-independent"
  /// A promise that wraps a value or another promise.
  case needlessPromise = "needless-promise"
  /// A thread that waits for a promise on the queue that the promise needs.
  case blockingWait = "blocking-wait"
  /// A body that occupied a queue while others waited for it.
  case slowHandler = "slow-handler"
  /// A queue on which bodies wait longer than they run.
  case queueContention = "queue-contention"
  /// A `race` or `any` without inputs.
  case emptyCombinator = "empty-combinator"
  /// Many retries in a short time.
  case retryStorm = "retry-storm"
  /// A promise with many handlers.
  case manyHandlers = "many-handlers"
  /// A chain with many links.
  case deepChain = "deep-chain"

  /// The severity of its findings, unless the settings choose another one.
  ///
  /// A promise that is merely pending when the program ends is a `warning` of ``neverSettled``; one that was freed pending is an `error`.
  public var severity: Severity {
    switch self {
    case .unhandledRejection, .neverSettled, .selfResolution, .cycle, .blockingWait: .error
    case .stuck, .settledTwice, .missingReturn, .emptyCombinator, .slowHandler, .queueContention, .retryStorm: .warning
    case .lostResult, .swallowedError, .serialAlthoughIndependent, .needlessPromise, .manyHandlers, .deepChain: .note
    }
  }

  /// What the rule looks for, in one sentence.
  public var summary: String {
    switch self {
    case .unhandledRejection: "A promise was rejected, and no handler took the rejection."
    case .neverSettled: "A promise was freed while pending, or was still pending when the program ended."
    case .stuck: "A promise has been pending for a long time, and so is everything that waits for it."
    case .settledTwice: "Code tried to settle a promise a second time."
    case .missingReturn:
      "A handler started a chain of promises but returned nothing, so the next step did not wait for the chain."
    case .lostResult: "A promise was fulfilled with a value that no handler asked for."
    case .selfResolution: "A promise was resolved with itself."
    case .cycle: "A promise was resolved with one that waits for it."
    case .swallowedError: "A handler turned a rejection into a value."
    case .serialAlthoughIndependent: "Promises from one call site ran one after another."
    case .needlessPromise: "A promise was created around a value or a promise that existed already."
    case .blockingWait: "A thread waits for a promise on the queue that the promise needs in order to settle."
    case .slowHandler: "A body occupied a queue while other bodies waited for it."
    case .queueContention: "The bodies on a queue waited longer than they ran."
    case .emptyCombinator: "A combinator that needs at least one input has none."
    case .retryStorm: "An operation was retried many times in a short time."
    case .manyHandlers: "A promise has an unusual number of handlers."
    case .deepChain: "A chain has an unusual number of links."
    }
  }

  /// What to do about a finding, in one sentence.
  public var hint: String {
    switch self {
    case .unhandledRejection:
      "Add a catch or recover handler to the end of the chain, or return the promise to a caller that has one."
    case .neverSettled:
      "Call fulfill or reject on every path, also when the work fails, is canceled, or its callback never arrives."
    case .stuck: "Look at what it waits for; a timeout turns a hang into an error."
    case .settledTwice: "Settle the promise on one path only, for instance by returning right after the first call."
    case .missingReturn:
      "Return the promise from the handler, so that the next step waits for it and receives its error."
    case .lostResult: "Use the value, or let the operation return nothing."
    case .selfResolution: "Return the promise of the next step instead of the handler's own promise."
    case .cycle: "Break the cycle: let one of the promises settle without waiting for the other."
    case .swallowedError:
      "Check that the handler looks at the error, and that it rethrows the errors that it cannot replace."
    case .serialAlthoughIndependent:
      "If they do not need each other's values, start them together and combine them with all."
    case .needlessPromise: "Return the existing promise, or use Promise(value)."
    case .blockingWait: "Use then instead of waiting, or wait on a queue that the promise does not need."
    case .slowHandler: "Move the work to a queue of its own, or divide it into shorter steps."
    case .queueContention: "Give the work more queues, or a concurrent one, or start less of it at the same time."
    case .emptyCombinator: "Check for an empty list before combining it."
    case .retryStorm: "Wait longer between attempts, for instance with a growing delay, or limit their number."
    case .manyHandlers: "Check that handlers are not registered again and again on a promise that lives long."
    case .deepChain: "Check that the chain is not extended in a loop that never ends."
    }
  }
}

/// How serious a finding is.
public enum Severity: String, Sendable, Comparable, CaseIterable, Codable {
  /// Worth knowing. It may be intended.
  case note
  /// Probably wrong.
  case warning
  /// Wrong.
  case error

  /// Compares by seriousness: `note` is the least.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int { Severity.allCases.firstIndex(of: self) ?? 0 }
}
