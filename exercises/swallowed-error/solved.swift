import Dispatch
import PromiseScope

/// Work that takes a while and fails.
func work<Value: Sendable>(_ name: String, seconds: Double, failingWith error: any Error) -> Promise<Value> {
  Promise { _, reject in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { reject(error) }
  }
  .named(name)
}

struct ServerIsDown: Error {}

func loadCart() -> Promise<[String]> { work("loadCart", seconds: 0.03, failingWith: ServerIsDown()) }

loadCart()
  .then { items in print("\(items.count) items in your cart") }
  .named("show")
  .catch { _ in print("no cart: the server is down") }
  .named("explain")

try await Task.sleep(for: .seconds(0.4))
