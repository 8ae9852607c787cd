// A run in plain words: one sentence for each event that matters, from the event and its cause.
//
// Owns which events matter and in what order their sentences come. `Story+Creation`, `+Body` and `+Settlement` word them. Derives
// everything from the events: where some are missing, it says so and claims nothing about them.

import ChainModel
import PlainText
import PromiseTrace

/// A sentence about an event.
public struct StorySentence: Sendable, Equatable {
  /// The number of events of the run up to and including the one that the sentence tells.
  public var position: UInt64
  /// The event's time, in nanoseconds since the log's start.
  public var time: Int64
  /// The promise that the event is about, of a note the one whose code wrote it; or 0.
  public var promise: PromiseID
  /// The kind of the event.
  public var kind: EventKind
  /// The sentence; empty in a language that the story is not written in.
  public var text: LocalizedLine
}

/// Narrates a run, event by event.
///
/// Not thread-safe. Its memory is bounded by the number of promises to remember: of an older one it knows the number, but no longer the label.
public struct Story: Sendable {
  /// The languages that the sentences are made in.
  let languages: [Language]
  /// The state after the latest event that was narrated.
  var store: ChainStore
  /// Events that were added and not narrated yet: a label and the registrations follow the creation that they belong to.
  private var queue: [Event] = []
  /// The index of the first event in ``queue`` that was not narrated yet.
  private var next = 0
  /// The number of events narrated.
  private(set) var position: UInt64 = 0
  private var isEnded = false
  /// The body that ended last, and how.
  var finished: (promise: PromiseID, outcome: BodyOutcome?) = (0, nil)
  /// The progress of a promise that was narrated last, in quarters, and its stage.
  var progress: [PromiseID: (quarter: Int, stage: TextID)] = [:]

  /// The number of events to look ahead for what belongs to a creation.
  static let lookahead = 48

  /// Creates a story.
  ///
  /// - Parameters:
  ///   - texts: The table of the events that will be added.
  ///   - languages: The languages to tell it in.
  ///   - limit: The number of promises to remember.
  public init(texts: TextTable, languages: [Language] = Language.allCases, limit: Int = 250_000) {
    self.languages = languages
    store = ChainStore(texts: texts, limit: limit, historyLimit: 0)
  }

  /// Adds the next event of the run.
  ///
  /// - Parameter event: The event, in `sequence` order.
  /// - Returns: A sentence about an event some positions back, about which everything is known now; nil if it needs none.
  /// - Complexity: Amortized O(1), except for combinators: O(*n*) in the number of inputs.
  public mutating func add(_ event: Event) -> StorySentence? {
    queue.append(event)
    return isNextKnown ? nextSentence() : nil
  }

  /// Adds the next event of the run, like ``add(_:)``.
  ///
  /// - Parameters:
  ///   - event: The event, in `sequence` order.
  ///   - language: The language of the sentence.
  ///   - line: Receives the sentence, which is to be written before another event is read.
  /// - Returns: The time of the event that the sentence tells; nil if there is none.
  package mutating func add(_ event: Event, in language: Language, to line: StoryParts) -> Int64? {
    queue.append(event)
    return isNextKnown ? tellNext(in: language, to: line) : nil
  }

  /// Ends the story.
  ///
  /// - Returns: The sentences about the last events; the very last one says how the run ends.
  public mutating func finish() -> [StorySentence] {
    var sentences: [StorySentence] = []
    while next < queue.count { if let sentence = nextSentence() { sentences.append(sentence) } }
    guard !isEnded else { return sentences }
    isEnded = true
    let text = localized { cutOff($0) } ?? LocalizedLine("", "")
    sentences.append(StorySentence(position: position, time: store.lastTime, promise: 0, kind: .ended, text: text))
    return sentences
  }

  /// Tells the next of the last events, like ``finish()``.
  ///
  /// - Returns: The time of the sentence; nil after the last one.
  package mutating func finishNext(in language: Language, to line: StoryParts) -> Int64? {
    while next < queue.count { if let time = tellNext(in: language, to: line) { return time } }
    guard !isEnded else { return nil }
    isEnded = true
    line.clear(language)
    cutOff(line)
    return store.lastTime
  }

  /// The events that follow the one that is being narrated.
  var upcoming: ArraySlice<Event> { queue[next...] }

  /// The longest value in a sentence, in Unicode scalars.
  static let longestValue = 120
  var valueLimit: Int { Self.longestValue }

  /// Whether everything is known about the next event.
  private var isNextKnown: Bool { queue.count - next > Self.lookahead }

  private mutating func nextSentence() -> StorySentence? {
    let event = queue[next]
    let isTold = applyNext()
    defer { remember(event) }
    guard isTold, let text = localized({ words(event, $0) }) else { return nil }
    // The label and the registrations of a new promise belong to its creation.
    var absorbed: UInt64 = 0
    if event.kind == .created {
      for following in upcoming {
        guard following.belongs(toCreationOf: event.promise) else { break }
        absorbed += 1
      }
    }
    return StorySentence(
      position: position + absorbed, time: event.time,
      promise: event.kind == .noted && event.promise == 0 ? event.context : event.promise, kind: event.kind, text: text)
  }

  private mutating func tellNext(in language: Language, to line: StoryParts) -> Int64? {
    let event = queue[next]
    let isTold = applyNext()
    defer { remember(event) }
    guard isTold else { return nil }
    line.clear(language)
    words(event, line)
    return line.count > 0 ? event.time : nil
  }

  /// Applies the next event.
  ///
  /// - Returns: Whether it may have a sentence. An event that contradicts the state of its promise is counted by the store and otherwise
  ///   ignored; so it is here.
  private mutating func applyNext() -> Bool {
    let event = queue[next]
    next += 1
    if next > 4_096 {
      queue.removeFirst(next)
      next = 0
    }
    let isSettlement = event.kind == .fulfilled || event.kind == .rejected
    let wasSettled =
      isSettlement && event.promise != 0 && store.contains(event.promise) && !store.isOpen(event.promise)
    store.apply(event)
    position += 1
    return event.kind == .progressed ? takeStep(event) : !wasSettled
  }

  /// Remembers what later sentences need.
  private mutating func remember(_ event: Event) {
    switch event.kind {
    case .finished: finished = (event.promise, event.outcome)
    case .ended: isEnded = true
    case .fulfilled, .rejected, .released: if !progress.isEmpty { progress[event.promise] = nil }
    default: break
    }
  }

  /// A sentence in the languages of the story; nil if it is empty.
  private func localized(_ write: (StoryParts) -> Void) -> LocalizedLine? {
    var text = LocalizedLine("", "")
    for language in languages {
      let line = line(language, write)
      guard !line.isEmpty else { return nil }
      switch language {
      case .english: text.english = line
      case .chinese: text.chinese = line
      }
    }
    return text
  }

  /// Adds the sentence about an event that has just been applied, unless it doesn't matter.
  private func words(_ event: Event, _ line: StoryParts) {
    switch event.kind {
    case .created: creation(event, line)
    case .started: start(event, line)
    case .awaiting: wait(event, line)
    case .adopted: adoption(event, line)
    case .progressed: step(event, line)
    case .paused: line.say("{0} was paused.", "{0} 已暂停。", name(event.promise))
    case .resumed: line.say("{0} was resumed.", "{0} 已恢复。", name(event.promise))
    case .fulfilled: fulfillment(event, line)
    case .rejected: rejection(event, line)
    case .ignored: refusal(event, line)
    case .cancelRequested: cancellation(event, line)
    case .handled: handling(event, line)
    case .unhandled: unhandled(event, line)
    case .released:
      guard event.state == .pending else { return }
      line.say(
        "{0} was freed while pending, so nothing can settle it anymore.", "{0} 在待定时被释放，因此再也无法敲定。",
        name(event.promise))
    case .noted: note(event, line)
    case .lost: loss(event, line)
    case .ended: ending(line)
    case .named, .registered, .enqueued, .finished, .continued, .alive, .held, .called, .unknown: break
    }
  }
}

extension Event {
  /// Whether it labels a new promise, or registers what the promise waits for.
  func belongs(toCreationOf id: PromiseID) -> Bool {
    kind == .named && promise == id || kind == .registered && peer == id
  }
}
