// Time travel: pausing, stepping, playing and bookmarks; and the part of the run that the timeline shows. `Playback` moves it.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseLog
import PromiseTrace

extension Screen {
  mutating func setPaused(_ isPaused: Bool) {
    guard isPaused != state.isPaused else { return }
    if isPaused {
      pausedAt = moment()
      state.isPaused = true
      state.isPlaying = false
      history.move { $0.hold() }
    } else {
      goToEnd()
    }
  }

  mutating func goToEnd() {
    state.isPaused = false
    state.isPlaying = false
    seek(showsEvent: false) { _ in .max }
  }

  /// Moves the playhead by a number of events.
  mutating func step(_ count: Int) {
    setPaused(true)
    state.isPlaying = false
    let distance = UInt64(count.magnitude)
    seek { count < 0 ? $0 - min($0, distance) : $0 + distance }
  }

  /// Moves the playhead by a fortieth of the visible time.
  mutating func jump(_ direction: Int64) {
    setPaused(true)
    state.isPlaying = false
    let visible = state.window ?? TimeWindow(start: 0, end: max(endTime, 1))
    let (time, archive) = (history.store.lastTime, archive)
    let target = max(0, time.addingClamped(direction * max(1, visible.length / 40)))
    seek { before in
      if direction < 0, time == 0 { return 0 }
      let position = try archive.position(ofTime: target.addingClamped(1))
      // A long time without events must not stop the playhead.
      return direction < 0 ? min(position, before - min(before, 1)) : max(position, before + 1)
    }
  }

  /// Moves the playhead to a position.
  mutating func seek(to position: UInt64) {
    setPaused(true)
    state.isPlaying = false
    seek { _ in position }
  }

  /// Moves the playhead to a moment.
  mutating func seek(toTime time: Int64) {
    setPaused(true)
    let archive = archive
    seek { _ in time == .max ? .max : try archive.position(ofTime: max(0, time) + 1) }
  }

  /// The number of stretches that the playhead crosses before a frame: about 10 ms.
  private static let stretchesPerFrame = 24

  /// Moves the playhead during the next frames.
  ///
  /// - Parameters:
  ///   - showsEvent: Whether a notice says what it has passed last.
  ///   - find: The position to move to, from that at which it is.
  private mutating func seek(showsEvent: Bool = true, _ find: (UInt64) throws -> UInt64) {
    pausedAt = nil
    do {
      seeking = (try find(history.playback.position), showsEvent)
    } catch {
      notice = "\(error)"
    }
    continueSeek()
    follow()
  }

  /// Moves the playhead a part of its way.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  mutating func continueSeek() -> Bool {
    // A store that is being copied would be copied at once.
    guard let (target, showsEvent) = seeking, !history.playback.isSeparating else { return seeking != nil }
    var isThere = true
    do {
      try history.move { isThere = try $0.seek(to: target, stretches: Self.stretchesPerFrame) }
    } catch {
      notice = "\(error)"
    }
    // What was drawn of the tree is of another moment.
    outline.startAgain()
    guard isThere else { return true }
    seeking = nil
    if showsEvent { showEvent() }
    return true
  }

  /// Shows a notice about the event that the playhead has just passed.
  private mutating func showEvent() {
    let position = history.playback.position
    var events: [Event] = []
    guard position > 0, (try? history.playback.archive.read(from: position - 1, into: &events, limit: 1)) != nil,
      let event = events.first
    else { return }
    let sentence = EventSentence(store: history.store, language: language).spans(event).map(\.text).joined()
    notice = event.promise == 0 ? sentence : "#\(event.promise) \(sentence)"
  }

  // MARK: Playing

  mutating func togglePlaying() {
    if state.isPlaying {
      state.isPlaying = false
      return
    }
    setPaused(true)
    if history.playback.position == history.playback.count { seek(showsEvent: false) { _ in 0 } }
    pausedAt = seeking == nil ? history.store.lastTime : nil
    state.isPlaying = true
  }

  /// Moves the playhead while it is playing.
  ///
  /// - Parameter elapsed: The real time since the last call, in nanoseconds.
  public mutating func advance(by elapsed: Int64) {
    guard state.isPlaying, seeking == nil else { return }
    if lesson != nil { return advanceLesson(by: elapsed) }
    let former = max(pausedAt ?? 0, history.store.lastTime)
    let time = former.addingClamped(Int64(saturating: Double(elapsed) * state.speedFactor))
    try? history.move { _ = try $0.seek(toTime: time) }
    pausedAt = time
    if history.playback.position == history.playback.count {
      state.isPlaying = false
      pausedAt = nil
    }
  }

  // MARK: Bookmarks

  mutating func toggleBookmark() {
    let position = history.playback.position
    if let index = state.bookmarks.firstIndex(of: position) {
      state.bookmarks.remove(at: index)
      notice = language("Bookmark removed.", "已移除书签。")
    } else {
      state.bookmarks.append(position)
      state.bookmarks.sort()
      let findings = history.problems(now: endTime).findings
      history.move { baseline = (position, $0.bookmark(), findings) }
      notice = language("Bookmark at event \(position).", "已在事件 \(position) 处设置书签。")
    }
  }

  mutating func goToNextBookmark() {
    let position = history.playback.position
    guard let next = state.bookmarks.first(where: { $0 > position }) ?? state.bookmarks.first else {
      notice = language.noBookmark
      return
    }
    seek(to: next)
  }

  // MARK: The visible time

  /// Makes the visible time shorter or longer around the selected promise or, without one, around the playhead.
  mutating func zoom(_ factor: Double) {
    let whole = TimeWindow(start: 0, end: max(moment(), endTime, 1))
    let visible = state.window ?? whole
    let length = max(1_000, Double(visible.length) * factor)
    guard length < Double(whole.length) else {
      state.window = nil
      return
    }
    var center = Double(visible.start) + Double(visible.length) / 2
    if let facts = state.selection.flatMap({ history.store.facts($0) }), !facts.isPlaceholder {
      let end = facts.settled ?? facts.released ?? moment()
      let (start, last) = (max(facts.created, visible.start), min(end, visible.end))
      if start <= last { center = (Double(start) + Double(last)) / 2 }
    }
    let start = max(0, min(center - length / 2, Double(whole.end) - length))
    state.window = TimeWindow(start: Int64(saturating: start), end: Int64(saturating: start + length))
  }

  mutating func pan(_ share: Double) {
    guard let window = state.window else { return }
    let end = max(moment(), endTime, 1)
    let distance = Int64(saturating: Double(window.length) * share)
    let start = max(0, min(window.start.addingClamped(distance), end - window.length))
    state.window = TimeWindow(start: start, end: start + window.length)
  }
}

extension Int64 {
  init(saturating number: Double) {
    self = number >= 0x1p63 ? .max : number <= -0x1p63 ? .min : Int64(number)
  }

  /// The sum, or the nearest representable number.
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
