// A service that answers by promises, as its users know it: some answers are slow, one fails at first, one always does.

import Dispatch
import PromiseScope  // was: import Promises

/// Somebody.
class User {
  let name: String

  init(name: String) { self.name = name }
}

/// Why the service did not answer.
enum ServiceError: Error {
  case busy
  case noAvatar(String)
}

/// The service, whose answers come from a queue of its own.
class Client {
  private let queue = DispatchQueue(label: "service")
  private var calls = 0

  /// Answers at the second attempt.
  func currentUser() -> Promise<User> {
    return Promise<User>(on: queue) { fulfill, reject in
      self.calls += 1
      if self.calls == 1 {
        reject(ServiceError.busy)
      } else {
        fulfill(User(name: "ada"))
      }
    }
  }

  /// Answers by a callback, like older code; `wrap` makes a promise of it.
  func contacts(of user: User, completion: @escaping ([String]?, Error?) -> Void) {
    queue.asyncAfter(deadline: .now() + 0.02) { completion(["grace", "linus", "barbara"], nil) }
  }

  /// Has none for one of them.
  func avatar(of contact: String) -> Promise<String> {
    return Promise<String>(on: queue) {
      guard contact != "linus" else { throw ServiceError.noAvatar(contact) }
      return contact + ".png"
    }
  }

  /// Takes its time: more than anybody waits.
  func presence(of user: User, from server: String, after seconds: Double) -> Promise<String> {
    return Promise(server).delay(on: queue, seconds)
  }
}
