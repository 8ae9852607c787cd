// Watch the queue `images`: sharpening the poster takes its only thread for 1.6
// seconds. The two avatars would be cropped in no time, but they wait behind it,
// and the list waits for them.

import Dispatch
import PromiseScope
import Scenarios

extension Flow {
  /// Slow and fast work on the same serial queue.
  static let slowHandler = Flow { scene in
    let images = DispatchQueue(label: "images")
    let album = scene.work("download album", seconds: 1, giving: ["poster", "Ada", "Grace"])

    let poster =
      album
      .then(on: images) { pictures -> String in
        scene.compute(seconds: 1.6)
        return "sharp \(pictures[0])"
      }
      .named("sharpen the poster", in: scene)
    let ada = album.then(on: images) { "cropped \($0[1])" }.named("crop Ada", in: scene)
    let grace = album.then(on: images) { "cropped \($0[2])" }.named("crop Grace", in: scene)

    all([ada, grace])
      .named("both avatars", in: scene)
      .then { avatars in scene.note(avatars.joined(separator: ", ")) }
      .named("show the list", in: scene)
    return poster.then { poster in scene.note(poster) }.named("show the poster", in: scene)
  }
}
