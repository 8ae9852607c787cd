// Watch the staircase: the list holds names, and each handler starts its own upload
// when the previous one has arrived.

import PromiseScope
import Scenarios

extension Flow {
  /// The uploads of `executor-timing`, each created when its turn comes.
  static let executorTimingFixed = Flow { scene in
    upload("beach", scene)
      .then { _ in upload("pier", scene) }
      .named("then pier", in: scene)
      .then { _ in upload("fog", scene) }
      .named("then fog", in: scene)
      .then { _ in scene.note("all sent") }
      .named("say so", in: scene)
  }
}

/// Starts to send a photo.
private func upload(_ photo: String, _ scene: Scene) -> Promise<String> {
  scene.work("send \(photo)", seconds: photo == "beach" ? 1.2 : 0.8, giving: photo)
}
