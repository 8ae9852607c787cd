// Watch the two branches of `load user`: each ends in a handler for errors of its own.

import PromiseScope
import Scenarios

extension Flow {
  /// The branches of `unhandled-branch`, each with a handler.
  static let unhandledBranchFixed = Flow { scene in
    let user = loadUser(scene)

    user
      .then { user in scene.note("hello, \(user)") }
      .named("greet", in: scene)
      .catch { error in scene.note("no greeting: \(error)") }
      .named("show error", in: scene)

    user
      .then { user in try birthday(of: user) }
      .named("read birthday", in: scene)
      .then { day in scene.note("a cake on \(day)") }
      .named("order cake", in: scene)
      .catch { error in scene.note("no cake: \(error)") }
      .named("show that, too", in: scene)

    return scene.work("look at the page", seconds: 3, giving: ())
  }
}

/// The user has no birthday.
private func loadUser(_ scene: Scene) -> Promise<String> { scene.work("load user", seconds: 1.5, giving: "Ada") }

/// Reads the birthday of a user.
private func birthday(of user: String) throws -> String { throw UserError.noBirthday }

/// Why there is no cake.
private enum UserError: Error { case noBirthday }
