// A service whose methods return promises: some are slow, one fails at the first attempt, one always fails for one contact.

import Dispatch
import PromiseScope  // was: import Promises

/// A user of the service.
class User {
  let name: String

  init(name: String) { self.name = name }
}

/// An error of the service.
enum ServiceError: Error {
  case busy
  case noAvatar(String)
}

/// The service, which responds on a private queue.
class Client {
  private let queue = DispatchQueue(label: "service")
  private var calls = 0

  /// Succeeds at the second attempt.
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

  /// Takes a callback, like older code; `wrap` converts it to a promise.
  func contacts(of user: User, completion: @escaping ([String]?, Error?) -> Void) {
    queue.asyncAfter(deadline: .now() + 0.02) { completion(["grace", "linus", "barbara"], nil) }
  }

  /// Fails for the contact `linus`.
  func avatar(of contact: String) -> Promise<String> {
    return Promise<String>(on: queue) {
      guard contact != "linus" else { throw ServiceError.noAvatar(contact) }
      return contact + ".png"
    }
  }

  /// Responds after a delay.
  func presence(of user: User, from server: String, after seconds: Double) -> Promise<String> {
    return Promise(server).delay(on: queue, seconds)
  }
}
