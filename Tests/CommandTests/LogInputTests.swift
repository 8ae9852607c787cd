// `pscope export` with valid logs, damaged logs and files that are not logs.

private let header =
  #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","#
  + #""program":"app","pid":7,"sourceRoot":"","values":"preview","seed":null}"#

/// The events of two promises, without `ended`.
private let events = [
  #"{"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"fetch","site":{"file":"App/Main.swift","line":3,"function":"main()"}}"#,
  #"{"seq":2,"t":1000000,"ev":"created","p":2,"kind":"then","from":1,"label":"show","#
    + #""site":{"file":"App/Main.swift","line":4,"function":"main()"}}"#,
  #"{"seq":3,"t":1000000,"ev":"registered","p":1,"by":2,"handles":["fulfilled"]}"#,
  #"{"seq":4,"t":2000000,"ev":"rejected","p":1,"error":"offline","type":"NetworkError","cause":"resolver"}"#,
  #"{"seq":5,"t":2000000,"ev":"rejected","p":2,"error":"offline","type":"NetworkError","cause":"passthrough","via":1}"#,
]
private let ended = #"{"seq":6,"t":3000000,"ev":"ended"}"#

private func log(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
private let whole = log([header] + events + [ended])

@Suite struct LogInputTests {
  @Test func exportsTheTreeOfALogFile() async throws {
    let folder = try Folder()
    let path = try folder.write("run.ndjson", whole)
    let outcome = try await pscope("export", path, "--format", "text")
    expectEqual(outcome.code, 0)
    #expect(outcome.errors.isEmpty)
    for word in ["fetch", "show", "offline", "rejected"] { #expect(outcome.text.contains(word)) }
  }

  @Test func asciiFlagProducesOnlyASCII() async throws {
    let outcome = try await pscope("export", "-", "--format", "text", "--ascii", input: whole)
    expectEqual(outcome.code, 0)
    #expect(outcome.output.allSatisfy { $0 < 0x80 })
  }

  @Test func aDeviceWithoutAnEndIsNoLog() async throws {
    let outcome = try await pscope("check", "/dev/zero", before: "ulimit -t 10")
    #expect(outcome.code == 2 && outcome.errors.contains("found a line of more than"), "\(outcome.errors)")
  }

  @Test func reportsThePathOfAMissingFile() async throws {
    let outcome = try await pscope("export", "/nowhere/run.ndjson")
    expectEqual(outcome.code, 2)
    #expect(outcome.output.isEmpty)
    expectEqual(outcome.errors, "pscope: can't read /nowhere/run.ndjson: No such file or directory.\n")
  }

  @Test func rejectsAFolderWithoutALog() async throws {
    let folder = try Folder()
    let outcome = try await pscope("export", folder.path)
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains(" has no log: expected *.ndjson or *.ndjson.gz in it"))
  }

  @Test(arguments: ["check -", "view -", "export -", "why - 1", "stats -", "diff - one"])
  func rejectsAClosedStandardInput(words: String) async throws {
    let outcome = try await run(["sh", "-c", "exec \"$0\" \(words) <&-", binary])
    expectEqual(outcome.code, 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("expected a log on standard input, found it closed"))
  }

  @Test func reportsAClosedStandardOutput() async throws {
    let outcome = try await run(["sh", "-c", "exec \"$0\" list >&-", binary])
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("can't write standard output: Bad file descriptor"))
  }

  @Test func reportsWhatAnEmptyLogShouldContain() async throws {
    let outcome = try await pscope("export", "-", input: "")
    expectEqual(outcome.code, 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("empty"))
    #expect(outcome.errors.contains("promisescope.log"))
  }

  @Test(arguments: ["not a log\n", "{\"schema\":\"other\"}\n", "\u{1B}[31mred\n", "\0\0\0\0"])
  func rejectsInputThatIsNotALog(text: String) async throws {
    let outcome = try await pscope("export", "-", input: text)
    expectEqual(outcome.code, 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("promisescope.log"))
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test func rejectsANewerVersion() async throws {
    let newer = whole.replacing(#""version":1"#, with: #""version":2"#)
    let outcome = try await pscope("export", "-", input: newer)
    expectEqual(outcome.code, 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("version 2"))
    #expect(outcome.errors.contains("version 1"))
  }

  @Test func readsTheEventsBeforeATruncatedLine() async throws {
    let cut = String(whole.prefix(whole.count - ended.count - 30))
    let outcome = try await pscope("export", "-", "--format", "text", input: cut)
    expectEqual(outcome.code, 3)
    #expect(outcome.text.contains("fetch"))
    #expect(outcome.errors.contains("standard input:6: "))
  }

  @Test func reportsAMalformedLineAndReadsTheRest() async throws {
    let damaged = log(
      [[header], Array(events.prefix(2)), ["{\"seq\":3,\"t\":,"], Array(events.suffix(2)), [ended]].flatMap(\.self))
    let outcome = try await pscope("export", "-", "--format", "text", input: damaged)
    expectEqual(outcome.code, 3)
    #expect(outcome.text.contains("offline"))
    #expect(outcome.errors.contains("standard input:4: "))
  }

  @Test func reportsARecordedLoss() async throws {
    let loss = #"{"seq":6,"t":2500000,"ev":"lost","count":42}"#
    let lossy = log([header] + events + [loss, #"{"seq":7,"t":3000000,"ev":"ended"}"#])
    let outcome = try await pscope("export", "-", input: lossy)
    expectEqual(outcome.code, 3)
    #expect(outcome.text.contains(#""count":42"#))
    #expect(outcome.errors.contains("42 events"))
  }

  @Test func acceptsALogWithoutEnded() async throws {
    let outcome = try await pscope("export", "-", "--format", "text", input: log([header] + events))
    expectEqual(outcome.code, 0)
    #expect(outcome.text.contains("show"))
    expectEqual(
      outcome.errors,
      "pscope: standard input: the log has no `ended` event: the program was killed or is still running\n")
  }

  @Test(arguments: ["ndjson", "text"])
  func reportsEachImpossibleEventOnce(format: String) async throws {
    let impossible = [
      #"{"seq":6,"t":1500000,"ev":"noted","text":"back"}"#,
      #"{"seq":7,"t":2500000,"ev":"created","p":1,"kind":"async"}"#,
      #"{"seq":8,"t":2500000,"ev":"fulfilled","p":2,"cause":"resolver"}"#, #"{"seq":9,"t":3000000,"ev":"ended"}"#,
      #"{"seq":10,"t":3000000,"ev":"noted","text":"a"}"#, #"{"seq":11,"t":3000000,"ev":"noted","text":"b"}"#,
    ]
    let outcome = try await pscope("export", "-", "--format", format, input: log([header] + events + impossible))
    expectEqual(outcome.code, 3)
    expectEqual(
      outcome.errors,
      """
      pscope: standard input:7: expected a time of at least 2000000, found 1500000
      pscope: standard input:8: expected promise 1 to be created once, found a second `created`
      pscope: standard input:9: expected promise 2 to settle once, found a second `fulfilled`
      pscope: standard input:11: expected `ended` to be the last event, found `noted` after it

      """)
  }

  @Test func distinguishesADamagedLogFromLostEvents() async throws {
    let gap = [#"{"seq":9,"t":2500000,"ev":"lost","count":40}"#, #"{"seq":10,"t":3000000,"ev":"ended"}"#]
    let damaged = log([header] + [events[0]] + events.suffix(3) + gap)
    let outcome = try await pscope("export", "-", input: damaged)
    expectEqual(outcome.code, 3)
    expectEqual(
      outcome.errors,
      """
      pscope: standard input:3: expected sequence 2, found 3
      pscope: standard input: 1 event is missing where the log is damaged; each gap is marked 'lost'.
      pscope: standard input: 40 events were lost before being written to the log; each gap is marked 'lost'.

      """)
    #expect(outcome.text.contains(#"{"seq":2,"t":1000000,"ev":"lost","count":1,"damaged":true}"#))
  }

  @Test func countOfMissingEventsDoesNotOverflow() async throws {
    let largest = #"{"seq":18446744073709551615,"t":2500000,"ev":"noted","text":"a"}"#
    let outcome = try await pscope("export", "-", input: log([header, largest, events[0], largest, ended]))
    expectEqual(outcome.code, 3)
    #expect(outcome.errors.contains("18446744073709551615 events are missing where the log is damaged"))
    #expect(!outcome.errors.contains("overwritten"))
  }

  @Test func rejectsScenarioOptionsForALog() async throws {
    let outcome = try await pscope("export", "-", "--virtual", input: whole)
    expectEqual(outcome.code, 2)
    expectEqual(outcome.errors, "pscope: --virtual applies only to a scenario, found the log standard input.\n")
  }
}

@Suite struct ExportOutputTests {
  @Test func writesACompleteFileAndNothingElse() async throws {
    let folder = try Folder()
    let outcome = try await pscope("export", "-", "--output", folder.file("out.ndjson"), input: whole)
    expectEqual(outcome.code, 0)
    #expect(outcome.output.isEmpty)
    let printed = try await pscope("export", "-", input: whole)
    try expectEqual(folder.read("out.ndjson"), printed.output)
    try expectEqual(folder.names(), ["out.ndjson"])
    let new = try await pscope("export", "-", "--output", folder.file("new"), input: whole, before: "ulimit -f 1")
    #expect(new.code == 2 && new.errors.contains("File too large; no file was written"))
    try expectEqual(folder.names(), ["out.ndjson"])
  }

  @Test func anInvalidLogPreservesThePreviousFile() async throws {
    let folder = try Folder()
    let path = try folder.write("out.ndjson", "precious")
    let outcome = try await pscope("export", "-", "--output", path, input: "garbage\n")
    expectEqual(outcome.code, 2)
    try expectEqual(folder.read("out.ndjson"), Array("precious".utf8))
    try expectEqual(folder.names(), ["out.ndjson"])
  }

  @Test func replacesItsOwnSource() async throws {
    let folder = try Folder()
    let path = try folder.write("run.ndjson", whole)
    let outcome = try await pscope("export", path, "--output", path)
    expectEqual(outcome.code, 0)
    let printed = try await pscope("export", "-", input: whole)
    try expectEqual(folder.read("run.ndjson"), printed.output)
  }

  @Test func reportsThePathOfAMissingFolder() async throws {
    let outcome = try await pscope("export", "-", "--output", "/nowhere/out.ndjson", input: whole)
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("can't write /nowhere/out.ndjson: No such file or directory"))
  }

  @Test(arguments: exportFormats)
  func reportsAFullDisk(format: String) async throws {
    let outcome = try await pscope("export", "-", "--format", format, input: whole, output: .path("/dev/full"))
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("No space left on device"))
    let named = try await pscope("export", "-", "--format", format, "--output", "/dev/full", input: whole)
    expectEqual(named.code, 2)
    #expect(named.errors.contains("/dev/full: No space left on device"))
  }

  /// Disabled under the thread sanitizer, whose runtime exceeds the file size limit itself.
  @Test(.disabled(if: ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil))
  func aFileSizeLimitPreservesThePreviousFile() async throws {
    let folder = try Folder()
    let path = try folder.write("out.ndjson", "precious")
    let outcome = try await pscope("export", "-", "--output", path, input: whole, before: "ulimit -f 1")
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("File too large; its previous contents are unchanged"))
    try expectEqual(folder.read("out.ndjson"), Array("precious".utf8))
    try expectEqual(folder.names(), ["out.ndjson"])
  }

  @Test(arguments: exportFormats)
  func succeedsWhenTheReaderClosesThePipe(format: String) async throws {
    let outcome = try await pscope("export", "-", "--format", format, input: whole, output: .closedPipe)
    expectEqual(outcome.code, 0)
    #expect(outcome.errors.isEmpty)
  }
}
