// Watch `at most 3 s`: the reply is lost as before, but now the request has a time
// limit. When it is up, the promise is rejected, the chain ends, and `reply 7` is
// canceled, so the connection forgets the request.

import PromiseScope
import Scenarios
import Synchronization

extension Flow {
  /// The request of `stuck`, with a time limit.
  static let stuckFixed = Flow { scene in
    let connection = Connection()
    scene.hold(connection)

    connection.send(7)
      .named("reply 7", in: scene)
      .timeout(scene.paced(3), cancelsSource: true)
      .named("at most 3 s", in: scene)
      .then { reply in scene.note(reply) }
      .named("show reply", in: scene)
      .catch { error in scene.note("no reply: \(error)") }
      .named("show the error", in: scene)

    return scene.work("wait for the reply", seconds: 4, giving: ())
  }
}

/// A connection on which replies arrive in any order.
private final class Connection: Sendable {
  private let waiting = Mutex<[Int: Resolver<String>]>([:])

  /// Sends a request; the message that answers it settles the promise.
  func send(_ number: Int) -> Promise<String> {
    let (reply, resolver) = Promise<String>.withResolvers()
    waiting.withLock { $0[number] = resolver }
    return reply.cancelling { [self] in _ = waiting.withLock { $0.removeValue(forKey: number) } }
  }

  /// Takes a message; no message arrives in this program.
  func receive(_ number: Int, _ message: String) {
    waiting.withLock { $0.removeValue(forKey: number) }?.fulfill(message)
  }
}
