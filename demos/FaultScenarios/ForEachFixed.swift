// Watch `send all`: `map` turns the photos into promises, `all` waits for every one,
// and the handler returns it. `say so` runs when the last photo has arrived, and an
// error of any upload would reach it, too.

import PromiseScope
import Scenarios

extension Flow {
  /// The uploads of `for-each`, which `all` waits for.
  static let forEachFixed = Flow { scene in
    scene.work("choose photos", seconds: 1, giving: ["beach", "pier", "fog"])
      .then { photos in
        all(photos.map { photo in upload(photo, scene) }).named("every photo", in: scene)
      }
      .named("send all", in: scene)
      .then { sizes in scene.note("\(sizes.count) photos sent") }
      .named("say so", in: scene)
  }
}

/// Sends a photo.
private func upload(_ photo: String, _ scene: Scene) -> Promise<Int> {
  scene.work("send \(photo)", seconds: photo == "fog" ? 2 : 1.2, giving: photo.count * 100)
}
