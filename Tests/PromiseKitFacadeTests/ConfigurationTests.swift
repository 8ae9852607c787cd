// conf: the default queues of handlers, and the lifetime of former settings.

import Dispatch

@Suite struct ConfigurationTests {
  #if compiler(>=6.2)
    // In a separate process, because the settings are global.
    @Test func handlersWithoutAnExplicitQueueRunOnTheDefaultQueues() async {
      await #expect(processExitsWith: .success) {
        let (body, tail) = (DispatchQueue(label: "body"), DispatchQueue(label: "tail"))
        conf.Q = (map: body, return: tail)
        body.suspend()
        let mapped = Promise.value(1).map { $0 + 1 }
        let visited = Promise.value(1).get { _ in }
        precondition((try? visited.wait()) == 1 && mapped.isPending)
        body.resume()
        precondition((try? mapped.wait()) == 2)
        conf.Q.return = nil
        // Not of `visited`: its thread may still be delivering to the wait, and then also delivers to what registers meanwhile.
        precondition(Promise.value(1).done { _ in }.isFulfilled)
      }
    }
  #endif

  #if compiler(>=6.2)
    @Test func whatTheFormerSettingsHoldMayReadTheSettingsWhenItIsFreed() async {
      await #expect(processExitsWith: .success) {
        final class Reader: Sendable {
          deinit { _ = conf.catchPolicy }
        }
        let former = conf.logHandler
        do {
          let reader = Reader()
          conf.logHandler = { _ in withExtendedLifetime(reader) {} }
        }
        conf.logHandler = former
      }
    }
  #endif
}
