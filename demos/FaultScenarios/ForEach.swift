// Watch `send all`: the loop starts three uploads and waits for none of them. A loop
// returns nothing, so the handler returns nothing, and `say so` reports success two
// seconds before the last photo has arrived.

import PromiseScope
import Scenarios

extension Flow {
  /// A loop over promises that nothing waits for.
  static let forEach = Flow { scene in
    scene.work("choose photos", seconds: 1, giving: ["beach", "pier", "fog"])
      .then { photos in
        // swift-format-ignore: ReplaceForEachWithForLoop
        photos.forEach { photo in
          upload(photo, scene).then { size in scene.note("\(photo): \(size) kB") }.named("\(photo) arrives", in: scene)
        }
      }
      .named("send all", in: scene)
      .then { photos in scene.note("\(photos.count) photos sent") }
      .named("say so", in: scene)
  }
}

/// Sends a photo.
private func upload(_ photo: String, _ scene: Scene) -> Promise<Int> {
  scene.work("send \(photo)", seconds: photo == "fog" ? 2 : 1.2, giving: photo.count * 100)
}
