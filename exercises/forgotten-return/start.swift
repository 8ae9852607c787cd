import Dispatch
import PromiseScope

/// Work that takes a while, such as a request.
func work<Value: Sendable>(_ name: String, seconds: Double, giving value: Value) -> Promise<Value> {
  Promise { fulfill, _ in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { fulfill(value) }
  }
  .named(name)
}

func write(_ user: String) -> Promise<Int> {
  work("write", seconds: 0.08, giving: user.count)
    .then { _ in print("settings of \(user) written") }
    .named("written")
}

work("log in", seconds: 0.02, giving: "Ada")
  .then { user in
    print("saving")
    write(user)
  }
  .named("save")
  .then { _ in print("saved") }
  .named("say so")

try await Task.sleep(for: .seconds(0.4))
