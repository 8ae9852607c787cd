// The hotel of the scenario `million`: who is in, and how many come and go at each tick of its clock.
//
// Owns the guests' own promises until they leave; the chains behind them live and go with those. Refuses to know what a guest's
// chain is made of.

import PromiseScope
import Synchronization

/// How many guests come and go, and when.
struct HotelPlan: FlowParts {
  /// Promises of a guest.
  static let promisesPerGuest = 4
  /// Seconds between two ticks.
  static let tick = 0.01
  /// Ticks in which the house fills, in which guests come and go, and in which it empties.
  static let (filling, changing, emptying) = (600, 1200, 800)

  /// Guests in a full house.
  let rooms: Int
  /// Guests who come while others go.
  let turnover: Int

  init(promises: Int) {
    rooms = max(1, promises / Self.promisesPerGuest)
    turnover = rooms * 18 / 25
  }

  /// Guests who came, and guests who were asked to go, by the end of a tick.
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

  /// What the house says of itself.
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

/// A house full of pending promises.
///
/// Guests come and are asked to go on the scene's clock, and say goodbye on the main queue.
final class Hotel: Sendable {
  private struct State {
    /// In the order in which they came; nil for those who went.
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

  /// Lets the first guests in.
  ///
  /// - Parameter whenEmpty: Called after the last guest's goodbye, with how many there were.
  func open(whenEmpty: @escaping Completion<Int>) {
    state.withLock { $0.whenEmpty = whenEmpty }
    go(on: 1)
  }

  /// Calls `body` twice a second with how far the day is.
  func tell(_ body: @escaping @Sendable (PromiseProgress) -> Void) { state.withLock { $0.tell = body } }

  /// Takes a guest in.
  func take(_ guest: Promise<Int>) { state.withLock { $0.guests.append(guest) } }

  /// A guest's chain is over.
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

  /// The guest who has been there longest goes.
  private func next(upTo limit: Int) -> (number: Int, guest: Promise<Int>)? {
    state.withLock { state in
      guard state.gone < limit, state.gone < state.guests.count else { return nil }
      let guest = state.guests[state.gone].take()
      state.gone += 1
      return guest.map { (state.gone, $0) }
    }
  }

  /// Nobody comes any more; whoever is still in goes now.
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
