// Everything that a viewer does with a log, applied to arbitrary bytes. It must never trap, and its results must satisfy invariants.
//
// Owns the steps of a trial and the invariants. `make fuzz` runs it under libFuzzer, and `LogFuzzingTests` runs it on a few hundred mutated
// logs. Uses only public API, because the fuzzer is a separate package.

import Canvas
import ChainAnalysis
import ChainExport
import ChainModel
import ChainScreen
import LessonEngine
import PlainText
import PromiseLog
import PromiseTrace

/// One log, processed by decoder, store, analysis, outline, text tree, screen, export, story and lesson.
public struct LogTrial {
  private let bytes: [UInt8]
  private var random: SeededRandom
  private var broken: String?

  /// Runs a trial.
  ///
  /// - Parameter bytes: The log; arbitrary bytes.
  /// - Returns: The first violated invariant, as a sentence; nil if there is none.
  public static func run(_ bytes: [UInt8]) -> String? {
    var trial = LogTrial(bytes: bytes)
    trial.readAndExport()
    trial.cutOut()
    trial.convert()
    trial.analyze()
    trial.show(limit: trial.random.next(below: 2) == 0 ? 1_000_000 : 16)
    trial.teach()
    return trial.broken
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    // Equal bytes give equal choices.
    random = SeededRandom(seed: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  private mutating func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if !condition, broken == nil { broken = sentence() }
  }

  private mutating func expectHarmless(_ text: some StringProtocol, _ what: String) {
    expect(
      !Self.isHostile(text),
      "\(what) contains a character that could control a terminal: \(Escaping.line(String(text.prefix(200))))")
  }

  /// Whether a text contains control characters other than newlines, or characters that reorder lines.
  private static func isHostile(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0A: false
      case ..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  // MARK: Export

  private mutating func readAndExport() {
    let first = export(bytes)
    let second = export(Array(first.text.utf8))
    // The header is not compared, because it may have a member twice, of which the export keeps one.
    func events(_ log: String) -> Substring { log.drop { $0 != "\n" } }
    // The events for damage, such as sequence numbers that restart, may differ between a damaged log and its export.
    expect(
      first.isDamaged || events(first.text) == events(second.text),
      "exporting an exported log gives a different log:\n\(first.text)\n\(second.text)")
  }

  /// An excerpt of an undamaged log is an undamaged log, and so is an excerpt of that.
  private mutating func cutOut() {
    let reader = LogReader(bytes: bytes)
    var promises: [PromiseID] = []
    var batch: [Event] = []
    while let status = try? reader.read(into: &batch, limit: 1_000), status == .more {}
    for event in batch where event.kind == .created { promises.append(event.promise) }
    guard reader.problemCount == 0, let id = promises.randomElement(using: &random) else { return }
    for excerpt in [ExportExcerpt.subtree { _ in id }, .problems] {
      var options = ExportOptions()
      options.excerpt = excerpt
      var part = bytes
      for _ in 0..<2 {
        var written: [UInt8] = []
        guard (try? ExportFormat.ndjson.export(LogReader(bytes: part), options: options) { written += $0 }) != nil
        else { return }
        let again = LogReader(bytes: written)
        var events: [Event] = []
        while let status = try? again.read(into: &events, limit: 1_000), status == .more {}
        expect(
          again.problemCount == 0,
          "an excerpt of an undamaged log is damaged (\(again.diagnostics.first?.description ?? "")):\n"
            + String(decoding: written, as: UTF8.self))
        part = written
      }
    }
  }

  private mutating func export(_ bytes: [UInt8]) -> (text: String, isDamaged: Bool) {
    let reader = LogReader(bytes: bytes)
    var written: [UInt8] = []
    var isDamaged = false
    do {
      let summary = try ExportFormat.ndjson.export(reader) { written += $0 }
      expect(summary.bytes == UInt64(written.count), "an export reports another number of bytes than it wrote")
    } catch {
      isDamaged = true
      expectHarmless("\(error)", "an error")
    }
    for diagnostic in reader.diagnostics { expectHarmless("\(diagnostic)", "a diagnostic") }
    let text = String(decoding: written, as: UTF8.self)
    expect(text.utf8.elementsEqual(written), "an export is not UTF-8")
    expectHarmless(text, "an exported log")
    return (text, isDamaged || !reader.diagnostics.isEmpty)
  }

  /// Exports to all formats but the recording, of the whole log and of a part.
  private mutating func convert() {
    for format in ExportFormat.allCases where format.name != ExportFormat.ndjson.name {
      var options = ExportOptions()
      options.limit = random.next(below: 2) == 0 ? 1_000_000 : 16
      options.diagram = MermaidDiagram.allCases[random.next(below: 3)]
      if random.next(below: 4) == 0 { options.excerpt = .problems }
      var written: [UInt8] = []
      guard (try? format.export(LogReader(bytes: bytes), options: options) { written += $0 }) != nil else { continue }
      guard format.name != ExportFormat.perfetto.name else { continue }
      let text = String(decoding: written, as: UTF8.self)
      expect(text.utf8.elementsEqual(written), "\(format) is not UTF-8")
      expectHarmless(text, "\(format)")
    }
  }

  // MARK: Analysis

  private mutating func analyze() {
    let reader = LogReader(bytes: bytes)
    var history = AnalyzedStore(texts: reader.texts, limit: random.next(below: 2) == 0 ? 1_000_000 : 16)
    var batch: [Event] = []
    var status = SourceStatus.more
    while status == .more {
      batch.removeAll(keepingCapacity: true)
      do { status = try reader.read(into: &batch, limit: 20) } catch { break }
      for event in batch { history.apply(event) }
      if random.next(below: 8) == 0 { expectHarmless(history.findings()) }
    }
    expectHarmless(history.findings(now: [nil, .max, .min, 0][random.next(below: 4)]))
  }

  private mutating func expectHarmless(_ findings: [Finding]) {
    for finding in findings { expectHarmless(finding.sentence, "a finding") }
  }

  // MARK: Display

  private mutating func show(limit: Int) {
    let reader = LogReader(bytes: bytes)
    var view = Screen(ScreenOptions(name: "fuzz", promiseLimit: limit), texts: reader.texts)
    var batch: [Event] = []
    var status = SourceStatus.more
    while status == .more {
      batch.removeAll(keepingCapacity: true)
      do { status = try reader.read(into: &batch, limit: 20) } catch { break }
      view.apply(batch)
      if random.next(below: 4) == 0 { draw(&view) }
    }
    view.program = reader.header.program
    view.badLines = reader.diagnostics.count
    view.end()
    for binding in Binding.rebindable.shuffled(using: &random).prefix(12) {
      _ = view.perform(binding, now: view.store.lastTime)
      draw(&view)
    }
    write(view.store, title: reader.header.program)
  }

  private mutating func draw(_ view: inout Screen) {
    let sizes = [(60, 12), (80, 24), (100, 9), (37, 9), (140, 5), (10, 3), (1, 1), (0, 0)]
    let (columns, rows) = sizes[random.next(below: sizes.count)]
    let size = Size(columns: columns, rows: rows)
    let moments = [view.store.lastTime, .max, .min, 0]
    if random.next(below: 3) == 0, let binding = Binding.rebindable.randomElement(using: &random) {
      _ = view.perform(binding, now: view.store.lastTime)
    }
    if random.next(below: 4) == 0 { play(&view, size) }
    expectHarmless(view.frame(size, now: moments[random.next(below: moments.count)]).text, "a screen")
  }

  /// Types, pastes, clicks, and plays, as a user might.
  private mutating func play(_ view: inout Screen, _ size: Size) {
    let now = view.store.lastTime
    switch random.next(below: 4) {
    case 0:
      let text = ["a", "#1", "\u{1B}[2J", "世界", ""][random.next(below: 5)]
      _ = view.update([.character("/"), .character("\\"), .control("s")][random.next(below: 3)], now: now)
      view.paste(text)
      for key in [Key.backspace, .character("x"), .enter] { _ = view.update(key, now: now) }
    case 1:
      let actions: [MouseEvent.Action] = [.press, .release, .click, .drag, .wheelUp, .wheelDown]
      let (column, row) = (random.next(below: size.columns + 2), random.next(below: size.rows + 2))
      for action in actions { _ = view.update(MouseEvent(action, column: column, row: row), now: now) }
    case 2:
      _ = view.update(.character("p"), now: now)
      for elapsed in [0, 1_000_000, .max / 2] as [Int64] { view.advance(by: elapsed) }
    default:
      for key in [Key.tab, .down, .enter, .backspace, .pageDown, .escape] { _ = view.update(key, now: now) }
    }
  }

  // MARK: Lessons

  private mutating func teach() {
    for language in Language.allCases {
      var options = ExportOptions()
      options.language = language
      var story: [UInt8] = []
      _ = try? ExportFormat.story.export(LogReader(bytes: bytes), options: options) { story += $0 }
      expectHarmless(String(decoding: story, as: UTF8.self), "a story")
    }
    let reader = LogReader(bytes: bytes)
    var options = ScreenOptions(name: "fuzz")
    options.lesson = LessonOptions()
    var view = Screen(options, texts: reader.texts)
    guard (try? view.read(reader, waitForMore: { false })) != nil else { return }
    let keys: [Key] = [
      .character("1"), .character("4"), .character("s"), .right, .right, .left, .end, .character("t"), .pageDown,
    ]
    for _ in 0..<40 {
      _ = view.update(keys[random.next(below: keys.count)], now: 0)
      draw(&view)
    }
  }

  private mutating func write(_ store: ChainStore, title: String) {
    var outline = Outline()
    outline.update(from: store)
    for index in 0..<min(outline.count, 64) where random.next(below: 4) == 0 {
      if let id = outline[index].node { outline.folds.insert(id) }
    }
    for glyphs in [TextGlyphs.unicode, .ascii] {
      expectHarmless(TextTree(glyphs: glyphs).render(outline, of: store, title: title), "a text tree")
      outline.update(from: store)
    }
  }
}

/// A random number generator with reproducible results (SplitMix64).
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator from a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns a random number in `0..<limit`; `limit` must be at least 1.
  public mutating func next(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
