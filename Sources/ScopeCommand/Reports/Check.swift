// Reads the sources of a check one after the other; one that can't be read does not stop the others. Does not find anything itself;
// `Analyzer` does.

import ArgumentParser
import ChainAnalysis
import ChainExport
import ChainModel
import PlainText
import PromiseLog
import PromiseTrace

struct Check {
  var report: CheckReport
  /// The language in which to say what proves the findings, for which sources are read again; nil not to.
  var proofLanguage: Language?
  /// Whether every source so far was read to its end.
  private(set) var isComplete = true
  /// The `sourceRoot` and the files of the logs among the sources, by the index of the source.
  private var logs: [Int: (path: String, root: String, files: [String])] = [:]
  private let configuration: Configuration
  /// The most serious problem of a source so far.
  private var problem = ExitCode.success

  /// Creates a check that has read no source.
  init(_ configuration: Configuration, in language: Language) {
    (self.configuration, report) = (configuration, CheckReport(language: language))
  }

  /// Reads and analyzes a source, and reports problems with it on standard error.
  ///
  /// - Parameters:
  ///   - word: The source.
  ///   - scenario: The scenario options.
  ///   - isMixed: Whether one of the sources is a scenario; the scenario options then don't apply to logs.
  /// - Throws: An error that concerns all sources; one that concerns only this source becomes part of the report.
  mutating func read(_ word: String, _ scenario: ScenarioArguments, isMixed: Bool) throws {
    var (source, isAdded) = (CheckReport.Source(name: word), false)
    do {
      let argument = try SourceArgument(word)
      let feed = try Feed(argument, arguments: isMixed && argument.isLog ? .parse([]) : scenario)
      defer { if Interruption.signal != nil { feed.abandon() } }
      source = CheckReport.Source(name: feed.name)
      var settings = configuration.analysis
      // They apply afterwards, so that those that nothing needs are known.
      settings.exceptions = []
      var unknown = UnknownEvents()
      let history = feed.analyzed(settings) { event, store in
        if event.kind == .unknown { unknown.add(store.texts[event.text] ?? "") }
      }
      source.describe(history)
      if history.summary.events == 0, argument.isLog, history.failure == nil {
        source.unrecorded = [Unrecorded.noEvents]
      }
      source.problems = feed.source.problemCount
      source.unknownEvents = unknown.count
      let language = report.language
      if let text = unknown.text(in: language) { complain(language("\(feed.name): \(text).", "\(feed.name)：\(text)。")) }
      if let path = argument.path {
        logs[report.sources.count] = (path, history.header.sourceRoot, history.store.files)
      }
      let findings = history.findings()
      report.add(source, findings: findings)
      isAdded = true
      if let proofLanguage, !feed.isLive, !findings.isEmpty, Interruption.signal == nil {
        let again = try Feed(argument, arguments: isMixed && argument.isLog ? .parse([]) : scenario)
        let evidence = try prove(findings, in: history.store, of: again, proofLanguage)
        report.prove(report.sources.count - 1, evidence)
      }
      if (feed.source as? LogReader)?.isCutOff ?? false { isComplete = false }
      if source.unexamined > 0 {
        let rest = NumberText.grouped(source.unexamined)
        complain(
          language(
            "\(feed.name): each rule examines 20,000 occurrences; \(rest) more were not examined.",
            "\(feed.name)：每条规则检查 20,000 处；还有 \(rest) 处没有检查。"))
        note(.eventsLost)
      }
      if let sentence = Unrecorded.sentence(source.unrecorded, in: language) {
        let text = Escaping.line(sentence)
        complain(language("\(feed.name): \(text).", "\(feed.name)：\(text)。"))
        note(.eventsLost)
      }
      let index = report.sources.count - 1
      do {
        if let error = history.failure as? LogError { throw error.failure(about: feed.name) }
        if let error = history.failure { throw error }
        try feed.conclude(lost: history.summary.lost, waits: Interruption.signal == nil, in: language)
      } catch let failure as Failure {
        report.fail(index, failure.sentence)
        throw failure
      }
    } catch let failure as Failure {
      isComplete = false
      complain(failure.sentence)
      if !isAdded {
        source.failure = failure.sentence
        report.add(source, findings: [])
      }
      note(failure.code)
    } catch let code as ExitCode {
      note(code)
    }
  }

  /// Finds the files of the logs in the repository, and removes the findings that exceptions and comments excuse.
  ///
  /// Reports files whose paths are not clear, and excuses that nothing needed.
  mutating func locateAndExcuse() {
    var excuses = Excuses(configuration)
    var repositories: [String: RepositoryPaths] = [:]
    var unclear: Set<String> = []
    for (index, log) in logs.sorted(by: { $0.key < $1.key }) where index < report.sources.count {
      let recorded = SourceRoot(log.root, .recorded)?.folder
      let folders = [".", parentFolder(of: log.path), recorded].compactMap { $0 }
      for file in log.files {
        // The repository of the working directory, or else that of the log or of the recorded sources.
        for folder in folders {
          let repository = repositories[folder] ?? RepositoryPaths(of: folder, folders: configuration.folders)
          repositories[folder] = repository
          switch repository.place(of: file, sourceRoot: recorded ?? "") {
          case .path(let path):
            report.setPath(path, of: file, in: index)
            excuses.read(path, in: repository.root)
          case .ambiguous(let paths):
            let isNeeded = report.entries.contains { $0.source == index && $0.finding.site?.file == file }
            if isNeeded, unclear.insert(file).inserted {
              complain(
                "\(Escaping.line(file)) may be \(paths.prefix(3).map { Escaping.line($0) }.joined(separator: " or ")): "
                  + "name the folder of its module under paths in \(Configuration.name).")
            }
          case .unknown: continue
          }
          break
        }
      }
    }
    report.excuse { excuses.excuse($0, at: $1.paths[$0.site?.file ?? ""]) }
    for problem in excuses.problems { complain(Escaping.line(problem)) }
    guard isComplete, Interruption.signal == nil else { return }
    for sentence in excuses.unused { complain(Escaping.line(sentence)) }
  }

  private mutating func note(_ code: ExitCode) {
    // A source that can't be read is worse than a scenario that failed, and that is worse than lost events.
    let ranks: [ExitCode] = [.success, .eventsLost, .failedScenario, .badInput]
    if (ranks.firstIndex(of: code) ?? 0) > (ranks.firstIndex(of: problem) ?? 0) { problem = code }
  }

  /// 2 if a source can't be read, otherwise 1 for a finding that fails the check or a scenario that failed, otherwise 3 for losses, damage,
  /// or occurrences that were not examined, otherwise 0.
  var exitCode: ExitCode { problem != .badInput && report.fails ? ExitCode(1) : problem }
}

extension CheckReport.Source {
  /// Copies the facts about what was read.
  fileprivate mutating func describe(_ history: AnalyzedHistory) {
    program = history.header.program
    events = history.summary.events
    lost = history.summary.lost
    promises = history.store.counts.total
    unexamined = history.analyzed.analyzer.unexamined
    unrecorded = history.store.unrecorded
    isEnded = history.summary.isEnded
  }
}

/// The events of kinds that this version does not know.
private struct UnknownEvents {
  private(set) var count: UInt64 = 0
  private var kinds: [String: Int] = [:]

  mutating func add(_ line: String) {
    count += 1
    // A few, because a log may invent any number of them.
    guard kinds.count < 8, let kind = line.firstMatch(of: /"ev"\s*:\s*"([^"]{1,40})"/)?.1 else { return }
    kinds[String(kind), default: 0] += 1
  }

  /// How many there are, and their kinds; nil if there are none.
  func text(in language: Language) -> String? {
    guard count > 0 else { return nil }
    let list = kinds.keys.sorted().map { "'\(Escaping.line($0))'" }.joined(separator: ", ")
    let number = NumberText.plural(count, "event is", "events are")
    return language(
      "\(number) of a kind that this version does not know (\(list)), and no rule considered \(count == 1 ? "it" : "them")",
      "有 \(count) 个事件的种类是这个版本不认识的（\(list)），没有规则考虑过它们")
  }
}
