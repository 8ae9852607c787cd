// Watch the fan-out: one user, one list of contacts, then every avatar at once.
// They arrive in any order (try --seed 2), and `all avatars` keeps the order of
// the contacts. One of them does not exist: its rejection is recovered with a
// placeholder in its own branch, so the other branches never see it.

import PromiseScope

extension Flow {
  /// User, then contacts, then all their avatars.
  static let contactsAvatars = Flow { scene in
    let server = AvatarServer(scene)
    return server.user()
      .then { user in server.contacts(of: user) }
      .named("contacts", in: scene)
      .then { contacts in
        all(contacts.map { server.avatar(of: $0) })
          .named("all avatars", in: scene)
      }
      .named("avatars", in: scene)
      .then { avatars in scene.note(avatars.joined(separator: " ")) }
      .named("show them", in: scene)
  }
}

/// Three kinds of requests, as a server's client would offer them.
private struct AvatarServer: Sendable {
  let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  func user() -> Promise<String> {
    scene.work("fetch user", seconds: 0.8, giving: "Ada")
  }

  func contacts(of user: String) -> Promise<[String]> {
    let names = ["Grace", "Alan", "Edsger", "Barbara", "Donald"]
    return scene.work("fetch contacts of \(user)", seconds: 1, giving: names)
  }

  func avatar(of name: String) -> Promise<String> {
    let seconds = scene.seconds(from: 0.5, to: 2)
    guard name != "Edsger" else {
      return scene.work("avatar of Edsger", seconds: seconds, failingWith: AvatarError.noPicture)
        .recover { _ in "(E)" }
        .named("placeholder", in: scene)
    }
    return scene.work("avatar of \(name)", seconds: seconds, giving: "[\(name)]")
  }
}

/// Why there is no avatar.
enum AvatarError: Error {
  case noPicture
}
