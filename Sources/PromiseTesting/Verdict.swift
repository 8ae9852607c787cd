// What the findings of the analysis mean for a test. Owns the mapping of rules to faults. `ChainAnalysis` owns the rules.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// One thing that a test did wrong with its promises.
struct Verdict {
  /// Which of the faults it is.
  let fault: PromiseFaults
  /// The promises at its root, one for each time that it happened.
  let promises: [PromiseID]
  /// The sentence and the call site.
  let headline: String
  private let hint: String

  /// The sentence, the call site and the hint.
  var text: String { "\(headline).\n\(hint)" }

  /// Judges a finding; nil if it is no fault of a test.
  init?(_ finding: Finding, in store: ChainStore) {
    guard let fault = Verdict.fault(finding, store) else { return nil }
    self.fault = fault
    promises = finding.promises
    hint = finding.hint
    // The analysis speaks of logs, in which the program ends.
    let sentence = finding.sentence.replacing("when the program ended", with: "when the test ended")
    headline = sentence + (finding.site.map { " (\($0.file):\($0.line))" } ?? "")
  }

  private static func fault(_ finding: Finding, _ store: ChainStore) -> PromiseFaults? {
    let node = store.node(finding.promise)
    switch finding.rule {
    case .unhandledRejection: return .unhandled
    case .neverSettled:
      // Nothing has asked for the value of a lazy promise that has not started.
      if node?.operation == "lazy", node?.started == nil, node?.enqueued == nil { return nil }
      return finding.severity == .error ? .leaked : .pending
    case .stuck: return .pending
    case .settledTwice: return .settledTwice
    case .selfResolution, .cycle: return node?.isHandled ?? false ? .cycle : .unhandled
    case .missingReturn: return .missingReturn
    case .lostResult: return .lostResult
    case .swallowedError: return .swallowedError
    case .serialAlthoughIndependent: return .serialAlthoughIndependent
    case .needlessPromise: return .needlessPromise
    case .blockingWait: return unsettled(finding, store) ?? .blockingWait
    case .emptyCombinator: return unsettled(finding, store) ?? .emptyCombinator
    case .retryStorm: return .retryStorm
    case .slowHandler, .queueContention, .manyHandlers, .deepChain, .floatingPromise, .missingAwait, .eventLoopBlocked,
      .unboundedConcurrency, .nestedChain, .uncanceledSource, .duplicateRequest, .nPlusOne:
      return nil
    }
  }

  /// The fault of a promise that has not settled, for rules that explain why.
  private static func unsettled(_ finding: Finding, _ store: ChainStore) -> PromiseFaults? {
    for id in [finding.promise] + finding.evidence {
      switch store.state(of: id) {
      case .leaked: return .leaked
      case .pending, .running, .waiting: return .pending
      case .fulfilled, .rejected, .cancelled, .unhandled, .unknown, nil: continue
      }
    }
    return nil
  }
}
