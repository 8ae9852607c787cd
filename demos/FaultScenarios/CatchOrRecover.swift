// Watch `show avatar`: the avatar is missing, `catch` runs and notes that there is a
// placeholder, and the author expects the chain to continue with it, as in ES6. But
// this `catch` only looks at the error and passes it on: `show avatar` is skipped,
// and the page stays empty.

import PromiseScope
import Scenarios

extension Flow {
  /// A `catch` that was meant to recover.
  static let catchOrRecover = Flow { scene in
    loadAvatar(scene)
      .catch { error in scene.note("\(error): use a placeholder") }
      .named("or a placeholder", in: scene)
      .then { avatar in scene.note("show \(avatar)") }
      .named("show avatar", in: scene)

    return scene.work("look at the page", seconds: 3, giving: ())
  }
}

/// There is no avatar.
private func loadAvatar(_ scene: Scene) -> Promise<String> {
  scene.work("load avatar", seconds: 1.5, failingWith: AvatarError.missing)
}

/// Why there is no avatar.
private enum AvatarError: Error { case missing }
