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
  print("sending \(photo)")
  return work("upload", seconds: 0.04, giving: photo)
    .then { photo in print("\(photo) sent") }
    .named("sent")
}

let uploads = ["beach", "pier"].map { photo in upload(photo) }
uploads[0]
  .then { _ in uploads[1] }
  .then { _ in print("all sent") }

try await Task.sleep(for: .seconds(0.4))
