// No text of a program is a command to the CI service that reads the output. Tested on pieces of text, and on everything that the command
// prints about a hostile log.

@testable import pscope

@Suite struct LineGuardTests {
  @Test(arguments: [
    ("::warning::x\n", "\\u{3A}:warning::x\n"), ("a\n  \t::x", "a\n  \t\\u{3A}:x"),
    // The runner trims more than ASCII's spaces, and ignores joiners.
    ("\u{3000}\u{A0}::x", "\u{3000}\u{A0}\\u{3A}:x"),
    (":\u{200D}:x", "\\u{3A}\u{200D}:x"), ("✔ ::x", "✔ \\u{3A}:x"),
    ("##[group]x", "##\\u{5B}group]x"), ("text ###[x]", "text ###\\u{5B}x]"), ("##vso[x]", "##vso\\u{5B}x]"),
    ("#\u{200D}#[x]", "#\u{200D}#\\u{5B}x]"), ("::\r::x", "\\u{3A}:\r\\u{3A}:x"),
  ])
  func escapesCommands(text: String, expected: String) {
    expectEqual(LineGuard.text(text), expected)
  }

  @Test(arguments: [
    "a ::x", ":x\n:\n:", "A.swift:3: error: ::x", "#1 [a]", "# #[a]", "##1[a]", "[::]", "世界：：x", "## Heading [a]",
    ":a:b", "",
  ])
  func leavesEverythingElse(text: String) {
    expectEqual(LineGuard.text(text), text)
  }

  @Test func piecesAreOneText() {
    let text = "✔ ::a\n ##vso[b] : ::\n:\u{3000}:c\n:"
    for size in 1...7 {
      var (guarded, bytes) = (LineGuard(), [UInt8]())
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        guarded.append(rest.prefix(size), to: &bytes)
        rest = rest.dropFirst(size)
      }
      guarded.finish(into: &bytes)
      expectEqual(String(decoding: bytes, as: UTF8.self), LineGuard.text(text), "\(size)")
    }
  }

  /// A log whose texts are all commands, also where a line of the output is wrapped.
  private static let hostile: String = {
    let command = "::error file=a,line=1::owned"
    let site = #""site":{"file":"\#(command)","line":3,"function":"\#(command)"}"#
    let lines = [
      #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"\#(command)","pid":0,"sourceRoot":"\#(command)","values":"preview","seed":null}"#,
      #"{"seq":1,"t":1000000,"ev":"created","p":1,"kind":"async","label":"\#(command) some more words \#(command)",\#(site)}"#,
      #"{"seq":2,"t":2000000,"ev":"fulfilled","p":1,"value":"\#(command)\n\#(command)","cause":"resolver"}"#,
      #"{"seq":3,"t":3000000,"ev":"ignored","p":1,"attempt":"fulfill"}"#,
      #"{"seq":4,"t":4000000,"ev":"created","p":2,"kind":"\#(command)","label":"\#(command)",\#(site)}"#,
      #"{"seq":5,"t":5000000,"ev":"rejected","p":2,"error":"\#(command)","type":"\#(command)","cause":"resolver"}"#,
      #"{"seq":6,"t":6000000,"ev":"created","p":3,"kind":"then","from":2,"label":"\#(String(repeating: "x", count: 70)) \#(command)",\#(site)}"#,
      #"{"seq":7,"t":7000000,"ev":"rejected","p":3,"error":"\#(command)","type":"\#(command)","cause":"passthrough","via":2}"#,
      #"{"seq":8,"t":8000000,"ev":"noted","text":"\#(command)\n\#(command)"}"#,
      #"{"seq":9,"t":9000000,"ev":"released","p":2}"#,
      #"{"seq":10,"t":9000000,"ev":"released","p":3}"#, #"{"seq":11,"t":9000000,"ev":"ended"}"#,
    ]
    return lines.map { $0 + "\n" }.joined()
  }()

  @Test(
    arguments: [
      "check", "check --format json", "check --format sarif", "stats", "stats --format json", "diff one --virtual",
      "view",
      "view --lesson", "view --frame text", "export --format text --only problems", "why 1", "why 2", "why 3",
      "why 3 --format json",
    ] + exportFormats.map { "export --format \($0)" })
  func noLineOfTheOutputIsACommand(words: String) async throws {
    let folder = try Folder()
    var words = words.split(separator: " ").map(String.init)
    words.insert(try folder.write("run.ndjson", Self.hostile), at: words.first == "diff" ? 2 : 1)
    let outcome = try await run([binary] + words)
    #expect(!outcome.output.isEmpty)
    for line in (outcome.text + outcome.errors).split(whereSeparator: \.isNewline) {
      #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"), "\(line)")
    }
  }
}
