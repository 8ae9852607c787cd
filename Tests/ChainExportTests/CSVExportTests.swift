// The lines of a CSV export: the columns, the types, hostile texts. `make test-exports` has DuckDB read it.

@Suite struct CSVExportTests {
  private func lines(_ log: String, _ excerpt: ExportExcerpt? = nil) throws -> [[String]] {
    var options = ExportOptions()
    options.excerpt = excerpt
    return try exported(.csv, log, options).split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func everyLineHasTheLosses() throws {
    let lines = try lines(twoPromises)
    expectEqual(lines[0].suffix(4), ["log_lost", "log_evicted", "log_ended", "log_problems"])
    for line in lines.dropFirst() { expectEqual(line.suffix(4), ["5", "0", "true", "0"]) }
    let cut = twoPromises.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
    try expectEqual(self.lines(cut)[1].suffix(2), ["false", "0"])
    try expectEqual(self.lines(cut + "nonsense\n")[1].suffix(2), ["false", "1"])
  }

  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("say \\\"hi\\\"", "\"say \"\"hi\"\"\""),
    ("two\\nlines", "\"two\\nlines\""),
    ("\\u001b[31m", "\"\\u{1B}[31m\""), ("名前", "\"名前\""), ("", "\"\""),
    ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("+cmd", "'+cmd"), ("-2+3", "'-2+3"), (" =1", "' =1"), ("-", "'-"),
    ("＝1", "\"'＝1\""), ("=a,b", "\"'=a,b\""), ("-17.5", "-17.5"), ("+4", "+4"),
  ])
  func quotesHostileTexts(label: String, field: String) throws {
    let log = """
      {"schema":"promisescope.log","version":1}
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"\(label)"}
      {"seq":2,"t":1,"ev":"ended"}

      """
    let line = try exported(.csv, log).split(separator: "\n")[1]
    #expect(line.hasPrefix("1,pending,async,\(field),,,,0,"), "\(line)")
  }

  @Test func aLogWithoutPromisesHasTheHeaderLine() throws {
    let log = """
      {"schema":"promisescope.log","version":1}
      {"seq":1,"t":2,"ev":"ended"}

      """
    #expect(try exported(.csv, log).hasPrefix("promise,state,") && lines(log).count == 1)
  }

  @Test func anyNumberOfSpacesPrecedesAFormula() throws {
    let label = String(repeating: " ", count: 4_000)
    let log = twoPromises.replacing("\"load\"", with: "\"\(label)=1\"")
    #expect(try exported(.csv, log).contains(",'\(label)=1,"))
  }
}
