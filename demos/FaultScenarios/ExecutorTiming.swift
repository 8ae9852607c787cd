// Watch the three uploads: the chain was meant to send one photo after another, for
// a server that takes only one at a time. But a promise is not a plan: all three
// uploads start when the list is built, and `then` only waits for them.

import PromiseScope
import Scenarios

extension Flow {
  /// Work that starts earlier than its `then` suggests.
  static let executorTiming = Flow { scene in
    let uploads = ["beach", "pier", "fog"].map { upload($0, scene) }
    return uploads[0]
      .then { _ in uploads[1] }
      .named("then pier", in: scene)
      .then { _ in uploads[2] }
      .named("then fog", in: scene)
      .then { _ in scene.note("all sent") }
      .named("say so", in: scene)
  }
}

/// Starts to send a photo.
private func upload(_ photo: String, _ scene: Scene) -> Promise<String> {
  scene.work("send \(photo)", seconds: photo == "beach" ? 1.2 : 0.8, giving: photo)
}
