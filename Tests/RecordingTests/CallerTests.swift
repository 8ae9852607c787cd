// Deeper call sites: the functions that led to a promise, from return addresses.

import PromiseTrace
import TestSupport
import Testing

@Suite("recording with callers")
struct CallerTests {
  /// The notes of a log.
  private func notes(_ shell: Shell) throws -> [String] {
    let log = try shell.log("run.ndjson")
    #expect(log.isEnded && log.diagnostics.isEmpty)
    return log.events.filter { $0.kind == .noted }.compactMap { log.texts[$0.text] }
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
    defer { shell.remove() }
    try expectEqual(notes(shell), ["called from \(names)"])
  }

  @Test(
    "without a number, no callers are recorded, and the words of the adapter for Node mean none",
    arguments: ["", "0", "all"])
  func off(_ text: String) throws {
    let shell = try Shell(#"PROMISESCOPE_SITES=\#(text) PROMISESCOPE=run.ndjson "$P" refresh"#)
    defer { shell.remove() }
    #expect(try notes(shell).isEmpty && shell.errors.isEmpty)
  }

  @Test("a wrong number is reported", arguments: ["9", "-1", "three"])
  func wrong(_ text: String) throws {
    let shell = try Shell(#"PROMISESCOPE_SITES=\#(text) PROMISESCOPE=run.ndjson "$P" refresh"#)
    defer { shell.remove() }
    let expected = "PROMISESCOPE_SITES: expected a number of callers from 0 to 8"
    expectEqual(shell.errors, "PromiseScope: \(expected), found \"\(text)\"; no callers are recorded\n")
    #expect(try notes(shell).isEmpty)
  }

  @Test("a program without symbols runs on, and says that its callers are unknown")
  func stripped() throws {
    let shell = try Shell(
      #"cp "$P" program; strip -s program; PROMISESCOPE_SITES=3 PROMISESCOPE=run.ndjson ./program refresh; echo $?"#)
    defer { shell.remove() }
    #expect(shell.output.hasSuffix("0\n"))
    #expect(try notes(shell).allSatisfy { $0.hasPrefix("called from ") && !$0.contains("load") })
  }

  @Test("threads that record at once, with and without deep stacks, name every caller")
  func threads() throws {
    let shell = try Shell(#"PROMISESCOPE_SITES=3 PROMISESCOPE=run.ndjson "$P" settle 2000 refresh settle 2000"#)
    defer { shell.remove() }
    let notes = try notes(shell)
    #expect(notes.count == 4_001 && Set(notes).count == 2)
  }
}
