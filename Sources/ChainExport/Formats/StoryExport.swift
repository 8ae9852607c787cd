// Writes a run in plain words, one sentence per line, after its time. Owns the form of a line; the sentences are those of `Story`.

import ChainLessons
import PlainText
import PromiseTrace

/// Exports the story of a run while it is read, in bounded memory: of very long runs, it keeps some hundred thousand labels.
struct StoryExport: EventExport {
  private let language: Language
  private var story: Story?
  private var texts = TextTable()

  init(options: ExportOptions) { language = options.language ?? .english }

  mutating func begin(_ log: ExportedLog, into output: inout ExportOutput) {
    (story, texts) = (Story(texts: log.texts, languages: [language]), log.texts)
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

  private func write(_ sentence: StorySentence, into output: inout ExportOutput) throws {
    output.bytes.append(clock: sentence.time)
    output.bytes.append(text: "  ")
    sentence.text.line(in: language).append(to: &output.bytes)
    output.bytes.append(text: "\n")
    try output.drain()
  }
}
