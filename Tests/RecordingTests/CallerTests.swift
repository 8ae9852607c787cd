// Deeper call sites: the functions that led to a promise, from return addresses.

import Foundation

@Suite struct CallerTests {
  /// The notes of a log.
  private func notes(_ shell: Shell) throws -> [String] {
    let log = try shell.log("run.ndjson")
    #expect(log.isEnded && log.diagnostics.isEmpty)
    return log.events.filter { $0.kind == .noted }.compactMap { log.texts[$0.text] }
  }

  /// The number of the first line of the recorded program that contains some code; 0 if there is none.
  private func line(_ code: String) throws -> Int {
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../RecordedProgram/main.swift")
    let lines = try String(contentsOf: source, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.contains(code) } ?? -1) + 1
  }

  @Test(
    "a promise has as many callers of its function as asked for, by their names, wherever the program runs",
    arguments: [
      ("3", "Inbox.load < Inbox.refresh < main"), ("1", "Inbox.load"), ("8", "Inbox.load < Inbox.refresh < main"),
    ])
  func callers(_ number: String, _ names: String) throws {
    let shell = try Shell(
      #"mkdir sub; ln "$P" program || cp "$P" program; PROMISESCOPE_SITES=\#(number) PROMISESCOPE=run.ndjson ./program daemon refresh; sleep 0.2; mv run.*.ndjson run.ndjson 2>/dev/null; true"#
    )
    try expectEqual(notes(shell), ["called from \(names)"])
  }

  @Test(
    "without a number, no callers are recorded, and the words of the adapter for Node mean none",
    arguments: ["", "0", "all"])
  func off(_ text: String) throws {
    let shell = try Shell(#"PROMISESCOPE_SITES=\#(text) PROMISESCOPE=run.ndjson "$P" refresh"#)
    #expect(try notes(shell).isEmpty && shell.errors.isEmpty)
  }

  @Test("a wrong number is reported", arguments: ["9", "-1", "three"])
  func wrong(_ text: String) throws {
    let shell = try Shell(#"PROMISESCOPE_SITES=\#(text) PROMISESCOPE=run.ndjson "$P" refresh"#)
    let expected = "PROMISESCOPE_SITES: expected a number of callers from 0 to 8"
    expectEqual(shell.errors, "PromiseScope: \(expected), found \"\(text)\"; no callers are recorded\n")
    #expect(try notes(shell).isEmpty)
  }

  @Test("the calls that led to a promise are recorded with their lines, without being asked for")
  func calls() throws {
    let log = try Shell(#"PROMISESCOPE=run.ndjson "$P" refresh"#).log("run.ndjson")
    let callers = log.events.compactMap { log.texts[$0.callers] }
    let file = "RecordedProgram/main.swift"
    let (get, load) = (try line("_ = get()"), try line("    load()"))
    expectEqual(callers, ["Inbox.load (\(file):\(get)) < Inbox.refresh (\(file):\(load))"])
  }

  @Test("a settlement by a closure, or by a function that does not know its caller, has the line of the program")
  func settlements() throws {
    let log = try Shell(#"PROMISESCOPE=run.ndjson "$P" answer"#).log("run.ndjson")
    let sites = log.events.filter { $0.kind == .fulfilled || $0.kind == .rejected }.map {
      "\(log.texts[$0.site.file] ?? "")\($0.site.line > 0 ? ":\($0.site.line)" : "") \(log.texts[$0.site.function] ?? "")"
    }
    let file = "RecordedProgram/main.swift"
    let expected = try ["    fulfill(1)", "    reject(Refused())", "  promise.fulfill(2)"].map {
      try "\(file):\(line($0)) answer(_:with:)"
    }
    expectEqual(sites.sorted(), expected.sorted())
  }

  @Test("while nothing happens, the log says where a task is suspended, once")
  func suspension() throws {
    let shell = try Shell(#"PROMISESCOPE=run.ndjson "$P" continue nap 2500"#)
    let line = try line("await withCheckedContinuation")
    let notes = try notes(shell)
    #expect(notes.count == 1 && notes[0].hasPrefix("suspended in "), "\(notes)")
    #expect(notes.first?.contains("(RecordedProgram/main.swift:\(line))") ?? false, "\(notes)")
  }

  @Test("a program without debug information has no calls, and runs on")
  func strippedCalls() throws {
    let shell = try Shell(#"cp "$P" program; strip -g program; PROMISESCOPE=run.ndjson ./program refresh; echo $?"#)
    #expect(shell.output.hasSuffix("0\n"))
    let log = try shell.log("run.ndjson")
    #expect(log.events.contains { $0.kind == .created } && log.events.allSatisfy { $0.callers == .none })
  }

  @Test func aProgramWithoutSymbolsRunsOnAndSaysThatItsCallersAreUnknown() throws {
    let shell = try Shell(
      #"cp "$P" program; strip -s program; PROMISESCOPE_SITES=3 PROMISESCOPE=run.ndjson ./program refresh; echo $?"#)
    #expect(shell.output.hasSuffix("0\n"))
    #expect(try notes(shell).allSatisfy { $0.hasPrefix("called from ") && !$0.contains("load") })
  }

  @Test func threadsThatRecordAtOnceWithAndWithoutDeepStacksNameEveryCaller() throws {
    let shell = try Shell(#"PROMISESCOPE_SITES=3 PROMISESCOPE=run.ndjson "$P" settle 2000 refresh settle 2000"#)
    let notes = try notes(shell)
    #expect(notes.count == 4_001 && Set(notes).count == 2)
  }
}
