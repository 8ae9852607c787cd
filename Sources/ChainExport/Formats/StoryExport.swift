// Writes a run in plain words, one sentence per line, after its time. Owns the form of a line; the sentences are those of `Story`.

import ChainLessons
import PlainText
import PromiseTrace

/// Exports the story of a run while it is read, in bounded memory: of very long runs, it keeps some hundred thousand labels.
struct StoryExport: EventExport {
  private let language: Language
  private var story: Story?
  private var texts = TextTable()
  /// The text of the latest sentence's time, which is that of many sentences.
  private var clock: (milliseconds: Int64, text: [UInt8]) = (-1, [])

  init(options: ExportOptions) { language = options.language ?? .english }

  mutating func begin(_ log: ExportedLog, into output: inout ExportOutput) {
    (story, texts) = (Story(texts: log.texts, languages: [language], isMarked: false), log.texts)
  }

  mutating func write(_ events: [Event], into output: inout ExportOutput) throws {
    for event in events {
      if let sentence = story?.add(event) { try write(sentence, into: &output) }
    }
    texts.forget()
  }

  mutating func end(_ end: ExportEnd, into output: inout ExportOutput) throws {
    for sentence in story?.finish() ?? [] { try write(sentence, into: &output) }
  }

  private mutating func write(_ sentence: StorySentence, into output: inout ExportOutput) throws {
    let milliseconds = max(0, sentence.time) / 1_000_000
    if milliseconds != clock.milliseconds {
      clock = (milliseconds, [])
      clock.text.append(clock: sentence.time)
      clock.text.append(text: "  ")
    }
    output.bytes.append(contentsOf: clock.text)
    sentence.text.line(in: language).append(to: &output.bytes)
    output.bytes.append(text: "\n")
    try output.drain()
  }
}
