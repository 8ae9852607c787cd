// The options that choose how a scenario runs. Owns their words and their check against what the scenario understands.
// Refuses to run it.

import ArgumentParser
import PromiseTrace
import DemoCatalog

extension ListPolicy: ExpressibleByArgument {}
extension ListDirection: ExpressibleByArgument {}
extension ListFailure: ExpressibleByArgument {}
extension CacheState: ExpressibleByArgument {}
extension ValuePolicy: ExpressibleByArgument {}

/// The options of every command that can run a scenario.
struct ScenarioArguments: ParsableArguments {
  @Flag(help: "Run on a virtual clock with scripted parts: at once, and the same events byte for byte each time.")
  var virtual = false

  @Option(help: ArgumentHelp("Seed of the scenario's random choices.", valueName: "n"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("How fast a live run goes: 2 is twice as fast.", valueName: "x"))
  var speed: Double?

  @Option(help: "How much of values and errors is recorded.")
  var values: ValuePolicy?

  @Option(help: "list-loader: where the list comes from. (default: local-then-remote)")
  var policy: ListPolicy?

  @Option(help: "list-loader: refresh the list, or load more. (default: refresh)")
  var direction: ListDirection?

  @Option(help: ArgumentHelp("How long the server takes for one answer, in milliseconds.", valueName: "ms"))
  var latency: Int?

  @Option(help: "list-loader: which part fails. (default: none)")
  var failure: ListFailure?

  @Option(help: "list-loader: what the cache holds at the start. (default: full)")
  var cache: CacheState?

  @Option(
    help: ArgumentHelp(
      "million: how many promises are alive at once. (default: 1000000; 20 if virtual)", valueName: "n"))
  var count: Int?

  func validate() throws {
    if let count, !(4...2_000_000 ~= count) {
      throw ValidationError("--count: expected 4 to 2000000 promises, found \(count).")
    }
    if let speed, !(speed > 0 && speed.isFinite) {
      throw ValidationError("--speed: expected a number above 0, found \(speed).")
    }
    if let latency, latency < 0 {
      throw ValidationError("--latency: expected milliseconds, 0 or more, found \(latency).")
    }
  }

  /// The options given, by the name a person typed.
  private var given: [(flag: String, option: ScenarioOption?)] {
    var given: [(flag: String, option: ScenarioOption?)] = []
    if virtual { given.append(("--virtual", nil)) }
    if seed != nil { given.append(("--seed", nil)) }
    if speed != nil { given.append(("--speed", nil)) }
    if values != nil { given.append(("--values", nil)) }
    if policy != nil { given.append(("--policy", .policy)) }
    if direction != nil { given.append(("--direction", .direction)) }
    if latency != nil { given.append(("--latency", .latency)) }
    if failure != nil { given.append(("--failure", .failure)) }
    if cache != nil { given.append(("--cache", .cache)) }
    if count != nil { given.append(("--count", .count)) }
    return given
  }

  /// The choices for a run of `scenario`.
  ///
  /// - Throws: ``Failure`` for an option that means nothing to that scenario: ignoring it would mislead.
  func options(for scenario: Scenario) throws -> ScenarioOptions {
    for (flag, option) in given {
      guard let option, !scenario.options.contains(option) else { continue }
      let takers = ScenarioCatalog.all.filter { $0.options.contains(option) }.map(\.name).joined(separator: ", ")
      throw Failure(sentence: "\(flag) means nothing to the scenario '\(scenario.name)'; it is for \(takers).")
    }
    var options = ScenarioOptions()
    if let policy { options.policy = policy }
    if let direction { options.direction = direction }
    if let failure { options.failure = failure }
    if let cache { options.cache = cache }
    if let speed { options.speed = speed }
    options.latency = latency
    options.count = count
    options.seed = seed
    return options
  }

  /// Refuses the options that only a scenario understands.
  ///
  /// - Parameter log: The log's name, for the sentence.
  /// - Throws: ``Failure`` where one was given.
  func refuse(for log: String) throws {
    guard let first = given.first else { return }
    throw Failure(sentence: "\(first.flag) is for running a scenario, and \(log) is a log of a run that happened.")
  }
}
