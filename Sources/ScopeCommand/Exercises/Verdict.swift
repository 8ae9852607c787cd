// What a run of an exercise proves. It is solved if the program ran to its end, what the exercise is about is no longer found, and the program still does
// its job: the lines that it should print, in their order, and the work in its log. Owns these conditions and their sentences.

import ChainAnalysis
import ChainExport
import ChainModel
import PlainText
import PromiseTrace

/// What is known of a run that has ended.
struct ExerciseRun {
  var end: ChildProcess.End
  /// What it printed, or what the compiler did.
  var output: [String]
  /// Whether it was ended because it ran for too long.
  var isOverdue = false
  /// Whether the program was built; true for Node.
  var isBuilt = true
  /// The program that ran, as it was saved.
  var source = ""
  /// The program that the student was given.
  var start = ""
  /// What was read of its log; nil if there is none.
  var history: AnalyzedHistory?
}

/// The judgment about a run.
struct Verdict {
  /// Whether the exercise is solved.
  private(set) var isSolved = false
  /// What was found and what is missing, then the judgment.
  private(set) var lines: [String] = []

  /// The time that a program has, in seconds.
  static let limit = 10

  init(_ exercise: Exercise, _ run: ExerciseRun, _ language: Language) {
    let findings = run.history?.findings() ?? []
    let relevant = findings.filter { exercise.rules.contains($0.rule) || $0.severity != .note }
    // What was found, and not how to mend it: that is for the student to see, and for the hints.
    lines = relevant.map { finding in
      finding.line(path: finding.site.map { FolderListing.split($0.file).name }, in: language)
    }
    if let obstacle = Self.obstacle(exercise, run, language) {
      lines.append(obstacle)
    } else if !relevant.isEmpty {
      lines.append(language("Not solved yet: see what was found.", "还没解决：请看上面的发现。"))
    } else if let missing = Self.missing(exercise, run, language) {
      lines.append(missing)
    } else {
      isSolved = true
      lines.append(language("Solved: what was wrong is mended, and the program does its job.", "解决了：问题已修好，程序也完成了该做的事。"))
    }
  }

  /// Why the program did not run to its end; nil if it did.
  private static func obstacle(_ exercise: Exercise, _ run: ExerciseRun, _ language: Language) -> String? {
    if !run.isBuilt {
      return language(
        "The program does not compile: see the compiler's message above.", "程序没有编译通过：请看上面编译器的消息。")
    }
    if run.isOverdue {
      return language(
        "The program still ran after \(limit) seconds, so it was ended: something keeps it from ending.",
        "程序运行了 \(limit) 秒还没结束，已被终止：有什么让它停不下来。")
    }
    switch run.end {
    case .exited(0): break
    case .exited(let code):
      if let error = error(in: run.output) {
        return language("The program failed: \(error).", "程序失败：\(error)。")
      }
      return language(
        "The program failed with exit code \(code): see what it printed.", "程序失败，退出码是 \(code)：请看它的输出。")
    case .killed(let signal):
      return language(
        "The program crashed: signal \(signal) ended it.", "程序崩溃了：它被信号 \(signal) 终止。")
    }
    guard let history = run.history, history.store.counts.total > 0 else {
      return language(
        "No promise was recorded: the program has to do its work with promises.", "没有记录到 Promise：程序要用 Promise 来完成工作。")
    }
    return nil
  }

  /// The error that ended a program, and its place, as Node prints them: `forgotten-return.js:12`, the line, a caret, and `SyntaxError: …`.
  private static func error(in output: [String]) -> String? {
    guard let index = output.firstIndex(where: { $0.contains(#/^\w*Error: /#) }) else { return nil }
    let place = output[..<index].last { $0.contains(#/\.[cm]?[jt]s:[0-9]+$/#) }.map { FolderListing.split($0).name }
    return output[index] + (place.map { " (\($0))" } ?? "")
  }

  /// What the program does not do, or does although it should not; nil if it does its job.
  private static func missing(_ exercise: Exercise, _ run: ExerciseRun, _ language: Language) -> String? {
    for line in exercise.avoids where run.output.contains(line) {
      return language(
        "Not solved yet: the program printed '\(line)', which it should not.", "还没解决：程序打印了「\(line)」，这不应该。")
    }
    var rest = run.output[...]
    var former: String?
    for line in exercise.prints {
      guard let place = rest.firstIndex(of: line) else {
        if let former, run.output.contains(line) {
          return language(
            "Not solved yet: '\(line)' should come after '\(former)'.", "还没解决：「\(line)」应该在「\(former)」之后。")
        }
        return language("Not solved yet: the program should print '\(line)'.", "还没解决：程序应该打印「\(line)」。")
      }
      (rest, former) = (rest[(place + 1)...], line)
    }
    for line in exercise.prints where run.hasFixedText(line) {
      return language(
        "Not solved yet: '\(line)' is a fixed text in the program; it should be made of what the promises deliver.",
        "还没解决：「\(line)」是直接写在程序里的；它应该来自 Promise 交付的值或错误。")
    }
    if exercise.rules.contains(.settledTwice), run.settlesTwice {
      return language(
        "Not solved yet: a path through the code calls both functions that settle the promise.",
        "还没解决：代码里有一条路径，把敲定 Promise 的两个函数都调用了。")
    }
    return run.history.flatMap { unfinished(exercise, $0, language) }
  }

  /// What the log shows to be missing, or to be too much; nil if it has all the work.
  private static func unfinished(_ exercise: Exercise, _ history: AnalyzedHistory, _ language: Language) -> String? {
    for (label, count) in exercise.works.sorted(by: { $0.key < $1.key }) {
      let settled = history.settled(label)
      if settled.count < count {
        return language(
          "Not solved yet: \(NumberText.plural(UInt64(count), "promise", "promises")) named '\(label)' should settle, and \(settled.count) did.",
          "还没解决：应有 \(count) 个名为「\(label)」的 Promise 敲定，实际敲定了 \(settled.count) 个。")
      }
      let alone = count - history.awaited.intersection(settled).count
      if alone > 0 {
        return language(
          "Not solved yet: nothing waits for \(NumberText.plural(UInt64(alone), "promise", "promises")) named '\(label)'.",
          "还没解决：有 \(alone) 个名为「\(label)」的 Promise 没有被等待。")
      }
    }
    for (function, most) in exercise.most.sorted(by: { $0.key < $1.key }) {
      let calls = history.store.promises { history.store.callSite(of: $0)?.function == function }.count
      if calls > most {
        return language(
          "Not solved yet: '\(function)' was called \(NumberText.plural(UInt64(calls), "time", "times")), and \(most) is enough.",
          "还没解决：「\(function)」调用了 \(calls) 次，\(most) 次就够了。")
      }
    }
    // No exercise needs a delay: it only makes the mistake less likely to show.
    if history.delays {
      return language(
        "Not solved yet: a delay waits for a time, not for the work.", "还没解决：延迟等的是时间，而不是那件工作。")
    }
    return nil
  }
}

extension ExerciseRun {
  /// Whether the student wrote a line into the program that it should print, whole or in parts.
  func hasFixedText(_ line: String) -> Bool {
    // A text in two halves is fixed, too.
    func squeezed(_ text: some StringProtocol) -> String { String(text).filter { !" \t'\"`+,${}()".contains($0) } }
    let code = source.split(separator: "\n").filter { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") }
    let wanted = squeezed(line)
    return code.contains { squeezed($0).contains(wanted) } && !squeezed(start).contains(wanted)
  }

  /// Whether a path through the code settles a promise and then tries it again: two calls without a `return` or an `else` between them.
  ///
  /// The log of a Node program does not have the second attempt.
  var settlesTwice: Bool {
    let code = source.replacing(#/\/\/[^\n]*|'[^'\n]*'|"[^"\n]*"/#, with: "")
    let calls = code.matches(of: #/\b(?:resolve|reject|fulfill)\(/#).map(\.range)
    return zip(calls, calls.dropFirst()).contains { first, second in
      let statement = code[..<first.lowerBound].lastIndex { ";{}\n".contains($0) } ?? code.startIndex
      let path = code[statement..<second.lowerBound]
      return !["return", "else", "=>", "function", "func ", " ? ", "catch"].contains { path.contains($0) }
    }
  }
}

extension AnalyzedHistory {
  /// Whether a promise was delayed.
  fileprivate var delays: Bool { store.promises { store.texts[store.operation(of: $0)] == "delay" }.count > 0 }

  /// The promises with a label that have settled, and whose handler ran if they have one.
  fileprivate func settled(_ label: String) -> Set<PromiseID> {
    store.promises { id in
      // An outcome that passes a step by is no work of that step.
      store.state(of: id)?.isSettled == true && store.texts[store.label(of: id)] == label
        && (!store.hasHandler(id) || store.bodyTimes(of: id).started != nil)
    }
  }

  /// The promises that another one is derived from, adopts, awaits, or combines.
  fileprivate var awaited: Set<PromiseID> {
    store.promises { _ in true }.reduce(into: []) { awaited, id in
      guard let facts = store.facts(id) else { return }
      awaited.formUnion([facts.from, facts.adopts] + store.waits(of: id).known.map(\.source) + store.inputs(of: id))
    }
  }
}
