// The logs of one run, whose processes and threads each wrote one, as one stream of events.
//
// The events are ordered by time, the promises are numbered, and each process behind the first has a row: a promise of the kind `process` or
// `thread`, below which that process's own top-level promises are. No other fact is added, and no edge connects two processes.

import PromiseTrace

/// Joins logs by time.
///
/// While it follows a run, an event waits until every other log has reached its time, at most for a tenth of a second, and logs that appear
/// meanwhile are added.
///
/// The promises are numbered in the order in which the joined history mentions them: 1, 2, 3, … Those of the first process that precede all others
/// keep their numbers, so that a run of one process has the numbers of its log.
///
/// Not thread-safe.
public final class MergedLogs: EventSource {
  /// See ``EventSource/texts``.
  public let texts = TextTable()
  /// The header of the first process.
  public var header: LogHeader { parts.first?.reader.header ?? LogHeader() }
  /// The log of the first process; nil if there is none yet.
  public var firstPath: String? { parts.first?.path }
  /// See ``EventSource/notices``.
  public private(set) var notices: [LogDiagnostic] = []

  private struct Part {
    let reader: LogReader
    let path: String
    var name: Substring { path.split(separator: "/").last ?? "" }
    /// The time between the start of the first log and that of this one, in nanoseconds.
    var offset: Int64 = 0
    var events: [Event] = []
    var next = 0
    var fetched = ContinuousClock.now
    var isRowWritten = false
    /// Whether its process was gone when it had no more events; nil before that was asked.
    var isGone: Bool?
    var status = SourceStatus.more
    /// The memory, in bytes, and the processor time, in nanoseconds, that its process reported last.
    var usage: (memory: UInt64, time: UInt64) = (0, 0)
    /// Its `ended` event, or what takes its place once the process is gone.
    var end: Event?

    var hasHeader: Bool { reader.header != LogHeader() }
    var first: Event? { next < events.count ? events[next] : nil }
    var time: Int64? { first.map { $0.time.saturatingSum(offset) } }
  }

  private var parts: [Part] = []
  private var waiting: [Event] = []
  private let follows: Bool
  private let findMore: () -> [String]
  private let isGone: (LogHeader) -> Bool
  var numbers = PromiseNumbers<Key>()
  /// Up to this number, promises of the first process keep theirs.
  private var kept: PromiseID = 1 << 48
  private var searched = ContinuousClock.now
  private var sequence: UInt64 = 0
  /// The time of the last event that was read, in nanoseconds.
  package var lastTime: Int64 { time }
  private var time: Int64 = 0
  private var isEnded = false
  private static let patience = Duration.milliseconds(100)

  /// Opens the logs.
  ///
  /// - Parameters:
  ///   - paths: The logs that exist. The one that started first is that of the run's own program.
  ///   - findMore: Returns the paths of all logs of the run, for a run that is followed; nil for one that is over.
  ///   - isGone: Returns whether the process that wrote a log is known to be gone.
  /// - Throws: ``LogError`` if one of them can't be read.
  public init(
    paths: [String], findMore: (() -> [String])? = nil, isGone: @escaping (LogHeader) -> Bool = { _ in false }
  ) throws {
    (follows, self.findMore, self.isGone) = (findMore != nil, findMore ?? { [] }, isGone)
    for path in paths {
      let part = try open(path)
      // One that is just being created is added later.
      if part.hasHeader || !follows { parts.append(part) }
    }
    // The names, because `paths` may be in the order of times of files, which a copy changes.
    let starts = parts.map {
      ($0.reader.header.startedNanoseconds ?? 0, $0.reader.header.thread ?? 0, $0.reader.header.pid, $0.path)
    }
    parts = zip(starts, parts).sorted { $0.0 < $1.0 }.map(\.1)
    for index in parts.indices { locate(index) }
  }

  private func open(_ path: String) throws -> Part {
    var part = Part(reader: try LogReader(path: path, follow: follows, texts: texts), path: path)
    part.status = try part.reader.read(into: &part.events, limit: 1)
    return part
  }

  /// Sets the clock of a log to that of the first one.
  private func locate(_ index: Int) {
    let starts = [0, index].map { parts[$0].reader.header.startedNanoseconds ?? 0 }
    parts[index].offset = starts[1].saturatingSum(-starts[0])
  }

  /// See ``EventSource/diagnostics``.
  public var diagnostics: [LogDiagnostic] {
    parts.flatMap { part in
      part.reader.diagnostics.map { problem in
        let place = problem.line > 0 ? "\(part.name):\(problem.line)" : part.name
        return LogDiagnostic(line: 0, message: "\(place): \(problem.message)")
      }
    }
  }
  /// See ``EventSource/problemCount``.
  public var problemCount: Int { parts.reduce(0) { $0 + $1.reader.problemCount } }
  /// See ``EventSource/damaged``.
  public var damaged: UInt64 { parts.reduce(0) { $0.saturatingSum($1.reader.damaged) } }
  /// The number of bytes read, and the size of all logs.
  public var progress: (read: Int64, size: Int64) {
    parts.reduce((0, 0)) { ($0.0 + $1.reader.progress.read, $0.1 + ($1.reader.progress.size ?? 0)) }
  }

  /// See ``EventSource/read(into:limit:)``.
  public func read(into events: inout [Event], limit: Int) throws -> SourceStatus {
    let full = events.count + limit
    if follows { try addLogs() }
    while events.count < full {
      if !waiting.isEmpty {
        events.append(waiting.removeFirst())
        continue
      }
      if isEnded { return .ended }
      guard let index = try earliest() else { return isEnded ? .more : .idle }
      writeNext(of: index)
    }
    return .more
  }

  /// Adds the logs that have appeared.
  private func addLogs() throws {
    guard searched.duration(to: .now) > .milliseconds(200) else { return }
    searched = .now
    for index in parts.indices.dropFirst() where parts[0].end != nil && parts[index].status == .idle {
      // What it wrote before its end is read first.
      if parts[index].isGone == true { giveUp(index) } else { parts[index].isGone = isGone(parts[index].reader.header) }
    }
    for path in findMore() where !parts.contains(where: { $0.path == path }) {
      // A log whose header is not written yet is added later.
      guard let part = try? open(path), part.hasHeader else { continue }
      parts.append(part)
      locate(parts.count - 1)
    }
  }

  /// Finds the log with the earliest event; nil if it is not known yet, or if there is none.
  private func earliest() throws -> Int? {
    var (found, isCertain) = (Int?.none, true)
    for index in parts.indices {
      if parts[index].first == nil, parts[index].status != .ended {
        parts[index].events.removeAll(keepingCapacity: true)
        parts[index].next = 0
        parts[index].status = try parts[index].reader.read(into: &parts[index].events, limit: 1_024)
        parts[index].fetched = .now
      }
      if index > 0, parts[index].first == nil, parts[index].status == .ended { giveUp(index) }
      guard let time = parts[index].time else {
        isCertain = isCertain && parts[index].status == .ended
        continue
      }
      if found.flatMap({ parts[$0].time }).map({ time < $0 }) ?? true { found = index }
    }
    guard let found else {
      if isCertain, !parts.isEmpty { end() }
      return nil
    }
    let mayWait = follows && (!isCertain || parts.count == 1)
    return mayWait && parts[found].fetched.duration(to: .now) < Self.patience ? nil : found
  }

  // MARK: Events

  private func writeNext(of index: Int) {
    if index > 0, !parts[index].isRowWritten { open(row: index) }
    guard let event = parts[index].first else { return }
    parts[index].next += 1
    if event.kind == .ended {
      parts[index].end = event
      if index > 0 { close(row: index, event) }
      return
    }
    var copy = event
    let at = event.time.saturatingSum(parts[index].offset)
    // What ran is unknown if its creation was lost.
    let isContextKnown = index == 0 || numbers.known[Key(process: index, promise: event.context)] != nil
    if event.context != 0, isContextKnown {
      copy.context = number(event.context, of: index)
    } else {
      copy.context = event.kind == .created && index > 0 ? number(0, of: index) : 0
    }
    if event.promise != 0 { copy.promise = number(event.promise, of: index) }
    if event.peer != 0 { copy.peer = number(event.peer, of: index) }
    if event.endsPromise { numbers.settle(copy.promise) }
    if let memory = event.memory { addUsage(memory, of: index, to: &copy) }
    write(copy, at: at)
  }

  /// Replaces the memory and the processor time of one process by the sums of all processes of the run.
  ///
  /// Removes them from the events of a worker thread, which repeats those of its process.
  private func addUsage(_ memory: UInt64, of index: Int, to event: inout Event) {
    let isThread = parts[index].reader.header.thread != nil
    if !isThread { parts[index].usage = (memory, event.programTime ?? 0) }
    event.memory = isThread ? nil : parts.reduce(0) { $0.saturatingSum($1.end == nil ? $1.usage.memory : 0) }
    event.programTime = isThread ? nil : parts.reduce(0) { $0.saturatingSum($1.usage.time) }
  }

  /// A promise of a process; 0 is the process itself.
  struct Key: Hashable {
    var process: Int
    var promise: PromiseID
  }

  private func number(_ id: PromiseID, of process: Int) -> PromiseID {
    if process == 0, id <= kept {
      numbers.highest = max(numbers.highest, id)
      return id
    }
    kept = min(kept, numbers.highest)
    return numbers.number(Key(process: process, promise: id))
  }

  /// Ends the log of a process that is gone, with the last event that it has.
  private func giveUp(_ index: Int) {
    guard parts[index].end == nil else { return }
    let isGone = parts[index].isGone ?? isGone(parts[index].reader.header)
    parts[index].isGone = isGone
    guard isGone else { return }
    notices.append(
      LogDiagnostic(line: 0, message: "\(parts[index].name) has no `ended` event: its program was killed"))
    var end = Event(.ended)
    end.time = parts[index].reader.lastTime
    (parts[index].end, parts[index].status) = (end, .ended)
    if parts[index].isRowWritten { close(row: index, end) }
  }

  private func write(_ event: Event, at time: Int64) {
    var event = event
    sequence += 1
    self.time = max(self.time, time)
    (event.sequence, event.time) = (sequence, self.time)
    waiting.append(event)
  }

  /// Writes the row of a process or of a thread, whose body runs until its log ends.
  private func open(row index: Int) {
    parts[index].isRowWritten = true
    let header = parts[index].reader.header
    var event = Event(.created, number(0, of: index))
    event.operation = texts.intern(header.thread == nil ? "process" : "thread")
    event.text = texts.intern(
      (header.thread.map { "thread \($0)" } ?? "process \(header.pid)") + ": \(header.program)")
    let isOwner = { (part: Part) in part.reader.header.pid == header.pid && part.reader.header.thread == nil }
    if header.thread != nil, let owner = parts[1...].firstIndex(where: isOwner), parts[owner].isRowWritten {
      event.context = number(0, of: owner)
    }
    write(event, at: parts[index].offset)
    write(Event(.started, event.promise), at: parts[index].offset)
  }

  private func close(row index: Int, _ end: Event) {
    let time = end.time.saturatingSum(parts[index].offset)
    let row = number(0, of: index)
    var note = Event(.noted, row)
    note.text = texts.intern(LibraryNote.processEnd(end.reason ?? .exit).text)
    write(note, at: time)
    var finish = Event(.finished, row)
    finish.outcome = .void
    write(finish, at: time)
    var settlement = Event(.fulfilled, row)
    settlement.cause = .returned
    write(settlement, at: time)
  }

  /// Writes the end, unless a process may still run.
  private func end() {
    isEnded = true
    for part in parts where part.end == nil {
      notices.append(
        LogDiagnostic(
          line: 0, message: "\(part.name) has no `ended` event: its program was killed or is still running"))
    }
    guard let first = parts.first?.end, parts.allSatisfy({ $0.end != nil }) else { return }
    write(first, at: first.time)
  }
}
