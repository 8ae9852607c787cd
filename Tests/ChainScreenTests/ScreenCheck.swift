// One check for every picture: events in, keys played, and the screen compared as text.

import ChainModel

/// A view, a size, and a moment: everything that determines a screen.
struct TestScreen: PlayedScreen {
  var view: Screen { didSet { grid = nil } }
  var size: Size { didSet { grid = nil } }
  /// Milliseconds since the log's start.
  var now = 1_100.0 { didSet { grid = nil } }
  /// What was drawn last; nil if something may have changed since.
  private var grid: Grid?
  private(set) var effect = ScreenEffect.none

  init(
    _ script: EventScript, columns: Int = 80, rows: Int = 24, ascii: Bool = false, follows: Bool = false,
    sources: SourceFinder? = nil, language: Language = .english
  ) {
    var options = ScreenOptions(name: "list-loader", isASCII: ascii, again: .scenario, follows: follows)
    options.sources = sources
    options.language = language
    self.init(script, options, columns: columns, rows: rows)
  }

  init(_ script: EventScript, _ options: ScreenOptions, columns: Int = 80, rows: Int = 24) {
    view = Screen(options, texts: script.texts)
    size = Size(columns: columns, rows: rows)
    view.apply(script.events)
    draw()
  }

  private var nanoseconds: Int64 { Int64(now * 1_000_000) }

  @discardableResult
  mutating func draw() -> Grid {
    let drawn = view.frame(size, now: nanoseconds)
    grid = drawn
    return drawn
  }

  /// Plays keys by their names, `"Down Down Enter"`.
  mutating func play(_ keys: String, sourceLocation: SourceLocation = #_sourceLocation) {
    for name in keys.split(separator: " ") {
      guard let key = Key(named: String(name)) else {
        Issue.record("no key is called \(name)", sourceLocation: sourceLocation)
        continue
      }
      effect = view.update(key, now: nanoseconds)
      draw()
    }
  }

  var lines: [String] {
    mutating get { (grid ?? draw()).text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The line of the selection's mark, from the top of the screen.
  var markedLine: Int? {
    mutating get { lines.firstIndex { $0.hasPrefix("▌") } }
  }
}

/// Compares a whole screen; trailing empty lines count.
func check(
  _ screen: TestScreen, shows expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  var screen = screen
  let picture = screen.draw().text
  expectEqual(picture, expected, "\n\(picture)\n", sourceLocation: sourceLocation)
}

extension TestScreen {
  /// An event of another table, its words moved into this view's.
  func translate(_ event: Event, from texts: TextTable) -> Event {
    func move(_ id: TextID) -> TextID { texts[id].map(view.store.texts.intern) ?? .none }
    var event = event
    event.text = move(event.text)
    event.operation = move(event.operation)
    event.queue = move(event.queue)
    event.thread = move(event.thread)
    event.type = move(event.type)
    return event
  }
}
