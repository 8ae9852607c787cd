// What the compiler says about data races: Swift 6 mode refuses each line of these programs, and Swift 5 mode none.

import TestSupport
import Testing

@Suite struct RaceSafetyTests {
  /// What all lines use; `User` is not `Sendable`.
  private static let common = """
    import Dispatch
    import PromiseScope
    final class User { var count = 0 }
    typealias Completion = @Sendable (User) -> Void

    """

  /// A value that two threads may change: in a handler and outside.
  private static let values = [
    "func one(_ it: Promise<User>) { it.then { $0.count += 1 } }",
    "func two(_ it: Promise<User>) { it.then(on: .global()) { user in user.count += 1 } }",
    "func three(_ it: Promise<User>) { it.then(on: .inline) { $0.count += 1 } }",
    "func four(_ it: Promise<User>) { it.then { user in Promise(user.count) } }",
    "func five(_ it: Promise<User>) { it.then({ $0.count }, onRejected: { _ in 0 }) }",
    "func six(_ it: Promise<User>) { it.then(on: .mainActor) { $0.count += 1 } }",
    "func seven(_ it: Promise<User>) { it.then { await Task.yield(); $0.count += 1 } }",
    "func eight(_ it: Promise<Int>) { it.then { _ in User() }.tap { _ in } }",
    "func nine(_ it: Promise<User>) { it.map { $0.count } }",
    "func ten(_ it: Promise<User>) { it.done { $0.count += 1 } }",
    "func eleven(_ it: Promise<User>) { it.get { $0.count += 1 } }",
    "func twelve(_ it: Promise<User>) { it.compactMap { $0.count } }",
    "func thirteen(_ it: Promise<User>) { it.validate { $0.count > 0 } }",
    "func fourteen(_ it: Promise<User>, _ user: User) { it.recover { _ in User() } }",
    "func fifteen(_ it: Promise<[User]>) { it.mapValues { $0.count } }",
    "func sixteen(_ it: Promise<[User]>) { it.thenMap { Promise($0.count) } }",
    "func seventeen(_ it: Promise<[User]>) { it.firstValue { $0.count > 0 } }",
    "func eighteen(_ it: Promise<[User]>) { it.filterValues { $0.count > 0 } }",
    "func nineteen() { retry { User() }.cauterize() }",
    "func twenty() { wrap { (done: @escaping Completion) in done(User()) }.cauterize() }",
    "func twentyOne() { Promise<User> { fulfill, reject in fulfill(User()) }.cauterize() }",
    "func twentyTwo(_ it: Promise<User>) async throws { try await it.get().count += 1 }",
    "func twentyThree(_ it: Promise<User>) async throws { try await it.async().count += 1 }",
    "func twentyFour(_ it: Resolver<User>) { it.promise.cancel() }",
  ]

  /// A capture that two threads may change.
  private static let captures = [
    "func one(_ it: Promise<Int>) { var sum = 0; it.then { sum += $0 } }",
    "func two(_ it: Promise<Int>, _ user: User) { it.then { user.count = $0 } }",
    "func three(_ it: Promise<Int>, _ user: User) { it.catch { _ in user.count = 0 } }",
    "func four(_ it: Promise<Int>, _ user: User) { it.always { user.count = 0 } }",
    "func five(_ it: Promise<Int>, _ user: User) { it.ensure { user.count = 0 } }",
    "func six(_ it: Promise<Int>, _ user: User) { it.recover { _ in user.count } }",
    "func seven(_ user: User) { Promise(on: .global()) { user.count }.cauterize() }",
    "func eight(_ user: User) { Promise.lazy { user.count }.cauterize() }",
    "func nine(_ user: User) { retry { user.count }.cauterize() }",
    "func ten(_ it: Promise<Int>, _ user: User) { it.cancelling { user.count = 0 } }",
    "func eleven(_ it: Promise<User>) { Promise(on: .global()) { it.value?.count ?? 0 }.cauterize() }",
    "actor A { var sum = 0; func add(_ it: Promise<Int>) { it.then { self.sum += $0 } } }",
    "@MainActor final class Page { var sum = 0; func add(_ it: Promise<Int>) { it.then { self.sum += $0 } } }",
  ]

  /// A value that stays in use where it was, or a promise that does.
  private static let regions = [
    "func one(_ it: Resolver<User>) { let user = User(); it.fulfill(user); user.count += 1 }",
    "func two(_ it: Promise<User>) { Task.detached { it.cancel() } }",
  ]

  /// Safe programs: values that are `Sendable`, and others that move on.
  private static let safe = [
    "func one(_ it: Promise<Int>) { it.then { $0 + 1 }.then { print($0) } }",
    "func two() { Promise(on: .global()) { User() }.cancel() }",
    "func three(_ it: Resolver<User>) { Task.detached { it.fulfill(User()) } }",
    "func four(_ user: User) -> Promise<User> { Promise(user) }",
    "func fulfilling(_ it: Resolver<Int>) -> (Int) -> Bool { it.fulfill }",
    "func five(_ it: Promise<[String: Int]>) async throws -> Int { try await it.get().count }",
    "actor A { var sum = 0; func add(_ it: Promise<Int>) { it.then(isolation: #isolation) { self.sum += $0 } } }",
    "@MainActor final class Page { var sum = 0; func add(_ it: Promise<Int>) { it.then(on: .mainActor) { self.sum += $0 } } }",
  ]

  @Test("Swift 6 mode refuses every race", arguments: [(values, false), (captures, false), (regions, true)])
  func refused(lines: [String], findsRegions: Bool) throws {
    let errors = try errors(in: lines, languageMode: "6", findsRegions: findsRegions)
    expectEqual(lines.indices.filter { errors[$0].isEmpty }.map { lines[$0] }, [])
  }

  @Test("Swift 5 mode accepts all of them", arguments: [(values, false), (captures, false), (regions, true)])
  func accepted(lines: [String], findsRegions: Bool) throws {
    try expectEqual(errors(in: lines, languageMode: "5", findsRegions: findsRegions).flatMap(\.self), [])
  }

  @Test("safe programs are accepted in both modes", arguments: ["5", "6"])
  func accepted(languageMode: String) throws {
    let errors = try errors(in: RaceSafetyTests.safe, languageMode: languageMode, findsRegions: true)
    expectEqual(errors.flatMap(\.self), [])
  }

  /// The errors of each line.
  private func errors(in lines: [String], languageMode: String, findsRegions: Bool) throws -> [[String]] {
    let first = RaceSafetyTests.common.split(separator: "\n", omittingEmptySubsequences: false).count
    let program = RaceSafetyTests.common + lines.joined(separator: "\n") + "\n"
    let errors = try ShapeProgram.errors(in: program, languageMode: languageMode, findsRegions: findsRegions)
    return lines.indices.map { line in errors.filter { $0.contains("Program.swift:\(first + line):") } }
  }
}
