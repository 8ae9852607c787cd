// A check's report as JUnit XML, which most CI services show as tests. Owns the mapping: a source is a suite, and a finding a test that failed,
// or that was skipped if it is too harmless to fail the check.

import ChainAnalysis
import PlainText

enum CheckJUnit {
  static func xml(_ report: CheckReport) -> String {
    let suites = report.sources.indices.map { suite($0, report) }
    let counts = suites.reduce(Counts()) { $0.adding($1.counts) }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="pscope check"\(counts.attributes)>
      \(suites.map(\.xml).joined())</testsuites>

      """
  }

  private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0

    func adding(_ other: Counts) -> Counts {
      Counts(
        tests: tests + other.tests, failures: failures + other.failures, errors: errors + other.errors,
        skipped: skipped + other.skipped)
    }

    var attributes: String {
      #" tests="\#(tests)" failures="\#(failures)" errors="\#(errors)" skipped="\#(skipped)""#
    }
  }

  private static func suite(_ index: Int, _ report: CheckReport) -> (xml: String, counts: Counts) {
    let source = report.sources[index]
    var counts = Counts()
    var cases = ""
    for entry in report.new where entry.source == index {
      let finding = entry.finding
      counts.tests += 1
      var place = ""
      if let (path, line) = report.location(of: entry) { place = #" file="\#(text(path))" line="\#(line)""# }
      cases += #"    <testcase classname="\#(finding.rule.rawValue)" name="\#(text(finding.subject))"\#(place)>"# + "\n"
      let message = #"message="\#(text(finding.sentence))""#
      if report.fails(entry) {
        counts.failures += 1
        let line = finding.line(source: source.name, path: report.location(of: entry)?.path)
        cases += #"      <failure type="\#(finding.severity.rawValue)" \#(message)>\#(text(line))"#
        let address = RuleHelp(rule: finding.rule).address(in: report.documentation).map { "\n\(text($0))" } ?? ""
        cases += "\n\(text(finding.hint))\(address)</failure>\n"
      } else {
        counts.skipped += 1
        cases += "      <skipped \(message)/>\n"
      }
      cases += "    </testcase>\n"
    }
    // A suite without tests looks like one that did not run.
    counts.tests += 1
    cases += #"    <testcase classname="pscope" name="the log is complete""#
    if let problem = source.problem {
      counts.errors += 1
      cases += ">\n" + #"      <error message="\#(text(problem))"/>"# + "\n    </testcase>\n"
    } else {
      cases += "/>\n"
    }
    return (#"  <testsuite name="\#(text(source.name))"\#(counts.attributes)>"# + "\n\(cases)  </testsuite>\n", counts)
  }

  private static func text(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(xml: text)
    return String(decoding: bytes, as: UTF8.self)
  }
}
