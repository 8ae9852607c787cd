// Reading a log and writing it again gives the same bytes.

import PlainText

@Suite struct LogRoundTripTests {
  static let header =
    #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","#
    + #""pid":123,"sourceRoot":"/src","values":"preview","seed":null}"#

  /// For each kind of event, a line with every member, and one without the optional ones.
  static let lines = [
    #""ev":"created","p":1,"kind":"async","label":"load list","site":{"file":"App/Main.swift","line":4,"function":"load()"},"queue":"main""#,
    #""ev":"created","p":2,"ctx":1,"kind":"then","from":1"#,
    #""ev":"created","p":18446744073709551615,"kind":"pending""#,
    #""ev":"created","p":3,"kind":"delay","from":2,"queue":"main","timer":25000000000"#,
    #""ev":"named","p":1,"label":"""#,
    #""ev":"registered","p":1,"by":2,"handles":["fulfilled","rejected"]"#,
    #""ev":"registered","p":1,"handles":[]"#,
    #""ev":"registered","p":1,"handles":["rejected"]"#,
    #""ev":"registered","p":1,"by":2"#,
    #""ev":"enqueued","p":1,"queue":"main""#,
    #""ev":"started","p":1,"queue":"main","thread":"1""#,
    #""ev":"finished","p":1,"queue":"main","thread":"1","outcome":"promise""#,
    #""ev":"awaiting","p":1,"source":2,"site":{"file":"app.js","line":12,"function":"page"}"#,
    #""ev":"awaiting","p":1,"source":2"#,
    #""ev":"continued","p":1"#,
    #""ev":"paused","p":1"#,
    #""ev":"resumed","p":1"#,
    #""ev":"adopted","p":2,"source":3"#,
    #""ev":"progressed","p":1,"fraction":0.625,"stage":"body""#,
    #""ev":"progressed","p":1,"fraction":1"#,
    #""ev":"fulfilled","p":1,"value":"\"quoted\" \\ \n\t\u001b[31m \u2028 \u202e é 漢 🏁","cause":"resolver""#,
    #""ev":"fulfilled","p":2,"cause":"adopted","via":3"#,
    #""ev":"rejected","p":3,"error":"boom","type":"Oops","cause":"threw","via":3,"cancelled":true"#,
    #""ev":"rejected","p":4,"cause":"timeout","cancelled":false"#,
    #""ev":"ignored","p":1,"attempt":"resolve""#,
    #""ev":"cancelRequested","p":1,"by":2"#,
    #""ev":"handled","p":1"#,
    #""ev":"handled","p":1,"by":2"#,
    #""ev":"unhandled","p":1"#,
    #""ev":"released","p":1,"state":"pending""#,
    #""ev":"noted","p":1,"text":"hello""#,
    #""ev":"noted","text":"hello""#,
    #""ev":"lost","count":120"#,
    #""ev":"lost","count":2,"damaged":true"#,
    #""ev":"created","p":9,"kind":"then","colour":"red","nested":{"a":[1,{"b":"}"}]},"none":null"#,
    #""ev":"fulfilled","p":9,"cause":"quantum""#,
    #""ev":"teleported","p":9,"to":"mars""#,
    #""ev":"alive""#,
    #""ev":"alive","uptime":7"#,
    #""ev":"ignored","p":6,"attempt":"fulfill","site":{"file":"lock.js","line":9,"column":3}"#,
    #""ev":"alive","memory":61939712,"cpu":0"#,
    #""ev":"alive","memory":0,"uptime":7"#,
    #""ev":"alive","cpu":195877000"#,
    #""ev":"ended""#,
    #""ev":"ended","reason":"signal","signal":"SIGTERM","code":143"#,
    #""ev":"ended","reason":"drained","code":0"#,
    #""ev":"ended","reason":"exploded""#,
    #""ev":"held","p":1,"by":2,"text":"resolve of queue""#,
    #""ev":"called","p":5,"site":{"file":"jobs.js","line":31,"function":"save"},"instead":29"#,
    #""ev":"called","p":5,"site":{"file":"jobs.js","line":40}"#,
    #""ev":"adopted","p":5,"source":3,"site":{"file":"jobs.js","line":22}"#,
    #""ev":"fulfilled","p":5,"cause":"resolver","site":{"file":"lock.js","line":9,"function":"release"}"#,
    #""ev":"rejected","p":6,"cause":"resolver","cancelled":false,"site":{"file":"lock.js","line":9}"#,
    #""ev":"ignored","p":6,"attempt":"fulfill","site":{"file":"lock.js","line":9,"function":"release"}"#,
    #""ev":"registered","p":1,"handles":[],"site":{"file":"App/Main.swift","line":4},"task":7"#,
    #""ev":"created","p":4,"kind":"async function","detached":true"#,
    #""ev":"awaiting","p":1,"source":2,"takesError":false,"loop":"endless","cpu":12000000"#,
    #""ev":"awaiting","p":1,"source":2,"loop":"condition""#,
  ]

  static var log: String {
    var text = header + "\n"
    for (index, line) in lines.enumerated() { text += "{\"seq\":\(index + 1),\"t\":\(index * 1_000),\(line)}\n" }
    return text
  }

  @Test func everyKindOfEventRoundTrips() throws {
    let reader = LogReader(bytes: Array(Self.log.utf8))
    let written = try rewrite(reader)
    expectEqual(written, Self.log)
    // Only the first `ended` may be the last event.
    expectEqual(reader.diagnostics.count, 1)
  }

  @Test func theEventsHaveTheValuesOfTheLines() throws {
    let reader = LogReader(bytes: Array(Self.log.utf8))
    let events = try readAll(reader)
    #expect(events.map(\.sequence) == (1...UInt64(Self.lines.count)).map(\.self))
    expectEqual(Set(events.map(\.kind)), Set(EventKind.allCases))
    expectEqual(reader.texts[events[0].text], "load list")
    expectEqual(events[0].site.line, 4)
    expectEqual(reader.texts[events[0].site.function], "load()")
    expectEqual(events[2].promise, .max)
    expectEqual(events[3].timer, 25_000_000_000)
    expectEqual(reader.texts[events[4].text], "")
    expectEqual(events[5].handles, [.fulfilled, .rejected])
    expectEqual(events[8].handles, .unknown)
    #expect(events[12].peer == 2 && events[12].site.line == 12)
    let ends = events.filter { $0.kind == .ended }
    expectEqual(ends.map(\.reason), [nil, .signal, .drained, nil])
    expectEqual(ends.map(\.exitCode), [nil, 143, 0, nil])
    expectEqual(ends.map { reader.texts[$0.text] }, [nil, "SIGTERM", nil, nil])
    expectEqual(reader.texts[events[20].text], "\"quoted\" \\ \n\t\u{1B}[31m \u{2028} \u{202E} é 漢 🏁")
    #expect(events[22].isCancelled)
    expectEqual(events[18].fraction, 0.625)
    expectEqual(events.filter(\.isDetached).map(\.promise), [4])
    expectEqual(events.suffix(2).map(\.loop), [.endless, .condition])
    expectEqual(events.suffix(2).map(\.takesError), [false, nil])
    expectEqual(reader.header.program, "app")
  }

  @Test func theHeaderOfAnotherRuntimeRoundTrips() throws {
    let log =
      Self.header.dropLast()
      + #","runtime":"node 20.20.2","adapter":"promisescope-node 1.0","argv":["/usr/bin/node","a \"b\".js",""],"thread":3,"run":"17.5","sites":"all"}"#
      + "\n"
    let reader = LogReader(bytes: Array(log.utf8))
    #expect(try rewrite(reader) == log)
    expectEqual(reader.header.runtime, "node 20.20.2")
    expectEqual(reader.header.adapter, "promisescope-node 1.0")
    expectEqual(reader.header.arguments, ["/usr/bin/node", "a \"b\".js", ""])
    #expect(reader.header.thread == 3 && reader.header.run == "17.5")
    expectEqual(reader.header.extra, #""sites":"all""#)
  }

  @Test func unknownHeaderMembersArePreserved() throws {
    let log = Self.header.dropLast() + ",\"host\":\"h\",\"list\":[1,2]}\n"
    #expect(try rewrite(LogReader(bytes: Array(log.utf8))) == log)
  }

  @Test(arguments: [
    #""pid":"x""#, #""started":null"#, #""values":"later""#, #""seed":-1"#, #""program":[1],"sourceRoot":{}"#,
    #""argv":[1,"x"]"#, #""argv":"x""#, #""runtime":7"#, #""thread":"1""#, #""run":1"#,
  ])
  func aKnownHeaderMemberWithAnotherValueIsPreserved(_ member: String) throws {
    let log = #"{"schema":"promisescope.log","version":1,"unit":"ns","# + member + "}\n"
    let written = try rewrite(LogReader(bytes: Array(log.utf8)))
    #expect(written.hasSuffix(",\(member)}\n"))
    // Twice in one header would be no log.
    #expect(try rewrite(LogReader(bytes: Array(written.utf8))) == written)
  }

  @Test(arguments: [
    #""ev":"created","p":1,"kind":"then""#, #""ev":"awaiting","p":1,"source":2"#, #""ev":"adopted","p":1,"source":2"#,
    #""ev":"fulfilled","p":1,"cause":"resolver""#,
  ])
  func aSiteWithUnknownMembersIsDecodedAndPreserved(event: String) throws {
    let line = #"{"seq":1,"t":0,\#(event),"site":{"file":"A","line":1,"column":7}}"#
    let log = Self.header + "\n" + line + "\n"
    let reader = LogReader(bytes: Array(log.utf8))
    let events = try readAll(reader)
    expectEqual(events[0].site.line, 1)
    #expect(try rewrite(LogReader(bytes: Array(log.utf8))) == log)
  }

  @Test func aSiteWithoutAFileIsPreserved() throws {
    let line = #"{"seq":1,"t":0,"ev":"awaiting","p":1,"source":2,"site":{"line":3,"function":"f"}}"#
    let log = Self.header + "\n" + line + "\n" + line.replacing(#""seq":1"#, with: #""seq":2"#) + "\n"
    #expect(try rewrite(LogReader(bytes: Array(log.utf8))) == log)
  }

  @Test(arguments: ["4294967296", "18446744073709551615", "0"])
  func aLineThatNoFileHasIsPreserved(_ line: String) throws {
    let line = #"{"seq":1,"t":0,"ev":"created","p":1,"kind":"then","site":{"file":"A","line":\#(line)}}"#
    let log = Self.header + "\n" + line + "\n"
    #expect(try rewrite(LogReader(bytes: Array(log.utf8))) == log)
  }

  @Test func exactlyTheHostileScalarsAreEscaped() throws {
    // The reserved ranges between planes 3 and 14 behave alike.
    let scalars = [0...0x4_0000, 0xE_0000...0x10_FFFF].joined().compactMap { Unicode.Scalar($0 as UInt32) }
    var header = LogHeader()
    let encoder = LogEncoder(texts: TextTable())
    func backslashes(in text: String) -> Int {
      header.program = text
      var bytes: [UInt8] = []
      encoder.encode(header, into: &bytes)
      return bytes.count { $0 == UInt8(ascii: "\\") }
    }
    // A header for each block of 256, because one for each scalar takes ten seconds.
    for start in stride(from: 0, to: scalars.count, by: 256) {
      let block = scalars[start..<min(start + 256, scalars.count)].filter { $0 != "\"" && $0 != "\\" }
      var (hostile, others) = (String.UnicodeScalarView(), String.UnicodeScalarView())
      for scalar in block {
        if ScalarKind(scalar.value) == .hostile { hostile.append(scalar) } else { others.append(scalar) }
      }
      // An escape has one backslash per UTF-16 unit.
      let areRight =
        backslashes(in: String(hostile)) == String(hostile).utf16.count && backslashes(in: String(others)) == 0
      guard !areRight else { continue }
      for scalar in block {
        let isEscaped = backslashes(in: String(scalar)) > 0
        if isEscaped != (ScalarKind(scalar.value) == .hostile) { Issue.record("U+\(String(scalar.value, radix: 16))") }
      }
    }
  }
}

/// Reads a log to its end.
func readAll(_ reader: LogReader) throws -> [Event] {
  var events: [Event] = []
  while try reader.read(into: &events, limit: 7) == .more {}
  return events
}

/// Encodes all events of a reader.
func rewrite(_ reader: LogReader) throws -> String {
  let events = try readAll(reader)
  let encoder = LogEncoder(texts: reader.texts)
  var bytes: [UInt8] = []
  encoder.encode(reader.header, into: &bytes)
  for event in events { encoder.encode(event, into: &bytes) }
  return String(decoding: bytes, as: UTF8.self)
}
