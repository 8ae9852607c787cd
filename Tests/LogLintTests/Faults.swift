// A log that the tests judge, and its faults.

import PromiseLog
import TestSupport

@testable import LogLint

/// A header with every member that a writer provides.
let header =
  #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","pid":123,"#
  + #""sourceRoot":"/src","values":"preview","seed":null}"#

/// Judges a text, which ends with a newline.
func faults(_ text: String) throws -> [LintFault] {
  var faults: [LintFault] = []
  var linter = LogLinter { faults.append($0) }
  let lines = LogLines(bytes: Array(text.utf8))
  while let line = try lines.next() { linter.lint(line, number: lines.number, isCutOff: lines.isCutOff) }
  return faults
}
