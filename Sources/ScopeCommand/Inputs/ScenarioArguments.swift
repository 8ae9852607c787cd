// The options of scenarios on the command line.

import ArgumentParser
import DemoCatalog
import PlainText
import PromiseTrace

extension ValuePolicy: ExpressibleByArgument {}

/// The options of each command that can run a scenario.
struct ScenarioArguments: ParsableArguments {
  /// The line in the help of every command except `demo`, which lists these options.
  static let note = "A scenario takes the options that 'pscope demo --help' lists."

  @Flag(help: "Run at once on a virtual clock with scripted parts; the events are the same each time, byte for byte.")
  var virtual = false

  @Option(help: ArgumentHelp("The seed of the scenario's random choices.", valueName: "n"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("The speed of a live run: 2 is twice as fast.", valueName: "x"))
  var speed: Double?

  @Option(help: "How much to record of values and errors.")
  var values: ValuePolicy?

  @Option(
    help: ArgumentHelp("Cancel the scenario after some seconds, as a user would.", valueName: "seconds"))
  var cancelAfter: Double?

  @Option(help: ArgumentHelp("Let the work with this label take 2 s longer.", valueName: "label"))
  var slowWork: String?

  @Option(help: ArgumentHelp("Let the work with this label take only a tenth of its time.", valueName: "label"))
  var quickWork: String?

  @Option(help: ArgumentHelp("Let the work with this label fail.", valueName: "label"))
  var failingWork: String?

  @Option(help: "list-loader: the source of the list. (default: local-then-remote)")
  var policy: ListPolicy?

  @Option(help: "list-loader: refresh the list, or load more. (default: refresh)")
  var direction: ListDirection?

  @Option(help: ArgumentHelp("The latency of a server response, in milliseconds.", valueName: "ms"))
  var latency: Int?

  @Option(help: "list-loader: which part fails. (default: none)")
  var failure: ListFailure?

  @Option(help: "list-loader: the initial contents of the cache. (default: full)")
  var cache: CacheState?

  @Option(help: "login-contacts: which step fails. (default: none)")
  var fails: LoginStep?

  @Option(
    help: ArgumentHelp(
      "million: the number of promises alive at once. (default: 1000000; 20 if virtual)", valueName: "n"))
  var count: Int?

  func validate() throws {
    if let count, !(4...2_000_000 ~= count) {
      throw ValidationError("--count: expected 4 to 2000000 promises, found \(count).")
    }
    if let speed, !(speed > 0 && speed.isFinite) {
      throw ValidationError("--speed: expected a number above 0, found \(speed).")
    }
    if let cancelAfter, !(cancelAfter >= 0 && cancelAfter.isFinite) {
      throw ValidationError("--cancel-after: expected 0 or more seconds, found \(cancelAfter).")
    }
    if let latency, latency < 0 {
      throw ValidationError("--latency: expected 0 or more milliseconds, found \(latency).")
    }
  }

  /// The options that were given, with their names on the command line.
  private var given: [(flag: String, option: ScenarioOption?)] {
    var given: [(flag: String, option: ScenarioOption?)] = []
    if virtual { given.append(("--virtual", nil)) }
    if seed != nil { given.append(("--seed", nil)) }
    if speed != nil { given.append(("--speed", nil)) }
    if values != nil { given.append(("--values", nil)) }
    if cancelAfter != nil { given.append(("--cancel-after", nil)) }
    if slowWork != nil { given.append(("--slow-work", nil)) }
    if quickWork != nil { given.append(("--quick-work", nil)) }
    if failingWork != nil { given.append(("--failing-work", nil)) }
    if policy != nil { given.append(("--policy", .policy)) }
    if direction != nil { given.append(("--direction", .direction)) }
    if latency != nil { given.append(("--latency", .latency)) }
    if failure != nil { given.append(("--failure", .failure)) }
    if cache != nil { given.append(("--cache", .cache)) }
    if fails != nil { given.append(("--fails", .fails)) }
    if count != nil { given.append(("--count", .count)) }
    return given
  }

  /// The settings for a run of `scenario`.
  ///
  /// - Throws: ``Failure`` for an option that does not apply to the scenario; ignoring it would be misleading.
  func options(for scenario: Scenario) throws -> ScenarioOptions {
    for (flag, option) in given {
      guard let option, !scenario.options.contains(option) else { continue }
      let takers = ScenarioCatalog.all.filter { $0.options.contains(option) }.map(\.name).joined(separator: ", ")
      throw Failure(sentence: "\(flag) does not apply to the scenario '\(scenario.name)', only to \(takers).")
    }
    var options = ScenarioOptions()
    if let policy { options.policy = policy }
    if let direction { options.direction = direction }
    if let failure { options.failure = failure }
    if let cache { options.cache = cache }
    if let speed { options.speed = speed }
    for (flag, label) in [("--slow-work", slowWork), ("--quick-work", quickWork), ("--failing-work", failingWork)] {
      guard let label else { continue }
      let works = scenario.works
      guard works.contains(label) else {
        let nearest = Suggestion.nearest(to: label, among: works).map { "; did you mean '\($0)'?" }
        throw Failure(
          sentence: "\(flag): the scenario '\(scenario.name)' has no work '\(Escaping.line(label))'"
            + (nearest ?? (works.isEmpty ? "." : "; it has: \(works.joined(separator: ", ")).")))
      }
    }
    (options.slowWork, options.quickWork, options.failingWork) = (slowWork, quickWork, failingWork)
    options.failingStep = fails
    options.cancelAfter = cancelAfter
    options.latency = latency
    options.count = count
    options.seed = seed
    return options
  }

  /// Rejects the scenario options for a log.
  ///
  /// - Parameter log: The name of the log, for the message.
  /// - Throws: ``Failure`` if an option was given.
  func refuse(for log: String) throws {
    guard let first = given.first else { return }
    throw Failure(sentence: "\(first.flag) applies only to a scenario, found the log \(log).")
  }
}
