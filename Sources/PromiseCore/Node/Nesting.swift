// Bounds how deeply closures of the program call one another through the library: handlers of tokens that cancel the next token, `pausable`
// closures that pause the next promise, progress handlers that report for the next one. Handlers of promises are bounded by `Drain`.
//
// Example: the handler of each of 10,000 tokens cancels the next token. The first 16 calls nest, as they would without a library. The 16th
// handler's call is stored, and made once that handler has returned; so are all further ones, at the same depth of the stack.

import CPromiseRuntime

enum Nesting {
  /// More than programs nest on purpose, and few enough for the smallest stacks.
  private static let limit: UInt8 = 16

  /// The calls of one thread that wait, first one first.
  private final class Calls {
    var waiting: [@Sendable () -> Void] = []
  }

  /// Begins a call that runs closures of the program.
  ///
  /// - Returns: False if too many such calls are on this stack: then ``put(_:)`` the call instead. If true, ``end()`` it.
  static func begin() -> Bool {
    let thread = psCurrentThread()
    guard thread.pointee.nesting < limit else { return false }
    thread.pointee.nesting += 1
    return true
  }

  static func end() {
    closureReturned()
    psCurrentThread().pointee.nesting -= 1
  }

  /// Makes a call once the innermost closure on this stack has returned.
  static func put(_ call: @escaping @Sendable () -> Void) {
    let thread = psCurrentThread()
    let calls = thread.pointee.deferredCalls.map { Unmanaged<Calls>.fromOpaque($0) } ?? .passRetained(Calls())
    thread.pointee.deferredCalls = calls.toOpaque()
    calls._withUnsafeGuaranteedRef { $0.waiting.append(call) }
  }

  /// Makes the calls that a closure has put off; for those who have called several closures between ``begin()`` and ``end()``.
  static func closureReturned() {
    let thread = psCurrentThread()
    // Otherwise a loop further up this stack makes them.
    if thread.pointee.deferredCalls != nil, !thread.pointee.isMakingCalls { flush() }
  }

  /// Makes the calls that this thread has put off; for callers that are about to block it.
  static func flush() {
    let thread = psCurrentThread()
    guard thread.pointee.deferredCalls != nil else { return }
    let outer = thread.pointee.isMakingCalls
    thread.pointee.isMakingCalls = true
    var waiting = take(thread)
    while let call = waiting.popLast() {
      call()
      // Calls that this one has put off precede those that waited longer, as if they had nested.
      waiting += take(thread)
    }
    thread.pointee.isMakingCalls = outer
  }

  /// Takes the calls that wait, last one first.
  private static func take(_ thread: UnsafeMutablePointer<PSThread>) -> [@Sendable () -> Void] {
    guard let stored = thread.pointee.deferredCalls else { return [] }
    thread.pointee.deferredCalls = nil
    return Unmanaged<Calls>.fromOpaque(stored).takeRetainedValue().waiting.reversed()
  }
}
