// Watch `profile` and `settings`: the profile needs the settings, for their
// language, and the settings need the profile, for its name. Each waits for the
// other, so neither could ever settle. The library notices when the cycle closes,
// and rejects the promise that closed it.

import PromiseScope
import Scenarios

extension Flow {
  /// Two promises that wait for each other.
  static let cycle = Flow { scene in
    let (profile, resolveProfile) = Promise<String>.withResolvers()
    let (settings, resolveSettings) = Promise<String>.withResolvers()
    profile.named("profile", in: scene)
    settings.named("settings", in: scene)

    let open = scene.work("open the account", seconds: 1, giving: "account 12")
    open.then { account in
      resolveProfile.resolve(settings.then { "profile in \($0)" }.named("translate", in: scene))
      resolveSettings.resolve(profile.then { "settings of \($0)" }.named("find settings", in: scene))
    }
    .named("load both", in: scene)

    profile
      .catch { error in scene.note("no profile: \(error)") }
      .named("show the error", in: scene)
    return scene.work("look at the account", seconds: 3, giving: ())
  }
}
