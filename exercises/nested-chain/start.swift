import Dispatch
import PromiseScope

/// Work that takes a while, such as a request.
func work<Value: Sendable>(_ name: String, seconds: Double, giving value: Value) -> Promise<Value> {
  Promise { fulfill, _ in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { fulfill(value) }
  }
  .named(name)
}


/// Work that takes a while and fails.
func work<Value: Sendable>(_ name: String, seconds: Double, failingWith error: any Error) -> Promise<Value> {
  Promise { _, reject in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { reject(error) }
  }
  .named(name)
}

struct ShopIsClosed: Error {}

func logIn() -> Promise<String> { work("logIn", seconds: 0.02, giving: "token 7") }
func user(_ token: String) -> Promise<String> { work("user", seconds: 0.02, giving: "Ada") }
func orders(_ name: String) -> Promise<[String]> { work("orders", seconds: 0.04, failingWith: ShopIsClosed()) }

logIn()
  .then { token in
    user(token).then { name in
      print("hello, \(name)")
      orders(name).then { list in print("\(list.count) orders") }.named("show")
    }
    .named("fetch orders")
    print("fetching")
  }
  .named("fetch user")
  .then { _ in print("ready") }
  .named("ready")
  .catch { _ in print("sorry: the shop is closed") }
  .named("explain")

try await Task.sleep(for: .seconds(0.4))
