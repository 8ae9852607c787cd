// Watch the queues: the poster is sharpened on a queue of its own, `filters`, so
// the avatars are cropped at once, and the list appears 1.6 seconds earlier.

import Dispatch
import PromiseScope
import Scenarios

extension Flow {
  /// The work of `slow-handler`, with a queue of its own for what is slow.
  static let slowHandlerFixed = Flow { scene in
    let images = DispatchQueue(label: "images")
    let filters = DispatchQueue(label: "filters")
    let album = scene.work("download album", seconds: 1, giving: ["poster", "Ada", "Grace"])

    let poster =
      album
      .then(on: filters) { pictures -> String in
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
