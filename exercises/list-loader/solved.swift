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

struct ServerIsDown: Error {}

func screen(_ items: [String]) { print("screen: \(items.joined(separator: ", "))") }

func loadCache() -> Promise<[String]> { work("loadCache", seconds: 0.02, giving: ["a letter", "a card"]) }
func loadServer() -> Promise<[String]> { work("loadServer", seconds: 0.06, failingWith: ServerIsDown()) }

// Two deliveries are two promises, one after the other.
loadCache()
  .then { items in screen(items) }
  .named("show")
  .then { _ in loadServer() }
  .named("refresh")
  .then { items in screen(items) }
  .named("show again")
  .catch { _ in print("kept the list: the server is down") }
  .named("keep")

try await Task.sleep(for: .seconds(0.4))
