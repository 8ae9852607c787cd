// All rules. The order is that of reports; what a check comes after says in which order they search.

import PromiseTrace

extension Rule: CaseIterable {
  /// The checks of all rules.
  static let checks: [any RuleCheck.Type] = [
    UnhandledRejection.self, NeverSettled.self, SettledTwice.self, MissingReturn.self, LostResult.self, Cycle.self,
    SwallowedError.self, SerialAlthoughIndependent.self, NeedlessPromise.self, BlockingWait.self, SlowHandler.self,
    QueueContention.self, EmptyCombinator.self, RetryStorm.self, ManyHandlers.self, DeepChain.self,
    FloatingPromise.self, EventLoopBlocked.self, UnboundedConcurrency.self, NestedChain.self, UncanceledSource.self,
    DuplicateRequest.self, NPlusOne.self, ReturnWithoutAwait.self,
  ]

  /// All rules.
  public static let allCases = checks.flatMap { $0.rules }

  private static let byID = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The rule with an ID; nil if there is none.
  public init?(rawValue: String) {
    guard let rule = Self.byID[rawValue] else { return nil }
    self = rule
  }

  /// What the settings can change about it; nil for a rule without a threshold.
  package var threshold: RuleThreshold? { Self.checks.lazy.compactMap { $0.thresholds[self] }.first }

  /// The checks in an order in which each one follows those that it comes after.
  static let searchOrder: [any RuleCheck.Type] = {
    var order: [any RuleCheck.Type] = []
    func add(_ check: any RuleCheck.Type) {
      guard !order.contains(where: { $0 == check }) else { return }
      check.after.forEach(add)
      order.append(check)
    }
    checks.forEach(add)
    return order
  }()
}
