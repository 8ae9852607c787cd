// The words of sentences and hints for the runtimes whose programs are recorded.

import ChainAnalysis
import PlainText
import TestSupport
import Testing

@Suite struct RuntimeTests {
  @Test(
    "a hang is explained in the words of its runtime",
    arguments: [
      ("promisescope", "promise", "its resolver has not been called", "Call fulfill or reject"),
      ("node 22.3.0", "promise", "neither resolve nor reject has been called", "Call resolve or reject"),
      ("node 22.3.0", "fetch", "its operation has not ended", "an AbortSignal with a timeout"),
      ("cpython 3.11.7", "future", "neither set_result nor set_exception has been called", "Call set_result"),
      ("cpython 3.11.7", "get", "its operation has not ended", "wait_for turns a hang into an error"),
    ])
  func hang(runtime: String, kind: String, reason: String, hint: String) throws {
    let history = try nodeHistory(
      """
      "ev":"created","p":1,"kind":"\(kind)"
      @10 "ev":"ended","reason":"drained"
      """, runtime: runtime)
    let finding = try #require(history.findings().first)
    expectEqual(finding.sentence, "\(kind) #1 can never settle, because nothing is left to do: \(reason)")
    #expect(finding.hint(.english).contains(hint))
    #expect(finding.hint(.chinese) != finding.hint(.english))
  }
}
