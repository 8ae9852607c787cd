import Dispatch
import PromiseScope

struct NoPosition: Error {}

/// An old function: it calls back with a place, or with nothing if it can't find one.
func findPosition(_ callback: @escaping @Sendable (String?) -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + 0.04) { callback(nil) }
}

func locate() -> Promise<String> {
  Promise { fulfill, reject in
    findPosition { place in
      if let place { fulfill(place) }
    }
  }
  .named("locate")
}

print("looking")
locate()
  .then { place in print("you are in \(place)") }
  .named("show")
  .catch { _ in print("no map: no position") }
  .named("explain")

try await Task.sleep(for: .seconds(0.4))
