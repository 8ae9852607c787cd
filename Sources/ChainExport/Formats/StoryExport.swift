// Writes a run in plain words, one sentence per line, after its time. Owns the form of a line; the sentences are those of `Story`.

import ChainLessons
import PlainText
import PromiseTrace

/// Exports the story of a run while it is read, in bounded memory: of very long runs, it keeps some hundred thousand labels.
struct StoryExport: EventExport {
  private let language: Language
  private var story: Story?
  private var texts = TextTable()
  private var line = StoryParts(texts: TextTable())
  /// The text of the latest sentence's time, which is that of many sentences.
  private var clock: (milliseconds: Int64, text: [UInt8]) = (-1, [])

  init(options: ExportOptions) { language = options.language ?? .english }

  mutating func begin(_ log: ExportedLog, into output: inout ExportOutput) {
    texts = log.texts
    story = Story(texts: texts, languages: [language])
    line = StoryParts(texts: texts)
  }

  mutating func write(_ events: [Event], into output: inout ExportOutput) throws {
    for event in events {
      if let time = story?.add(event, in: language, to: line) { try writeLine(at: time, into: &output) }
    }
    texts.forget()
  }

  mutating func end(_ end: ExportEnd, into output: inout ExportOutput) throws {
    while let time = story?.finishNext(in: language, to: line) { try writeLine(at: time, into: &output) }
  }

  private mutating func writeLine(at time: Int64, into output: inout ExportOutput) throws {
    let milliseconds = max(0, time) / 1_000_000
    if milliseconds != clock.milliseconds {
      clock = (milliseconds, [])
      clock.text.append(clock: time)
      clock.text.append(text: "  ")
    }
    output.bytes.append(contentsOf: clock.text)
    line.write(to: &output.bytes)
    output.bytes.append(UInt8(ascii: "\n"))
    try output.drain()
  }
}
