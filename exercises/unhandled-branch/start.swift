import Dispatch
import PromiseScope

/// Work that takes a while, such as a request.
func work<Value: Sendable>(_ name: String, seconds: Double, giving value: Value) -> Promise<Value> {
  Promise { fulfill, _ in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { fulfill(value) }
  }
  .named(name)
}

struct NoBirthday: Error, CustomStringConvertible {
  var description: String { "no birthday" }
}

func birthday(of user: String) throws -> String { throw NoBirthday() }

let user = work("loadUser", seconds: 0.03, giving: "Ada")

user
  .then { name in print("hello, \(name)") }
  .named("greet")
  .catch { _ in print("no greeting") }
  .named("no greeting")

user
  .then { name in try birthday(of: name) }
  .named("read birthday")
  .then { day in print("a cake on \(day)") }
  .named("order cake")

try await Task.sleep(for: .seconds(0.4))
