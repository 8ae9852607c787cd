import Dispatch
import PromiseScope

struct ServerIsDown: Error {}

/// An old function: it calls back with an error or with a page, and never with both.
func fetchPage(_ callback: @escaping @Sendable (String?, (any Error)?) -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + 0.04) { callback(nil, ServerIsDown()) }
}

func download() -> Promise<String> {
  Promise { fulfill, reject in
    fetchPage { page, error in
      fulfill(page ?? "")
      if let error { reject(error) }
    }
  }
  .named("download")
}

download()
  .then { page in print("\(page.count) characters") }
  .named("show")
  .catch { _ in print("no page: the server is down") }
  .named("explain")

try await Task.sleep(for: .seconds(0.4))
