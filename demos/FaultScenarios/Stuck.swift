// Watch `reply 7`: its resolver waits in the connection's table for a message that
// never arrives, and `show reply` waits with it. Nothing is wrong in the first
// seconds; after five, a reader of the log should look. The person kills the app,
// so the log just stops: nothing in it was ever settled or freed.

import PromiseScope
import Scenarios
import Synchronization

extension Flow {
  /// A request without a time limit, whose reply is lost.
  static let stuck = Flow { scene in
    let connection = Connection()
    scene.hold(connection)

    connection.send(7)
      .then { reply in scene.note(reply) }
      .named("show reply")

    return scene.work("wait for the reply", seconds: 6, giving: ())
  }
}

/// A connection on which replies arrive in any order.
private final class Connection: Sendable {
  private let waiting = Mutex<[Int: Resolver<String>]>([:])

  /// Sends a request; the message that answers it settles the promise.
  func send(_ number: Int) -> Promise<String> {
    let (reply, resolver) = Promise<String>.withResolvers()
    waiting.withLock { $0[number] = resolver }
    return reply.named("reply \(number)")
  }

  /// Takes a message; no message arrives in this program.
  func receive(_ number: Int, _ message: String) {
    waiting.withLock { $0.removeValue(forKey: number) }?.fulfill(message)
  }
}
