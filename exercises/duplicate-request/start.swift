import Dispatch
import PromiseScope

/// Work that takes a while, such as a request.
func work<Value: Sendable>(_ name: String, seconds: Double, giving value: Value) -> Promise<Value> {
  Promise { fulfill, _ in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { fulfill(value) }
  }
  .named(name)
}

var requests = 0

@MainActor func loadProfile() -> Promise<String> {
  requests += 1
  return work("loadProfile", seconds: 0.06, giving: "Ada")
}

let header = loadProfile().then { name in print("hello, \(name)") }.named("header")
let sidebar = loadProfile().then { name in print("friends of \(name)") }.named("sidebar")
_ = try await all(header, sidebar).get()
print(requests == 1 ? "1 request" : "\(requests) requests")
