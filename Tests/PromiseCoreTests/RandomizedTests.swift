// Random programs, run on promises and on a model of them: both must report the same events.
//
// A program that fails prints its seed; `PROMISESCOPE_SEED=… swift test --filter 'RandomizedTests/again'` runs only that one, and
// PROMISESCOPE_PROGRAMS sets the number of programs, by default a few thousand.

import Foundation

@Suite struct RandomizedTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["PROMISESCOPE_SEED"].flatMap(UInt64.init)
  private static let programs = environment["PROMISESCOPE_PROGRAMS"].flatMap(UInt64.init) ?? 4000

  /// Runs one program both ways; returns nil if the results agree, and the difference otherwise.
  private func difference(_ program: [Step]) -> String? {
    let expected = ReferenceModel(program).log
    let living = Counter()
    let world = World(living)
    world.play(program)
    if living.value != 0 { return "\(living.value) closures left behind" }
    guard world.log != expected else { return nil }
    let index = zip(world.log, expected).prefix { $0 == $1 }.count
    let (found, wanted) = (world.log.dropFirst(index).prefix(3), expected.dropFirst(index).prefix(3))
    return "line \(index): expected \(Array(wanted)), found \(Array(found)), after \(world.log[..<index])"
  }

  /// Returns whether the results agree; if not, reports the seed and the shortest program for which they differ.
  private func agree(seed: UInt64) -> Bool {
    var program = Step.program(seed: seed)
    guard var difference = difference(program) else { return true }
    for index in program.indices.reversed() {
      var shorter = program
      shorter.remove(at: index)
      if let found = self.difference(shorter) { (program, difference) = (shorter, found) }
    }
    let steps = program.map { "  \($0)" }.joined(separator: "\n").replacing("PromiseCoreTests.", with: "")
    Issue.record(Comment(rawValue: "seed \(seed), \(difference)\n\(steps)"))
    return false
  }

  @Test func promisesDoWhatTheModelSays() {
    for seed in 0..<RandomizedTests.programs where !agree(seed: seed) { return }
  }

  @Test("one program again", .enabled(if: seed != nil))
  func again() {
    #expect(agree(seed: RandomizedTests.seed ?? 0))
  }
}
