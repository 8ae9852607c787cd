// Compiles and runs the examples in the doc comments of this module.
//
// Each example occurs twice: in a doc comment, and in a test below. The last test compares the copies.

import Foundation

@Suite struct DocumentationExampleTests {
  /// Runs an example in virtual time and returns what it prints.
  private func printed(_ example: (_ print: @escaping @Sendable (Any) -> Void) -> Void) -> [String] {
    let notes = Notes()
    virtually { executor in
      example { notes.add("\($0)") }
      executor.run()
    }
    return notes.lines
  }

  @Test func theExampleOfThenCompilesAndRuns() {
    virtually { executor in
      let length = Promise("four")
        .then { text in Promise(text.count) }
        .then { $0 * 2 }
      executor.run()
      expectEqual(length.value, 8)
    }
  }

  @Test func theExampleOfRecoverCompilesAndRuns() {
    virtually { executor in
      let volume = Promise<Int>(PromiseError.timedOut)
        .recover { error in 5 }
        .then { "volume \($0)" }
      executor.run()
      expectEqual(volume.value, "volume 5")
    }
  }

  @Test func theExampleOfTimeoutCompilesAndRuns() {
    let lines = printed { print in
      let (answer, resolver) = Promise<String>.withResolvers()
      answer.timeout(5).catch { error in
        print(error)  // timedOut, if nothing resolves the answer within 5 seconds
      }
      resolver.fulfill("42")
    }
    expectEqual(lines, [])
  }

  @Test func theExampleOfAllCompilesAndRuns() {
    let lines = printed { print in
      let user = Promise("Ada")
      let visits = Promise(3)
      all(user, visits).then { user, visits in
        print("\(user) came \(visits) times")
      }
    }
    expectEqual(lines, ["Ada came 3 times"])
  }

  @Test func theExampleOfRaceCompilesAndRuns() {
    let lines = printed { print in
      let (mirror, resolver) = Promise<String>.withResolvers()
      race(mirror, Promise("fallback").delay(2)).then { print("from \($0)") }
      resolver.fulfill("mirror")
    }
    expectEqual(lines, ["from mirror"])
  }

  @Test func theExampleOfRetryCompilesAndRuns() {
    let lines = printed { print in
      retry(attempts: 3, delay: 0.5) { Promise("page") }
        .then { print($0) }
    }
    expectEqual(lines, ["page"])
  }

  @Test func theExampleOfSerialTaskCompilesAndRuns() {
    let lines = printed { print in
      let order = SerialTask("order") { states in
        try "\(states[0].value(as: Int.self)) books, \(states[1].value(as: String.self))"
      }
      order.step("count") { _ in Promise(3) }
      order.step("pay") { previous in
        let count = try previous?.value(as: Int.self) ?? 0
        return Promise("\(count * 10) euros")
      }
      order.start().then { print($0) }  // 3 books, 30 euros
    }
    expectEqual(lines, ["3 books, 30 euros"])
  }

  @Test func theExamplesWithDurationsCompileAndRun() async throws {
    let lines = printed { print in
      let answer = retry(attempts: 3, interval: .milliseconds(50)) { Promise("pong") }
      answer.then { print($0) }
    }
    expectEqual(lines, ["pong"])
    let notes = Notes()
    @Sendable func print(_ text: String) { notes.add(text) }
    let tea = Promise("tea").delay(on: .clock(ContinuousClock()), for: .milliseconds(1))
    tea.then(on: .inline) { print($0) }
    _ = try await tea.get()
    expectEqual(notes.lines, ["tea"])
  }

  @Test func theExamplesWithActorsAndTasksCompileAndRun() async throws {
    let notes = Notes()
    func print(_ fraction: Double, _ stage: String) { notes.add("\(fraction) \(stage)") }

    func show(_ page: Promise<String>) async {
      for await report in page.progress { print(report.fraction ?? 0, report.stage ?? "") }
    }

    enum LoadError: Error {
      case offline
      case other(any Error)
    }

    func load(_ page: Promise<String>) async throws(LoadError) -> String {
      try await page.get(throwing: LoadError.self) { .other($0) }
    }

    actor Counter {
      var count = 0

      func add(_ number: Promise<Int>) -> Promise<Int> {
        number.then(isolation: #isolation) { self.count += $0 }
      }
    }

    try await expectEqual(load(Promise("page")), "page")
    await show(Promise("page"))
    let counter = Counter()
    _ = try await counter.add(Promise(2)).get()
    await expectEqual(counter.count, 2)
    expectEqual(notes.lines, [])
  }

  @Test func everyExampleInADocCommentOccursInThisFile() throws {
    let test = try trimmedLines(of: URL(filePath: #filePath))
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources/PromiseScope").standardized
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      for example in examples(in: try trimmedLines(of: file)) {
        count += 1
        let isCompiled = test.indices.contains { test[$0...].starts(with: example) }
        #expect(isCompiled, "\(file.lastPathComponent): \(example.joined(separator: "\n"))")
      }
    }
    #expect(count >= 12)
  }

  private func trimmedLines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// The lines of each fenced block in the doc comments of a file.
  private func examples(in lines: [String]) -> [[String]] {
    let blocks = lines.split { $0 == "/// ```swift" }.dropFirst()
    return blocks.map { block in
      block.prefix { $0 != "/// ```" }.map { String($0.dropFirst(3)).trimmingCharacters(in: .whitespaces) }
    }
  }
}
