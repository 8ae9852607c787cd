// conf: the default queues and dispatchers of handlers, which are two views of the same settings.

import Dispatch
import PromiseKitFacade
import Testing

@Suite("configuration")
struct ConfigurationTests {
  /// Runs closures immediately.
  struct Here: Dispatcher {
    func dispatch(_ body: @escaping () -> Void) { body() }
  }

  @Test("the default queues and dispatchers agree")
  func agreement() {
    var conf = PMKConfiguration()
    #expect((conf.D.map as? DispatchQueue)?.label == DispatchQueue.main.label)

    conf.Q = (map: nil, return: .global())
    #expect(conf.D.map is CurrentThreadDispatcher)
    #expect((conf.D.return as? DispatchQueue)?.label == DispatchQueue.global().label)

    conf.D.map = Here()
    #expect(conf.Q.map == nil)
    #expect(conf.D.map is Here)
    #expect(conf.Q.return?.label == DispatchQueue.global().label)

    conf.D = (map: DispatchQueue.main, return: CurrentThreadDispatcher())
    #expect(conf.Q.map?.label == DispatchQueue.main.label)
    #expect(conf.Q.return == nil)
  }

  @Test("setDefaultDispatchers changes only the given dispatchers")
  func setting() {
    var conf = PMKConfiguration()
    conf.setDefaultDispatchers(body: Here())
    #expect(conf.D.map is Here)
    #expect(conf.Q.return?.label == DispatchQueue.main.label)

    conf.setDefaultDispatchers(tail: nil)
    #expect(conf.D.map is Here)
    #expect(conf.D.return is CurrentThreadDispatcher)

    conf.setDefaultDispatchers(body: .main, tail: .global())
    #expect(conf.Q.map?.label == DispatchQueue.main.label)
    #expect(conf.Q.return?.label == DispatchQueue.global().label)
  }

  #if compiler(>=6.2)
    // In a separate process, because the settings are global.
    @Test("handlers without an explicit queue run on the default dispatchers")
    func defaults() async {
      await #expect(processExitsWith: .success) {
        let (body, tail) = (DispatcherTests.Counter(), DispatcherTests.Counter())
        conf.setDefaultDispatchers(body: body, tail: tail)
        let chain = Promise.value(1).map { $0 + 1 }.get { _ in }.then { Promise.value($0) }
        cancellable(chain).map { $0 }.done { _ in }.catch { _ in }.finally {}
        precondition(body.count == 3, "map, then, map")
        precondition(tail.count == 3, "get, done, finally; there was no error to catch")

        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        conf.Q.map = queue
        precondition(Promise.value(1).map { $0 }.isPending)
        queue.resume()
      }
    }
  #endif

  #if compiler(>=6.2)
    @Test("what the former settings hold may read the settings when it is freed")
    func freedOutsideTheLock() async {
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
