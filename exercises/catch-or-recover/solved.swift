import Dispatch
import PromiseScope

/// Work that takes a while and fails.
func work<Value: Sendable>(_ name: String, seconds: Double, failingWith error: any Error) -> Promise<Value> {
  Promise { _, reject in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { reject(error) }
  }
  .named(name)
}

struct NoAvatar: Error {}

func loadAvatar() -> Promise<String> { work("loadAvatar", seconds: 0.03, failingWith: NoAvatar()) }

loadAvatar()
  .recover { _ in
    print("there is no avatar")
    return "placeholder.png"
  }
  .named("explain")
  .then { avatar in print("show \(avatar)") }
  .named("show")

try await Task.sleep(for: .seconds(0.4))
