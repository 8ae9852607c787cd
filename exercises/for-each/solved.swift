import Dispatch
import PromiseScope

/// Work that takes a while, such as a request.
func work<Value: Sendable>(_ name: String, seconds: Double, giving value: Value) -> Promise<Value> {
  Promise { fulfill, _ in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { fulfill(value) }
  }
  .named(name)
}

func upload(_ photo: String) -> Promise<String> {
  work("upload", seconds: photo == "fog" ? 0.08 : 0.04, giving: photo)
    .then { photo in print("\(photo) arrives") }
    .named("arrives")
}

work("choose", seconds: 0.02, giving: ["beach", "pier", "fog"])
  .then { photos in
    all(photos.map { photo in upload(photo) })
  }
  .named("send all")
  .then { photos in print("\(photos.count) photos sent") }
  .named("say so")

try await Task.sleep(for: .seconds(0.4))
