// What the story says of logs that no scenario writes: hostile texts, missing events, contradictions, long runs.

struct StoryTests {
  @Test func theSentencesOfTheIssue() throws {
    try check(
      [
        #""ev":"created","p":1,"kind":"wrap""#,
        #""ev":"created","p":2,"kind":"then","from":1,"site":{"file":"App/ListLoader.swift","line":41}"#,
        #""ev":"registered","p":1,"by":2,"handles":["fulfilled"]"#, #""ev":"created","p":3,"kind":"async""#,
        #""ev":"adopted","p":3,"source":2"#, #""ev":"created","p":4,"kind":"then","from":3"#,
        #""ev":"registered","p":3,"by":4,"handles":["fulfilled"]"#, #""ev":"fulfilled","p":1,"cause":"resolver""#,
        #""ev":"started","p":2"#, #""ev":"finished","p":2,"outcome":"threw""#,
        #""ev":"rejected","p":2,"error":"offline","cause":"threw","cancelled":false"#,
        #""ev":"rejected","p":3,"error":"offline","cause":"adopted","via":2,"cancelled":false"#,
        #""ev":"rejected","p":4,"error":"offline","cause":"passthrough","via":3,"cancelled":false"#, #""ev":"ended""#,
      ],
      says: [
        "wrap created #1.",
        "then created #2 at ListLoader.swift:41: a new promise that waits for #1 and handles its value.",
        "async created #3.", "#3 was resolved with #2, so #3 stays pending until #2 settles.",
        "then created #4: a new promise that waits for #3 and handles its value.", "#1 was fulfilled.",
        "The handler of #2 runs, because #1 was fulfilled.",
        "#2 was rejected, because its handler at ListLoader.swift:41 threw `offline`.",
        "#3 was rejected with `offline`, because the handler of #2 at ListLoader.swift:41 threw it.",
        "#4 has no rejection handler, so the rejection passes on: it was rejected with `offline`.",
        "The run ends: of 4 promises, 1 is fulfilled, 3 are rejected.",
      ])
  }

  @Test func aNoteThatDescribesAPictureIsToldAsWhatIsSeen() throws {
    try check(
      [
        #""ev":"noted","text":"screen: 2 + 1 sticky | * House rules""#,
        #""ev":"noted","text":"box: State of letter | .pending | bodies: first""#, #""ev":"noted","text":"box: empty""#,
        #""ev":"ended""#,
      ],
      says: [
        "The program shows: 2 + 1 sticky; * House rules.", #"Inside "State of letter": .pending; bodies: first."#,
        "The program writes \"box: empty\".", "The run ends: it has no promises.",
      ])
  }

  @Test func textsOfTheProgramAreEscapedAndCut() throws {
    let long = String(repeating: "x", count: 500)
    let log = try GoldenLog(lines: [
      #""ev":"created","p":1,"kind":"wr\u001b[2Jap","label":"a\nb\u202E","site":{"file":"x\u0007.swift","line":1}"#,
      #""ev":"rejected","p":1,"error":"\#(long)\u001b]0;t\u0007","cause":"resolver","cancelled":false"#,
      #""ev":"noted","text":"\u001b[31mred""#, #""ev":"started","p":1,"queue":"q\u0000""#,
    ])
    for language in Language.allCases {
      for sentence in log.sentences([language]) {
        let text = sentence.text.line(in: language).text
        #expect(
          text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E }, "\(text)")
        #expect(text.count < 400)
      }
    }
    #expect(log.story(in: .english).contains(#"#1 "a\nb\u{202E}""#))
  }

  @Test func allInputsOfACombinatorAreCounted() throws {
    let ids = 2...12_001
    let lines =
      [#""ev":"created","p":1,"kind":"all""#] + ids.map { #""ev":"created","p":\#($0),"kind":"wrap""# }
      + ids.map { #""ev":"registered","p":\#($0),"by":1,"handles":["fulfilled","rejected"]"# }
      + ids.map { #""ev":"fulfilled","p":\#($0),"cause":"resolver""# } + [
        #""ev":"fulfilled","p":1,"cause":"combinator""#, #""ev":"ended""#,
      ]
    let story = try GoldenLog(lines: lines).story(in: .english)
    #expect(story.contains("#1 was fulfilled, because all of its 12,000 inputs were fulfilled."))
  }

  @Test func aGapIsSaidAndNothingIsClaimedAcrossIt() throws {
    try check(
      [
        #""ev":"created","p":1,"kind":"wrap""#, #""ev":"lost","count":12"#,
        #""ev":"fulfilled","p":9,"value":"1","cause":"adopted","via":8"#,
        #""ev":"rejected","p":7,"cause":"passthrough","via":6,"cancelled":true"#,
        #""ev":"lost","count":1,"damaged":true"#,
      ],
      says: [
        "wrap created #1.", "12 events were lost here: what happened meanwhile is not known.",
        "#9 was fulfilled with `1`, because #8 was fulfilled.",
        "#7 has no rejection handler, so the cancellation passes on: it was canceled.",
        "1 event is missing here, because the log is damaged: what happened meanwhile is not known.",
        "The log stops here without an end: of 5 promises, 1 is fulfilled, 1 is canceled, 3 are in an unknown state.",
      ])
  }

  @Test func onlyWhatIsKnownAboutWhoWaitedIsSaidOfACancellation() throws {
    func story(_ other: [String]) throws -> String {
      try GoldenLog(
        lines: [
          #""ev":"created","p":1,"kind":"wrap""#, #""ev":"created","p":2,"kind":"then","from":1"#,
          #""ev":"registered","p":1,"by":2,"handles":["fulfilled"]"#,
        ] + other + [
          #""ev":"cancelRequested","p":2"#, #""ev":"rejected","p":2,"cause":"resolver","cancelled":true"#,
          #""ev":"cancelRequested","p":1"#, #""ev":"rejected","p":1,"cause":"resolver","cancelled":true"#,
        ]
      ).story(in: .english)
    }
    #expect(try story([]).contains("#1 was canceled, too, because only #2 waited for it."))
    let observed = try story([#""ev":"registered","p":1,"handles":["fulfilled"]"#])
    #expect(observed.contains("#1 was canceled, too, after #2, which waited for it."))
    let requested = try GoldenLog(lines: [#""ev":"created","p":1,"kind":"wrap""#, #""ev":"cancelRequested","p":1"#])
    #expect(requested.story(in: .english).contains("The cancellation of #1 was requested; it is still pending."))
  }

  @Test func aSettlementThatContradictsAnEarlierOneIsNotToldAndNeitherIsProgressAfterIt() throws {
    try check(
      [
        #""ev":"created","p":1,"kind":"wrap""#, #""ev":"fulfilled","p":1,"value":"1","cause":"resolver""#,
        #""ev":"rejected","p":1,"error":"no","cause":"resolver","cancelled":false"#,
        #""ev":"progressed","p":1,"fraction":0.5"#, #""ev":"ended""#,
      ],
      says: ["wrap created #1.", "#1 was fulfilled with `1`.", "The run ends: of 1 promise, 1 is fulfilled."])
  }

  @Test func aRejectionBeforeATimeLimitIsNotCalledATimeout() throws {
    let log = try GoldenLog(lines: [
      #""ev":"created","p":1,"kind":"wrap""#, #""ev":"created","p":2,"kind":"timeout","from":1"#,
      #""ev":"rejected","p":1,"error":"no","cause":"resolver","cancelled":false"#,
      #""ev":"rejected","p":2,"error":"no","cause":"passthrough","via":1,"cancelled":false"#,
    ])
    let english = log.story(in: .english)
    #expect(english.contains("#2 was rejected with `no`, because #1 was rejected before the time was up.\n"))
    #expect(log.story(in: .chinese).contains("#1 在超时之前被拒绝。\n"))
  }

  @Test func aLabelThatFollowsAtOnceIsPartOfTheCreationAndItsPosition() throws {
    let log = try GoldenLog(lines: [
      #""ev":"created","p":1,"kind":"wrap""#, #""ev":"named","p":1,"label":"load""#,
      #""ev":"created","p":2,"kind":"then","from":1"#, #""ev":"registered","p":1,"by":2,"handles":["rejected"]"#,
      #""ev":"enqueued","p":2"#,
    ])
    let sentences = log.sentences([.english])
    expectEqual(sentences.map(\.position), [2, 4, 5])
    #expect(sentences[0].text.english.pieces.contains(.promise(1, label: "load")))
  }

  @Test func aLongRunIsToldInBoundedMemoryInOrder() {
    let texts = TextTable()
    let (wrap, value) = (texts.intern("wrap"), texts.intern("1"))
    var story = Story(texts: texts, languages: [.english], limit: 500)
    var positions: [UInt64] = []
    for id in PromiseID(1)...3_000 {
      var created = Event(.created, id)
      created.operation = wrap
      var fulfilled = Event(.fulfilled, id)
      (fulfilled.text, fulfilled.cause) = (value, .resolver)
      for event in [created, fulfilled, Event(.released, id)] {
        if let sentence = story.add(event) { positions.append(sentence.position) }
      }
    }
    positions += story.finish().map(\.position)
    expectEqual(positions.count, 6_001)
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("a story that is written at once says the same as its sentences", arguments: Language.allCases)
  func written(language: Language) throws {
    for name in GoldenLog.names {
      let log = try GoldenLog(name)
      var story = Story(texts: log.texts, languages: [language])
      let line = StoryParts(texts: log.texts)
      var written = ""
      func add(_ time: Int64) {
        var bytes: [UInt8] = []
        line.write(to: &bytes)
        written += "\(DurationText.clock(time))  \(String(decoding: bytes, as: UTF8.self))\n"
      }
      for event in log.events { if let time = story.add(event, in: language, to: line) { add(time) } }
      while let time = story.finishNext(in: language, to: line) { add(time) }
      expectEqual(written, log.story(in: language))
    }
  }

  @Test func aSentenceOfAnyLengthIsWrittenWhole() throws {
    let names = (1...6).map { String(repeating: "名", count: 59) + "\($0)" }
    let lines =
      names.enumerated().map { #""ev":"created","p":\#($0.offset + 1),"kind":"wrap","label":"\#($0.element)""# }
      + [#""ev":"created","p":7,"kind":"all""#]
      + (1...6).map { #""ev":"registered","p":\#($0),"by":7,"handles":["fulfilled","rejected"]"# }
    let story = try GoldenLog(lines: lines).story(in: .english)
    let inputs = names.enumerated().map { "#\($0.offset + 1) \"\($0.element)\"" }
    #expect(
      story.contains("all created #7; it waits for \(inputs.dropLast().joined(separator: ", ")) and \(inputs[5]).\n"))
  }

  @Test(
    "a call site has the last component of its path",
    arguments: ["a.swift": "a.swift", "/x/y/a.swift": "a.swift", "x/y//": "y", "//": "//", "": ""])
  func file(path: String, name: String) throws {
    let site = #""site":{"file":"\#(path)","line":7}"#
    let log = try GoldenLog(lines: [#""ev":"created","p":1,"kind":"wrap",\#(site)"#])
    #expect(log.story(in: .english).contains("wrap created #1 at \(name):7.\n"))
  }

  @Test func everySentenceHasBothLanguagesAndAnEnglishOneEndsWithAPeriod() throws {
    for name in GoldenLog.names {
      for sentence in try GoldenLog(name).sentences() {
        #expect(sentence.text.english.text.hasSuffix("."), "\(sentence.text.english.text)")
        #expect(sentence.text.chinese.text.hasSuffix("。"), "\(sentence.text.chinese.text)")
      }
    }
  }

  private func check(_ lines: [String], says expected: [String], at location: SourceLocation = #_sourceLocation) throws
  {
    let found = try GoldenLog(lines: lines).sentences([.english]).map(\.text.english.text)
    expectEqual(found, expected, sourceLocation: location)
  }

  @Test func aLineKeepsItsPieces() {
    let pieces: [StoryPiece] = [
      .text("In "), .promise(7, label: "a \"b\" 漢"), .text(", "), .promise(.max, label: nil), .promise(2, label: ""),
      .value("`x`"),
      .text(" at "), .site("A.swift:1"), .error(""), .output("done"), .text("."),
    ]
    let line = StoryLine(pieces)
    expectEqual(line.pieces, pieces)
    expectEqual(line.text, pieces.map(\.text).joined())
    let twice: StoryLine = "\(line) And \(line)"
    expectEqual(
      twice.pieces, [Array(pieces.dropLast()), [.text(". And In ")], Array(pieces.dropFirst())].flatMap(\.self))
    expectEqual(StoryLine([.text("a"), .text("b")]), "ab")
    #expect(StoryLine().isEmpty && StoryLine().text == "")
  }
}
