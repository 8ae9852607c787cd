// What the limiting dispatchers have in common: closures wait in line, and a gate says when the next may go. Owns the
// line, the timer and the thread that lets closures through; each gate owns its arithmetic and no time.

import Dispatch
import PromiseCore
import Synchronization

/// Decides when the next closure may start.
protocol Gate: Sendable {
  /// Lets one closure through, if it may start at this time, in nanoseconds.
  mutating func admit(at time: UInt64) -> Admission

  /// A closure that was let through starts to run.
  mutating func began(at time: UInt64)

  /// A closure that was let through has run.
  mutating func ended()
}

/// A gate's answer.
enum Admission: Equatable {
  /// It starts now.
  case admitted
  /// Ask again after this many nanoseconds, or after a closure started or ended.
  case wait(UInt64)
  /// Ask again after a closure started or ended.
  case blocked
}

/// Lets closures through to a dispatcher, in the order they came, when a gate says so.
///
/// Any thread may use it. No call blocks: each one that adds or ends a closure lets the next ones through, one thread at a time.
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

  /// Lets through who may go; returns at once where another call is at it, which then sees to this one's wish too.
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

  /// The next one that may go; nil ends this call's work.
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

  /// The next one that may go, or how long to wait before asking again.
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

/// A queue in an array: what was taken from its front is let go of, and its room used again, once in a while.
private struct Line {
  private var bodies: [(() -> Void)?] = []
  private var head = 0

  var isEmpty: Bool { head == bodies.count }

  mutating func append(_ body: @escaping () -> Void) { bodies.append(body) }

  mutating func removeFirst() -> () -> Void {
    guard let body = bodies[head].take() else { preconditionFailure("a place in the line that was taken twice") }
    head += 1
    if head > 32, head * 2 > bodies.count {
      bodies.removeFirst(head)
      head = 0
    }
    return body
  }
}
