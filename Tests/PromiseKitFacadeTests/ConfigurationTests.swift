// conf: two ways to say where handlers run, which agree.

import Dispatch
import PromiseKitFacade
import Testing

@Suite("configuration")
struct ConfigurationTests {
  /// Runs closures at once.
  struct Here: Dispatcher {
    func dispatch(_ body: @escaping () -> Void) { body() }
  }

  @Test("queues and dispatchers agree")
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

  @Test("setDefaultDispatchers changes what it is told")
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
    // In a process of its own, for the settings are the process's.
    @Test("handlers that are not told where run on the dispatchers")
    func defaults() async {
      await #expect(processExitsWith: .success) {
        let (body, tail) = (DispatcherTests.Counter(), DispatcherTests.Counter())
        conf.setDefaultDispatchers(body: body, tail: tail)
        let chain = Promise.value(1).map { $0 + 1 }.get { _ in }.then { Promise.value($0) }
        cancellable(chain).map { $0 }.done { _ in }.catch { _ in }.finally {}
        precondition(body.count == 3, "map, then, map")
        precondition(tail.count == 3, "get, done, finally; nothing was to catch")

        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        conf.Q.map = queue
        precondition(Promise.value(1).map { $0 }.isPending)
        queue.resume()
      }
    }
  #endif
}
