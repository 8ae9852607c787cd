// Owns the comparison of an article with the test that runs its sample.
//
// The same sample is in the article and in a test, between `#sourceLocation(file: "main.swift", line: 1)` and `#sourceLocation()`.
// The check compares both copies, and the tree that the sample draws. `PROMISESCOPE_UPDATE_GOLDEN=1` writes the tree into the
// article instead.

import ChainModel
import Foundation
import PromiseTrace

/// Draws the tree of the promises recorded so far.
typealias TreeDrawing = () -> String

/// Checks that an article shows the sample in `run` and the tree that it draws.
///
/// - Parameters:
///   - name: The article's file name without its extension.
///   - file: The source file of the test, which contains the sample, too.
///   - run: Receives the executor and a function that draws the tree. Runs the sample in virtual time and returns the tree to compare.
/// - Throws: An error if the article or the source file of the test can't be read, or if the article has no sample or tree.
func checkArticle(
  _ name: String, file: String = #filePath, run: (ManualExecutor, TreeDrawing) -> String
) throws {
  let folder = URL(filePath: file).appending(path: "../../../Sources/PromiseScope/PromiseScope.docc/Articles")
    .standardized
  let page = folder.appending(path: name + ".md")
  let text = try String(contentsOf: page, encoding: .utf8)

  let blocks = codeBlocks(in: text)
  let treeIndex = try #require(blocks.firstIndex { $0.language.isEmpty }, "the article shows no tree")
  let shown = blocks[treeIndex].text
  let sample = try #require(blocks[..<treeIndex].last { $0.language == "swift" }, "the article has no sample").text
  let test = try String(contentsOfFile: file, encoding: .utf8)
  #expect(dedented(samples(in: test)).contains(String(sample)), "the sample of \(name).md differs from the test's")

  let drawn = drawingTree(run)
  if ProcessInfo.processInfo.environment["PROMISESCOPE_UPDATE_GOLDEN"] == "1" {
    let updated = text.replacingCharacters(in: shown.startIndex..<shown.endIndex, with: drawn)
    if updated != text { try updated.write(to: page, atomically: true, encoding: .utf8) }
  } else {
    #expect(shown == drawn)
  }
}

/// The fenced code blocks of a page, in order.
private func codeBlocks(in page: String) -> [(language: Substring, text: Substring)] {
  var blocks: [(language: Substring, text: Substring)] = []
  var rest = page[...]
  while let fence = rest.range(of: "```") {
    guard let newline = rest[fence.upperBound...].firstIndex(of: "\n") else { break }
    let start = page.index(after: newline)
    guard let end = page.range(of: "```", range: start..<page.endIndex) else { break }
    blocks.append((page[fence.upperBound..<newline], page[start..<end.lowerBound]))
    rest = page[end.upperBound...]
  }
  return blocks
}

/// The lines between `#sourceLocation(…)` and `#sourceLocation()`, for every sample in a source file.
private func samples(in source: String) -> [[Substring]] {
  var samples: [[Substring]] = []
  var current: [Substring]?
  for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
    let word = line.drop { $0 == " " }
    if word.hasPrefix("#sourceLocation()") {
      if let lines = current { samples.append(lines) }
      current = nil
    } else if word.hasPrefix("#sourceLocation(") {
      current = []
    } else {
      current?.append(line)
    }
  }
  return samples
}

/// Each sample as one string, without the common indentation of its lines.
private func dedented(_ samples: [[Substring]]) -> [String] {
  samples.map { lines in
    let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.dropFirst(indentation) + "\n" }.joined()
  }
}

/// Runs a sample in virtual time, traced with previews of values.
private func drawingTree(_ run: (ManualExecutor, TreeDrawing) -> String) -> String {
  let executor = ManualExecutor()
  var configuration = Tracer.Configuration()
  configuration.mode = .lossless
  configuration.values = .preview
  configuration.clock = .manual(executor.clock)
  let tracer = Tracer(configuration)
  let reader = tracer.makeReader()
  var store = ChainStore(texts: reader.texts)
  let draw = { () -> String in
    var events: [Event] = []
    do { while try reader.read(into: &events, limit: 1_000, includingLatest: true) == .more {} } catch {
      return "\(error)"
    }
    for event in events { store.apply(event) }
    var tree = TextTree()
    tree.now = tracer.elapsed
    var outline = Outline()
    outline.update(from: store)
    // The summary and the empty line below it name a program, and an article has none.
    return tree.render(outline, of: store).split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
      .joined(separator: "\n")
  }
  return tracer.run { executor.bind { run(executor, draw) } }
}
