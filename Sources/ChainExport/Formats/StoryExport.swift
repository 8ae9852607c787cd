// Writes a run in plain words, one sentence per line, after its time. Owns the form of a line; the sentences are those of `Story`.

import LessonEngine
import PlainText
import PromiseTrace

extension ExportFormat {
  /// The run in plain words.
  public static let story = ExportFormat("story", "the run in plain words, one sentence per line") {
    StoryExport(options: $0)
  }
}

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
    guard end.problemCount > 0 else { return }
    writeTime(end.time, into: &output)
    try output.write(problems(end) + "\n")
  }

  /// A last sentence about a damaged log: the sentences before it are about what could be read.
  private func problems(_ end: ExportEnd) -> String {
    let first = end.problems.first?.line ?? 0
    switch language {
    case .english:
      return "The log has \(NumberText.plural(end.problemCount, "problem", "problems"))"
        + (first > 0 ? ", the first in line \(first)" : "") + ", so events may be missing from this story."
    case .chinese:
      return "日志有 \(NumberText.grouped(end.problemCount)) 处问题\(first > 0 ? "，第一处在第 \(first) 行" : "")，因此这里可能缺少一些事件。"
    }
  }

  private mutating func writeLine(at time: Int64, into output: inout ExportOutput) throws {
    writeTime(time, into: &output)
    line.write(to: &output.bytes)
    output.bytes.append(UInt8(ascii: "\n"))
    try output.drain()
  }

  private mutating func writeTime(_ time: Int64, into output: inout ExportOutput) {
    let milliseconds = max(0, time) / 1_000_000
    if milliseconds != clock.milliseconds {
      clock = (milliseconds, [])
      clock.text.append(clock: time)
      clock.text.append(text: "  ")
    }
    output.bytes.append(contentsOf: clock.text)
  }
}
