import Dispatch
import PromiseScope

/// Work that takes a while, such as a request.
func work<Value: Sendable>(_ name: String, seconds: Double, giving value: Value) -> Promise<Value> {
  Promise { fulfill, _ in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { fulfill(value) }
  }
  .named(name)
}

struct EmptyPage: Error {}

func loadPage() -> Promise<String> {
  work("loadPage", seconds: 0.03, giving: "").then { _ in print("the page arrives") }
}

loadPage()
  .then { page in
    if page.isEmpty { throw EmptyPage() }
    print(page)
  }
  .named("show")
  .catch { _ in print("sorry: the page is empty") }
  .named("explain")

try await Task.sleep(for: .seconds(0.4))
