// What a person changed about the work of a scenario: one piece of it takes longer, one less time, and one fails. Owns what that means.

/// A change of the work of a run.
public struct WorkChange: Sendable {
  /// How much longer the slow work takes, in seconds.
  public static let delay = 2.0

  let slow: String?
  let quick: String?
  let failing: String?

  init(_ options: ScenarioOptions) {
    (slow, quick, failing) = (options.slowWork, options.quickWork, options.failingWork)
  }

  /// How long work with a label takes, in seconds.
  func seconds(_ seconds: Double, of label: String) -> Double {
    let changed = label == quick ? seconds / 10 : seconds
    return label == slow ? changed + Self.delay : changed
  }
}

/// The error of work that a person lets fail.
enum WorkFailure: Error { case failed }
