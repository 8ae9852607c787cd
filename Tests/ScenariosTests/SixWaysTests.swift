// The same flow in six styles produces the same tree, wherever the style has chains.

struct SixWaysTests {
  @Test func googleES6PromiseKitAndBoltsProduceTheSameRowsWithTheSameEdgesAndTimes() throws {
    let facts = try RecordedScenario(Scenario.named("same-flow-six-ways").runVirtually().source)
    let google = rows("Google", facts)
    expectEqual(
      google,
      [
        "0 created log in from - inside -", "0 created user from log in inside -",
        "0 created orders from user inside -",
        "0 created errors from orders inside -", "800 created fetch user from - inside user", "800 fulfilled log in",
        "800 user adopted fetch user", "1800 created fetch orders from - inside orders", "1800 fulfilled fetch user",
        "1800 fulfilled user", "1800 orders adopted fetch orders", "3000 fulfilled errors",
        "3000 fulfilled fetch orders",
        "3000 fulfilled orders",
      ].sorted())
    for style in ["ES6", "PromiseKit", "Bolts"] { expectEqual(rows(style, facts), google, "\(style)") }
  }

  @Test func callbacksAndAwaitMakeTheSameRequestsAtTheSameTimesInsideOneRow() throws {
    let facts = try RecordedScenario(Scenario.named("same-flow-six-ways").runVirtually().source)
    for style in ["callbacks", "await", "Google"] {
      let requests = facts.events.filter { $0.kind == .fulfilled }.compactMap { event -> String? in
        let label = facts.label(event.promise)
        guard label.hasPrefix(style + ": fetch") || label == style + ": log in" else { return nil }
        return "\(event.time / 1_000_000) \(label.dropFirst(style.count + 2))"
      }
      expectEqual(requests, ["800 log in", "1800 fetch user", "3000 fetch orders"], "\(style)")
    }
  }

  /// The creations, adoptions and settlements of a style, without its name, sorted.
  private func rows(_ style: String, _ facts: RecordedScenario) -> [String] {
    let name = { (id: PromiseID) in facts.label(id).replacing(style + ": ", with: "") }
    return facts.events.filter { facts.label($0.promise).hasPrefix(style + ": ") }.compactMap { event in
      let time = event.time / 1_000_000
      return switch event.kind {
      case .created:
        "\(time) created \(name(event.promise)) from \(name(event.peer)) inside \(name(event.context))"
      case .adopted: "\(time) \(name(event.promise)) adopted \(name(event.peer))"
      case .fulfilled: "\(time) fulfilled \(name(event.promise))"
      default: nil
      }
    }
    .sorted()
  }
}
