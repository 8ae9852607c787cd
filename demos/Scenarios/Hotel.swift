// The hotel of the scenario `million`: its guests, and how many arrive and leave at each tick of its clock.
//
// Owns the guests' own promises until they leave; the chains behind them live as long as those. Does not know what the chain of a
// guest consists of.

import PromiseScope
import Synchronization

/// How many guests arrive and leave, and when.
struct HotelPlan: FlowParts {
  /// Promises per guest.
  static let promisesPerGuest = 4
  /// Seconds between two ticks.
  static let tick = 0.01
  /// The number of ticks in which the hotel fills, in which guests arrive and leave, and in which it empties.
  static let (filling, changing, emptying) = (600, 1200, 800)

  /// Guests in a full hotel.
  let rooms: Int
  /// Guests who arrive while others leave.
  let turnover: Int

  init(promises: Int) {
    rooms = max(1, promises / Self.promisesPerGuest)
    turnover = rooms * 18 / 25
  }

  /// The guests who have arrived, and those who were asked to leave, by the end of a tick.
  func totals(after tick: Int) -> (came: Int, gone: Int) {
    func share(_ count: Int, _ first: Int, _ length: Int) -> Int {
      count * max(0, min(length, tick - first)) / length
    }
    let changed = share(turnover, Self.filling, Self.changing)
    return (
      came: share(rooms, 0, Self.filling) + changed,
      gone: changed + share(rooms, Self.filling + Self.changing, Self.emptying)
    )
  }

  /// The current stage, as the progress report words it.
  func progress(at tick: Int) -> PromiseProgress {
    let stage =
      tick <= Self.filling
      ? "filling up" : tick <= end - Self.emptying ? "full house" : "going home"
    return PromiseProgress(fraction: Double(tick) / Double(end), stage: stage)
  }

  /// The last tick.
  var end: Int { Self.filling + Self.changing + Self.emptying }

  func cancel() {}
  func close() async {}
}

/// A hotel full of pending promises.
///
/// Guests arrive and are asked to leave on the scene's clock, and check out on the main queue.
final class Hotel: Sendable {
  private struct State {
    /// In order of arrival; nil for those who have left.
    var guests: [Promise<Int>?] = []
    var gone = 0
    var goodbyes = 0
    var error: (any Error)?
    var isClosed = false
    var whenEmpty: Completion<Int>?
    var tell: (@Sendable (PromiseProgress) -> Void)?
  }

  private let scene: Scene
  private let plan: HotelPlan
  private let state = Mutex(State())

  init(_ scene: Scene, _ plan: HotelPlan) {
    self.scene = scene
    self.plan = plan
  }

  /// Admits the first guests.
  ///
  /// - Parameter whenEmpty: Called with the total number of guests after the last one has checked out.
  func open(whenEmpty: @escaping Completion<Int>) {
    state.withLock { $0.whenEmpty = whenEmpty }
    go(on: 1)
  }

  /// Calls `body` twice a second with the progress of the day.
  func tell(_ body: @escaping @Sendable (PromiseProgress) -> Void) { state.withLock { $0.tell = body } }

  /// Admits a guest.
  func take(_ guest: Promise<Int>) { state.withLock { $0.guests.append(guest) } }

  /// Checks a guest out, whose chain has settled.
  func sayGoodbye() {
    state.withLock { $0.goodbyes += 1 }
    closeIfEmpty()
  }

  private func go(on tick: Int) {
    scene.after(HotelPlan.tick) { [self] result in
      guard case .success = result, tick <= plan.end else {
        if case .failure(let error) = result { state.withLock { $0.error = error } }
        return close()
      }
      let totals = plan.totals(after: tick)
      let came = state.withLock(\.guests.count)
      scene.recording { for _ in came..<max(came, totals.came) { letIn() } }
      while let (number, guest) = next(upTo: totals.gone) { guest.fulfill(number) }
      if tick % 50 == 0 { state.withLock(\.tell)?(plan.progress(at: tick)) }
      go(on: tick + 1)
    }
  }

  /// Asks the guest who has stayed longest to leave.
  private func next(upTo limit: Int) -> (number: Int, guest: Promise<Int>)? {
    state.withLock { state in
      guard state.gone < limit, state.gone < state.guests.count else { return nil }
      let guest = state.guests[state.gone].take()
      state.gone += 1
      return guest.map { (state.gone, $0) }
    }
  }

  /// Admits no more guests and asks all remaining ones to leave.
  private func close() {
    let error = state.withLock { state in
      state.isClosed = true
      state.tell = nil
      return state.error
    }
    while let (number, guest) = next(upTo: .max) {
      if let error { guest.reject(error) } else { guest.fulfill(number) }
    }
    closeIfEmpty()
  }

  private func closeIfEmpty() {
    let (call, result) = state.withLock { state -> (Completion<Int>?, Result<Int, any Error>) in
      let isEmpty = state.isClosed && state.goodbyes == state.guests.count
      let result = state.error.map { Result<Int, any Error>.failure($0) } ?? .success(state.guests.count)
      return (isEmpty ? state.whenEmpty.take() : nil, result)
    }
    call?(result)
  }
}
