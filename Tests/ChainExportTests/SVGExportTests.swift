// The SVG picture: its rows, its columns, and what is missing from it. `make test-exports` has librsvg and xmllint read it.

import PlainText

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct SVGExportTests {
  @Test func hostileTextStaysText() throws {
    let label = #"</text><script>alert(1)</script> & \u001B[31m\u202Eolleh \uFFFE\u0000"#
    let svg = try exported(.svg, oneLabel(label))
    #expect(
      !svg.contains("<script") && !svg.contains("\u{1B}") && !svg.contains("\u{202E}") && !svg.contains("\u{FFFE}"))
    let picture = try Picture(svg)
    #expect(
      picture.elements.isSubset(of: ["svg", "title", "style", "defs", "g", "path", "rect", "circle", "text", "use"]))
    #expect(picture.texts.contains { $0.hasPrefix("</text><script>alert(1)</script>") })
  }

  /// The outcome of a row starts at the same position, however wide the name before it is.
  @Test func wideCharactersTakeTwoColumns() throws {
    let names = ["加载列表", "load", "e\\u0301tude", "🐳"]
    let events = names.enumerated().map {
      #"{"seq":\#($0 * 2 + 1),"t":\#($0),"ev":"created","p":\#($0 + 1),"kind":"async","label":"\#($1)"}"# + "\n"
        + #"{"seq":\#($0 * 2 + 2),"t":\#($0),"ev":"fulfilled","p":\#($0 + 1),"value":"value \#($0)","cause":"resolver"}"#
    }
    let picture = try Picture(exported(.svg, header + events.joined(separator: "\n") + "\n"))
    let outcomes = picture.positions.filter { $0.text.hasPrefix("value ") }
    #expect(outcomes.count == 4 && Set(outcomes.map(\.x)).count == 1)
    // The number follows the name after one column.
    let widths = [8, 4, 5, 2]
    for (index, width) in widths.enumerated() {
      let id = try #require(picture.positions.first { $0.text == "#\(index + 1)" })
      let name = try #require(picture.positions.last { $0.y == id.y && $0.x < id.x })
      expectEqual(id.x - name.x, Double(8 * (width + 1)), "\(name.text)")
    }
  }

  @Test func aPictureThatIsTooHighSaysWhatItLacks() throws {
    let events = (1...1_500).map { #"{"seq":\#($0),"t":\#($0),"ev":"created","p":\#($0),"kind":"async"}"# }
    let picture = try Picture(exported(.svg, header + events.joined(separator: "\n") + "\n"))
    #expect(picture.titles.first?.hasPrefix("app, 1,500 promises") == true)
    expectEqual(picture.texts.count { $0.hasPrefix("#") }, 1_400)
    expectEqual(picture.texts.last, "… 100 more rows")
    #expect(picture.texts.contains("no end"))
  }

  @Test func hostileTimesStayInThePicture() throws {
    let log =
      header + """
        {"seq":1,"t":0,"ev":"created","p":1,"kind":"async"}
        {"seq":2,"t":9223372036854775807,"ev":"fulfilled","p":1,"value":"1","cause":"resolver"}

        """
    let picture = try Picture(exported(.svg, log))
    #expect(picture.positions.allSatisfy { $0.x >= 0 && $0.x <= picture.width })
  }

  private func oneLabel(_ label: String) -> String {
    header + """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"\(label)"}
      {"seq":2,"t":1000000,"ev":"ended"}

      """
  }

  private let header = """
    {"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","pid":1,\
    "sourceRoot":"","values":"preview","seed":null}

    """
}

/// What an XML parser finds in a picture.
private final class Picture: NSObject, XMLParserDelegate {
  private(set) var elements: Set<String> = []
  private(set) var titles: [String] = []
  private(set) var positions: [(text: String, x: Double, y: Double)] = []
  private(set) var width = 0.0
  var texts: [String] { positions.map(\.text) }
  private var open: [String] = []

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.insert(name)
    open.append(name)
    if name == "svg" { width = Double(attributes["width"] ?? "") ?? 0 }
    if name == "title" { titles.append("") }
    if name == "text" {
      positions.append(("", Double(attributes["x"] ?? "") ?? -1, Double(attributes["y"] ?? "") ?? -1))
    }
  }

  func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if open.last == "title" { titles[titles.count - 1] += text }
    if open.last == "text" { positions[positions.count - 1].text += text }
  }
}
