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
public struct Story: Sendable, StoryNaming {
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
    self.init(texts: texts, languages: languages, limit: limit, isMarked: true)
  }

  /// Creates a story whose sentences are only written as text if `isMarked` is false.
  package init(texts: TextTable, languages: [Language], limit: Int = 250_000, isMarked: Bool) {
    (self.languages, self.isMarked) = (languages, isMarked)
    store = ChainStore(texts: texts, limit: limit, historyLimit: 0)
  }

  /// Adds the next event of the run.
  ///
  /// - Parameter event: The event, in `sequence` order.
  /// - Returns: A sentence about an event some positions back, about which everything is known now; nil if it needs none.
  /// - Complexity: Amortized O(1), except for combinators: O(*n*) in the number of inputs.
  public mutating func add(_ event: Event) -> StorySentence? {
    queue.append(event)
    guard queue.count - next > Self.lookahead else { return nil }
    return tellNext()
  }

  /// Ends the story.
  ///
  /// - Returns: The sentences about the last events; the very last one says how the run ends.
  public mutating func finish() -> [StorySentence] {
    var sentences: [StorySentence] = []
    while next < queue.count { if let sentence = tellNext() { sentences.append(sentence) } }
    if !isEnded {
      isEnded = true
      sentences.append(
        StorySentence(position: position, time: store.lastTime, promise: 0, kind: .ended, text: cutOff()))
    }
    return sentences
  }

  /// The events that follow the one that is being narrated.
  var upcoming: ArraySlice<Event> { queue[next...] }

  /// The longest value in a sentence, in Unicode scalars.
  static let longestValue = 120
  var valueLimit: Int { Self.longestValue }
  let isMarked: Bool

  private mutating func tellNext() -> StorySentence? {
    let event = queue[next]
    next += 1
    if next > 4_096 {
      queue.removeFirst(next)
      next = 0
    }
    // An event that contradicts the state of its promise is counted by the store and otherwise ignored; so it is here.
    let isSettlement = event.kind == .fulfilled || event.kind == .rejected
    let wasSettled =
      isSettlement && event.promise != 0 && store.contains(event.promise) && !store.isOpen(event.promise)
    store.apply(event)
    position += 1
    guard !wasSettled, let text = words(event) else {
      note(event)
      return nil
    }
    note(event)
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

  /// Remembers what later sentences need.
  private mutating func note(_ event: Event) {
    switch event.kind {
    case .finished: finished = (event.promise, event.outcome)
    case .ended: isEnded = true
    case .fulfilled, .rejected, .released: if !progress.isEmpty { progress[event.promise] = nil }
    default: break
    }
  }

  /// The sentence about an event that has just been applied; nil if it doesn't matter.
  private mutating func words(_ event: Event) -> LocalizedLine? {
    switch event.kind {
    case .created: creation(event)
    case .started: start(event)
    case .adopted: adoption(event)
    case .progressed: advance(event)
    case .paused:
      say { n, _ in
        "\(n.name(event.promise)) was paused."
      } _: { n, _ in
        "\(n.name(event.promise)) 已暂停。"
      }
    case .resumed:
      say { n, _ in
        "\(n.name(event.promise)) was resumed."
      } _: { n, _ in
        "\(n.name(event.promise)) 已恢复。"
      }
    case .fulfilled: fulfillment(event)
    case .rejected: rejection(event)
    case .ignored: refusal(event)
    case .cancelRequested: cancellation(event)
    case .handled: handling(event)
    case .unhandled: unhandled(event)
    case .released: event.state == .pending ? leak(event) : nil
    case .noted: note(of: event)
    case .lost: loss(event)
    case .ended: ending()
    case .named, .registered, .enqueued, .finished, .unknown: nil
    }
  }

  /// Builds a sentence in the languages of the story.
  ///
  /// The closures receive the story, because capturing it would copy its store.
  func say(
    _ english: (Story, Language) -> StoryLine, _ chinese: (Story, Language) -> StoryLine
  ) -> LocalizedLine {
    LocalizedLine(
      languages.contains(.english) ? english(self, .english) : "",
      languages.contains(.chinese) ? chinese(self, .chinese) : "")
  }
}

extension Event {
  /// Whether it labels a new promise, or registers what the promise waits for.
  func belongs(toCreationOf id: PromiseID) -> Bool {
    kind == .named && promise == id || kind == .registered && peer == id
  }
}
