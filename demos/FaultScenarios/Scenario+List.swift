// The faults written for `PromiseScope`, each with its repaired twin: their names and descriptions. Does not run them.

extension Scenario {
  /// The faults that import `PromiseScope`: a broken chain, named like the rule that finds it, and its twin `RULE-fixed`.
  package static let faultsInPromiseScope: [Scenario] =
    [
      Scenario(
        name: "find-the-fault", summary: "A product page with a hang, a swallowed error, and a slow step.",
        group: .faults,
        file: "FaultScenarios/FindTheFault.swift", flow: .findTheFault)
    ] + singleFaults

  private static let singleFaults: [Scenario] = pairs([
    Fault(
      "unhandled-rejection", "A chain without a handler for errors never shows that the server is down.",
      "One handler at the end takes the errors of the whole chain.",
      "FaultScenarios/UnhandledRejection", .unhandledRejection, .unhandledRejectionFixed),
    Fault(
      "never-settled", "A callback forgets to reject, and the spinner turns forever.",
      "Every path of the callback settles the promise.",
      "FaultScenarios/NeverSettled", .neverSettled, .neverSettledFixed),
    Fault(
      "stuck", "A request without a time limit waits for a lost reply until the app is killed.",
      "A time limit turns the lost reply into an error.",
      "FaultScenarios/Stuck", isKilled: true, .stuck, .stuckFixed),
    Fault(
      "missing-return", "A handler starts to save and does not return the promise; success is reported too early.",
      "The handler returns the promise, and the next step waits.",
      "FaultScenarios/MissingReturn", .missingReturn, .missingReturnFixed),
    Fault(
      "self-resolution", "A shared refresh is resolved with itself.",
      "The refresh is resolved with the server's answer.",
      "FaultScenarios/SelfResolution", .selfResolution, .selfResolutionFixed),
    Fault(
      "cycle", "The profile waits for the settings, and the settings wait for the profile.",
      "The settings no longer need the profile.", "FaultScenarios/Cycle", .cycle, .cycleFixed),
    Fault(
      "serial-although-independent", "Four forecasts, one after another, although none needs another.",
      "The four forecasts start together.",
      "FaultScenarios/SerialAlthoughIndependent", .serialAlthoughIndependent, .serialAlthoughIndependentFixed),
    Fault(
      "blocking-wait", "A handler blocks the main queue for a promise that needs the main queue.",
      "The handler returns a promise instead of waiting for one.",
      "FaultScenarios/BlockingWait", .blockingWait, .blockingWaitFixed),
    Fault(
      "slow-handler", "Sharpening a poster occupies the queue on which two avatars wait.",
      "The slow work has a queue of its own.", "FaultScenarios/SlowHandler", .slowHandler, .slowHandlerFixed),
    Fault(
      "queue-contention", "Thirty short queries stand in line for one database queue.",
      "One query reads all thirty rows.", "FaultScenarios/QueueContention", .queueContention, .queueContentionFixed),
    Fault(
      "empty-combinator", "A race without runners has no winner and stays pending.",
      "An empty list is an error before the race starts.",
      "FaultScenarios/EmptyCombinator", .emptyCombinator, .emptyCombinatorFixed),
    Fault(
      "retry-storm", "An overloaded server is asked again five times a second.",
      "Three attempts, with a pause between them.", "FaultScenarios/RetryStorm", .retryStorm, .retryStormFixed),
    Fault(
      "deep-chain", "A correct chain of 1,200 links, which is settled without recursion but never stops growing.",
      "A hundred lines per link keep the chain short.", "FaultScenarios/DeepChain", options: [.count],
      .deepChain, .deepChainFixed),
  ])
}
