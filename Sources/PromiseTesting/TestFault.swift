// What the findings of the analysis mean for a test. `ChainAnalysis` has the rules.

import ChainAnalysis
import ChainModel
import PromiseTrace

@_exported import struct ChainAnalysis.Rule

extension Set where Element == Rule {
  /// What makes a test fail by default: ``Rule/unhandledRejection``, ``Rule/neverSettled``, ``Rule/stuck``, and ``Rule/settledTwice``.
  ///
  /// In a test, ``Rule/neverSettled`` is a promise that was freed while pending, and ``Rule/stuck`` one that was still pending when the test had
  /// ended and the time to wait was over. Exempt are promises that were canceled, or whose outcome nothing waits for anymore.
  public static var standard: Self { [.unhandledRejection, .neverSettled, .stuck, .settledTwice] }

  /// The rules about promises that have not settled.
  static var unsettled: Self { [.neverSettled, .stuck] }
}

/// One thing that a test did wrong with its promises.
struct TestFault {
  /// Which rule of a test it breaks.
  let rule: Rule
  /// The promises at its root, one for each time that it happened.
  let promises: [PromiseID]
  /// The sentence and the call site.
  let headline: String
  private let hint: String

  /// The sentence, the call site and the hint.
  var text: String { "\(headline).\n\(hint)" }

  /// Judges a finding; nil if it is no fault of a test.
  init?(_ finding: Finding, in store: ChainStore) {
    guard let rule = TestFault.rule(finding, store) else { return nil }
    self.rule = rule
    promises = finding.promises
    hint = finding.hint
    // The analysis speaks of logs, in which the program ends.
    let sentence = finding.sentence.replacing("when the program ended", with: "when the test ended")
    headline = sentence + (finding.site.map { " (\($0.file):\($0.line))" } ?? "")
  }

  private static func rule(_ finding: Finding, _ store: ChainStore) -> Rule? {
    switch finding.rule {
    case .neverSettled:
      let facts = store.facts(finding.promise)
      // Nothing has asked for the value of a lazy promise that has not started.
      if facts.flatMap({ store.texts[$0.operation] }) == "lazy", facts?.started == nil, facts?.enqueued == nil {
        return nil
      }
      return finding.severity == .error ? .neverSettled : .stuck
    case .selfResolution, .cycle: return store.isHandled(finding.promise) ? .cycle : .unhandledRejection
    case .blockingWait, .emptyCombinator: return unsettled(finding, store) ?? finding.rule
    default: return finding.rule
    }
  }

  /// The rule about a promise that has not settled, for rules that explain why.
  private static func unsettled(_ finding: Finding, _ store: ChainStore) -> Rule? {
    for id in [finding.promise] + finding.evidence {
      switch store.state(of: id) {
      case .leaked: return .neverSettled
      case .pending, .running, .waiting: return .stuck
      case .fulfilled, .rejected, .cancelled, .unhandled, .unknown, nil: continue
      }
    }
    return nil
  }
}
