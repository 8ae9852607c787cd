// Reports of findings: each format as a picture, hostile texts, and the comparison with a baseline.

import ChainAnalysis
import ChainModel

/// A finding at a call site.
func finding(
  _ rule: Rule = .stuck, label: String? = "fetch 7", file: String? = "App/Main.swift", line: Int = 3,
  sentence: String = "fetch 7 has been pending for 6.00 s", _ change: (inout Finding) -> Void = { _ in }
) -> Finding {
  var finding = Finding(rule, 12, FindingText(sentence))
  finding.site = file.map { NodeSite(file: $0, line: line, function: "load()") }
  (finding.operation, finding.label, finding.time) = ("async", label, 1_000)
  change(&finding)
  return finding
}

func report(_ findings: [Finding], name: String = "run.ndjson") -> CheckReport {
  var source = CheckReport.Source(name: name)
  (source.program, source.promises, source.events, source.isEnded) = ("app", 44, 310, true)
  var report = CheckReport()
  report.add(source, findings: findings)
  return report
}

@Suite struct CheckFormatTests {
  @Test func eachFindingNamesItsSourceAmongSeveral() {
    var shown = report([finding(.unhandledRejection, sentence: "offline reached no handler")], name: "logs/a.1.ndjson")
    shown.add(CheckReport.Source(name: "logs/b.2.ndjson"), findings: [])
    expectEqual(
      CheckFormat.text.render(shown, version: "1.0.0"),
      """
      App/Main.swift:3: error: offline reached no handler [unhandled-rejection]
          in logs/a.1.ndjson
          \(Rule.unhandledRejection.hint)

      """)
    #expect(
      CheckFormat.github.render(shown, version: "1.0.0")
        .contains("::offline reached no handler%0Ain logs/a.1.ndjson%0A\(Rule.unhandledRejection.hint)"))
  }

  @Test func gitHubCommandsEncodeWhatWouldEndThem() {
    let hostile = finding(
      .lostResult, file: "App/a,b:c%.swift", sentence: "100 %\n::error::\u{1B}[2J injected")
    expectEqual(
      CheckFormat.github.render(report([hostile, finding()]), version: "1.0.0"),
      """
      ::notice file=App/a%2Cb%3Ac%25.swift,line=3,title=lost-result::100 %25\\n::error::\\u{1B}[2J injected%0A\
      \(Rule.lostResult.hint)
      ::warning file=App/Main.swift,line=3,title=stuck::fetch 7 has been pending for 6.00 s%0A\(Rule.stuck.hint)

      """)
  }

  @Test(arguments: CheckFormat.allCases)
  func noFormatContainsAControlCharacter(format: CheckFormat) {
    let evil = "\u{1B}[31m\u{202E}\r\n\u{9B}2J"
    let hostile = finding(label: evil, file: evil, sentence: evil) { $0.site?.function = evil }
    let text = format.render(report([hostile], name: evil), version: "1.0.0")
    for scalar in text.unicodeScalars {
      #expect(
        scalar == "\n" || (0x20..<0x7F).contains(scalar.value) || scalar.value > 0x2100 || scalar == "×",
        "\(scalar.escaped(asASCII: true))")
    }
  }

  @Test func sarifNamesRuleLocationAndFingerprint() {
    let twice = finding(
      .settledTwice, label: "{0} is [one](x) of 12", file: "App/my file.swift", sentence: "settled after 3 ms")
    var shown = report([twice])
    let text = CheckFormat.sarif.render(shown, version: "1.2.3")
    #expect(text.contains(#""ruleId": "settled-twice""#))
    #expect(text.contains(#""uri": "App/my%20file.swift""#))
    let subject = #"\"{{0}} is [one\\](x) of 0\" (async) in load()"#
    #expect(text.contains(#""text": "\#(subject): \#(Rule.settledTwice.summary)""#), "the same in every run")
    #expect(text.contains(#""sentence": "settled after 3 ms""#))
    #expect(text.contains(#""promisescope/v2": "settled-twice|App/my file.swift|load()|async|{0} is [one](x) of 0||""#))
    #expect(!text.contains("baselineState"))
    shown.compare(with: Baseline(shown))
    #expect(CheckFormat.sarif.render(shown, version: "1.2.3").contains(#""baselineState": "unchanged""#))
  }

  @Test func everyFormatHasThePathInTheRepository() {
    var shown = report([finding(.settledTwice, file: "App/Main.swift")])
    shown.setPath("Sources/App/Main.swift", of: "App/Main.swift", in: 0)
    for format in CheckFormat.allCases {
      #expect(format.render(shown, version: "1.0.0").contains("Sources/App/Main.swift"), "\(format)")
    }
    let text = CheckFormat.markdown.render(shown, version: "1.0.0", links: "https://host/blob/1/")
    #expect(text.contains("[Sources/App/Main.swift:3](https://host/blob/1/Sources/App/Main.swift#L3)"))
  }

  @Test func jUnitHasATestPerFindingAndOnePerSource() {
    var shown = report([finding(.unhandledRejection, sentence: "offline <reached> no handler"), finding(.lostResult)])
    var lossy = CheckReport.Source(name: "b.ndjson")
    lossy.lost = 2
    shown.add(lossy, findings: [])
    expectEqual(
      CheckFormat.junit.render(shown, version: "1.0.0"),
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="pscope check" tests="4" failures="1" errors="1" skipped="1">
        <testsuite name="run.ndjson" tests="3" failures="1" errors="0" skipped="1">
          <testcase classname="unhandled-rejection" name="&quot;fetch 0&quot; (async) in load()" file="App/Main.swift" line="3">
            <failure type="error" message="offline &lt;reached&gt; no handler">App/Main.swift:3: error: offline &lt;reached&gt; no handler [unhandled-rejection]
      \(Rule.unhandledRejection.hint)</failure>
          </testcase>
          <testcase classname="lost-result" name="&quot;fetch 0&quot; (async) in load()" file="App/Main.swift" line="3">
            <skipped message="fetch 7 has been pending for 6.00 s"/>
          </testcase>
          <testcase classname="pscope" name="the log is complete"/>
        </testsuite>
        <testsuite name="b.ndjson" tests="1" failures="0" errors="1" skipped="0">
          <testcase classname="pscope" name="the log is complete">
            <error message="b.ndjson: 2 events are missing"/>
          </testcase>
        </testsuite>
      </testsuites>

      """)
  }

  @Test func reportsLeadToTheDocumentationOrContainIt() {
    var shown = report([finding(.neverSettled)])
    #expect(CheckFormat.gitlab.render(shown, version: "1.0.0").contains("**Repair.**"))
    shown.documentation = "https://example.com/docs"
    let address = "https://example.com/docs/findings.md#never-settled"
    #expect(CheckFormat.gitlab.render(shown, version: "1.0.0").contains("\\n\\n<\(address)>\""))
    #expect(CheckFormat.junit.render(shown, version: "1.0.0").contains("\n\(address)</failure>"))
  }

  @Test func gitLabsFingerprintsOccurOnceAndDoNotDependOnLines() throws {
    func prints(_ lines: [Int]) throws -> [String] {
      let text = CheckFormat.gitlab.render(report(lines.map { finding(line: $0) }), version: "1.0.0")
      return text.matches(of: /"fingerprint": "([0-9a-f]{32})"/).map { String($0.1) }
    }
    let one = try prints([3, 9])
    expectEqual(Set(one).count, 2)
    try expectEqual(prints([30, 90]), one)
    let issue = CheckFormat.gitlab.render(report([finding(file: nil)]), version: "1.0.0")
    for member in [#""check_name": "stuck""#, #""severity": "major""#, #""path": "run.ndjson""#, #""begin": 1"#] {
      #expect(issue.contains(member))
    }
    expectEqual(CheckFormat.gitlab.render(report([]), version: "1.0.0"), "[]\n")
  }

  @Test func markdownEscapesWhatTheProgramSays() {
    let text = CheckFormat.markdown.render(report([finding(sentence: "a|b <img> @me #1 [x](y) `c`")]), version: "1.0.0")
    #expect(text.contains(#"a\|b &lt;img&gt; &#64;me &#35;1 \[x\](y) \`c\`."#))
    #expect(
      text.hasPrefix(
        """
        ### pscope check

        1 finding (1 warning) in run.ndjson: 44 promises, 310 events.

        | severity | where | finding | rule |
        | --- | --- | --- | --- |
        """))
    #expect(!CheckFormat.markdown.render(report([]), version: "1.0.0").contains("|"))
  }

  @Test func jsonListsEveryFindingWithItsEvidence() {
    let shown = report([finding { ($0.victims, $0.evidence, $0.events) = (2, [13, 14], [4, 9]) }])
    let text = CheckFormat.json.render(shown, version: "1.0.0")
    #expect(text.hasPrefix("{\n  \"schema\": \"promisescope.check\",\n  \"version\": 1,\n"))
    for member in [
      #""rule": "stuck""#, #""severity": "warning""#, #""line": 3"#, #""promise": 12"#, #""victims": 2"#,
      #""involved": [13, 14]"#, #"{"seq": 4}"#, #"{"seq": 9}"#, #""known": false"#, #""warning": 1"#,
    ] { #expect(text.contains(member)) }
  }

  @Test func jsonSaysThatASourceThatCouldNotBeReadHasNoEnd() {
    var unread = CheckReport.Source(name: "b.ndjson")
    unread.failure = "no such file"
    var shown = report([])
    shown.add(unread, findings: [])
    let text = CheckFormat.json.render(shown, version: "1.0.0")
    #expect(text.contains(#""ended": true"#) && text.contains(#""ended": false"#))
  }
}

@Suite struct BaselineTests {
  @Test func onlyFindingsBeyondTheBaselineFail() {
    let old = report([finding(label: "fetch 1", line: 3), finding(.lostResult)])
    var same = report([finding(label: "fetch 99", line: 30), finding(.lostResult)])
    same.compare(with: Baseline(old))
    #expect(same.new.isEmpty)
    same.failOn = .note
    #expect(!same.fails)
    var more = report([finding(line: 3), finding(line: 40), finding(.lostResult)])
    more.compare(with: Baseline(old))
    expectEqual(more.new.map(\.finding.site?.line), [40])
    #expect(more.fails)
    more.failOn = .error
    #expect(!more.fails)
  }

  @Test func occurrencesOfOneCallSiteMayGrow() {
    let old = report([finding()])
    var same = report([finding { $0.occurrences = 50 }])
    same.compare(with: Baseline(old))
    #expect(same.new.isEmpty)
  }

  @Test func twoRunsOfOneProgramCountOnce() {
    var twice = report([finding()])
    twice.add(CheckReport.Source(name: "second.ndjson"), findings: [finding()])
    expectEqual(Array(Baseline(twice).counts.values), [1])
    let baseline = Baseline(twice)
    twice.compare(with: baseline)
    #expect(twice.new.isEmpty)
  }

  @Test func theFileIsSortedAndStable() {
    let text = Baseline(report([finding(), finding(.lostResult), finding(line: 9)])).text
    expectEqual(
      text,
      """
      {
        "schema": "promisescope.baseline",
        "version": 2,
        "findings": [
          {"fingerprint": "lost-result|App/Main.swift|load()|async|fetch 0||", "count": 1},
          {"fingerprint": "stuck|App/Main.swift|load()|async|fetch 0||", "count": 2}
        ]
      }

      """)
  }

  @Test func summaryCountsWhatIsNew() {
    var shown = report([finding(), finding(.lostResult), finding(.unhandledRejection)])
    expectEqual(
      shown.summary, "3 findings (1 error, 1 warning, 1 note) in run.ndjson: 44 promises, 310 events")
    shown.compare(with: Baseline(report([finding(), finding(.unhandledRejection)])))
    expectEqual(
      shown.summary, "1 new finding (1 note) in run.ndjson: 44 promises, 310 events; 2 findings in the baseline")
    expectEqual(report([]).summary, "no findings in run.ndjson: 44 promises, 310 events")
  }
}
