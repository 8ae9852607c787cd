// Watch `or a placeholder`: `recover` returns a value, and with that the rejection
// ends. `show avatar` runs. Any other error is thrown again, and is not hidden.

import PromiseScope
import Scenarios

extension Flow {
  /// The chain of `catch-or-recover`, which recovers.
  static let catchOrRecoverFixed = Flow { scene in
    loadAvatar(scene)
      .recover { error -> String in
        guard error is AvatarError else { throw error }
        return "placeholder"
      }
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
