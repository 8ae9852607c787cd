// Handlers are freed as soon as they can no longer run, and never inside a lock, because freeing user objects may call back.

import PromiseCore
import TestSupport
import Testing

/// Calls a closure when it is freed.
private final class LastWish: Sendable {
  private let wish: @Sendable () -> Void

  init(_ wish: @escaping @Sendable () -> Void) { self.wish = wish }

  deinit { wish() }
}

@Suite("freeing")
struct FreeingTests {
  @Test("a handler that can never run is freed, though its promise is held")
  func orphan() {
    let living = Counter()
    let kept: Promise<Int>
    do {
      let probe = Probe(living)
      kept = Promise<Int>.made().after(on: .inline) { _ = probe }
    }
    #expect(living.value == 0 && kept.isPending)
  }

  @Test("what a cancelled handler held may cancel another promise while it is freed")
  func cancelledHandler() {
    let root = Promise<Int>.made()
    let other = Promise<Int>.made()
    let end: Promise<Int>
    do {
      let wish = LastWish { other.after(on: .inline) {}.cancel() }
      end = root.after(on: .inline) { _ = wish }
    }
    end.cancel()
    #expect(!other.isPending && !root.isPending)
  }

  @Test("what a disposed token handler held may use the token while it is freed")
  func disposedTokenHandler() {
    let token = CancellationToken()
    let registration: CancellationToken.Registration
    do {
      let wish = LastWish { token.cancel() }
      registration = token.onCancel { _ = wish }
    }
    registration.dispose()
    #expect(token.isCancelled)
  }
}
