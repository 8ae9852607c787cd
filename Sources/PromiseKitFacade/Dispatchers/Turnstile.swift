// The shared implementation of the limiting dispatchers: closures wait in a queue until a gate admits the next one. Owns the queue,
// the timer, and the loop that admits closures. Does not know any limit: each gate owns its arithmetic, and no clock.

import Dispatch
import PromiseCore
import Synchronization

/// Decides when the next closure may start.
protocol Gate: Sendable {
  /// Admits one closure if it may start at this time, in nanoseconds.
  mutating func admit(at time: UInt64) -> Admission

  /// Records that an admitted closure starts.
  mutating func began(at time: UInt64)

  /// Records that an admitted closure has run.
  mutating func ended()
}

/// A gate's answer.
enum Admission: Equatable {
  /// The closure may start now.
  case admitted
  /// Ask again after this number of nanoseconds, or when a closure has started or ended.
  case wait(UInt64)
  /// Ask again when a closure has started or ended.
  case blocked
}

/// Passes closures to a dispatcher in order as a gate admits them.
///
/// Any thread may call any member. No call blocks: each call that adds or ends a closure admits the next ones, one thread at a time.
final class Turnstile<G: Gate>: Sendable {
  fileprivate struct State: @unchecked Sendable {
    var gate: G
    var waiting = Line()
    var isOpen = false
    var hasTimer = false
  }

  private let state: Mutex<State>
  private nonisolated(unsafe) let dispatcher: any Dispatcher

  init(_ gate: G, _ dispatcher: any Dispatcher) {
    state = Mutex(State(gate: gate))
    self.dispatcher = dispatcher
  }

  func dispatch(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    state.withLock { $0.waiting.append(body) }
    letThrough()
  }

  /// Admits closures; returns immediately if another call is doing so, which then also admits the ones added by this call.
  private func letThrough() {
    guard state.withLock({ $0.takeOpening() }) else { return }
    while let body = next() {
      dispatcher.dispatch { [self] in
        state.withLock { $0.gate.began(at: now) }
        letThrough()
        body()
        state.withLock { $0.gate.ended() }
        letThrough()
      }
    }
  }

  /// The next admitted closure; nil ends the loop, after starting a timer if the gate asked for one.
  private func next() -> (() -> Void)? {
    let time = now
    let (body, wait) = state.withLock { $0.next(at: time) }
    guard let wait else { return body }
    Executor.queue(.global()).schedule(after: Double(wait) / 1e9) { [self] in
      state.withLock { $0.hasTimer = false }
      letThrough()
    }
    return nil
  }

  private var now: UInt64 { ManualExecutor.bound?.clock.now ?? DispatchTime.now().uptimeNanoseconds }
}

extension Turnstile.State {
  fileprivate mutating func takeOpening() -> Bool {
    defer { isOpen = true }
    return !isOpen
  }

  /// The next admitted closure, or the time in nanoseconds to wait before asking again.
  fileprivate mutating func next(at time: UInt64) -> (body: (() -> Void)?, wait: UInt64?) {
    guard !waiting.isEmpty else { return close() }
    switch gate.admit(at: time) {
    case .admitted: return (waiting.removeFirst(), nil)
    case .wait(let wait) where !hasTimer:
      hasTimer = true
      return (close().body, wait)
    case .wait, .blocked: return close()
    }
  }

  private mutating func close() -> (body: (() -> Void)?, wait: UInt64?) {
    isOpen = false
    return (nil, nil)
  }
}

/// A first-in, first-out queue in an array, which removes its consumed front from time to time.
private struct Line {
  private var bodies: [(() -> Void)?] = []
  private var head = 0

  var isEmpty: Bool { head == bodies.count }

  mutating func append(_ body: @escaping () -> Void) { bodies.append(body) }

  mutating func removeFirst() -> () -> Void {
    guard let body = bodies[head].take() else { preconditionFailure("the same closure was taken from the queue twice") }
    head += 1
    if head > 32, head * 2 > bodies.count {
      bodies.removeFirst(head)
      head = 0
    }
    return body
  }
}
