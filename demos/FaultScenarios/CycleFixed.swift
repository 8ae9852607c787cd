// Watch the order: the settings no longer need the profile, because the account
// has the name already. They settle first, and the profile, which waits for them,
// afterwards.

import PromiseScope
import Scenarios

extension Flow {
  /// The promises of `cycle`, of which only one waits for the other.
  static let cycleFixed = Flow { scene in
    let (profile, resolveProfile) = Promise<String>.withResolvers()
    let (settings, resolveSettings) = Promise<String>.withResolvers()
    profile.named("profile", in: scene)
    settings.named("settings", in: scene)

    let open = scene.work("open the account", seconds: 1, giving: "account 12")
    open.then { account in
      resolveProfile.resolve(settings.then { "profile in \($0)" }.named("translate", in: scene))
      resolveSettings.resolve(scene.work("find settings of \(account)", seconds: 1, giving: "English"))
    }
    .named("load both", in: scene)
    .catch { error in
      resolveProfile.reject(error)
      resolveSettings.reject(error)
    }
    .named("no account", in: scene)

    profile
      .then { profile in scene.note(profile) }
      .named("show profile", in: scene)
      .catch { error in scene.note("no profile: \(error)") }
      .named("show the error", in: scene)
    return scene.work("look at the account", seconds: 3, giving: ())
  }
}
