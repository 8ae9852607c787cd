// Watch two ways to do the same thing at the same time. `nested callbacks` is
// one row: what happens inside it appears only in notes, and each level repeats
// the error handling. The chain beside it has a row for each step, which shows
// what it waits for, its value, how long it took, and where it was written.

import PromiseScope

extension Flow {
  /// Log in, get a token, fetch the contacts: nested, and chained.
  static let loginContacts = Flow { scene in
    let server = LoginServer(scene: scene)

    // As callbacks: each step is nested in the previous one.
    let nested: Promise<[String]> = scene.wrap("nested callbacks") { done in
      server.logIn("ada") { session in
        guard case .success(let session) = session else { return done(session.map { _ in [] }) }
        scene.note("callbacks: \(session)")
        server.token(of: session) { token in
          guard case .success(let token) = token else { return done(token.map { _ in [] }) }
          scene.note("callbacks: \(token)")
          server.contacts(token) { contacts in
            guard case .success(let names) = contacts else { return done(contacts) }
            scene.note("callbacks: \(names.count) contacts")
            done(.success(names))
          }
        }
      }
    }

    // As a chain: each step is below the previous one, and an error passes down on its own.
    let chained = scene.wrap("log in") { server.logIn("ada", $0) }
      .then { session in scene.wrap("ask for a token") { server.token(of: session, $0) } }
      .named("token", in: scene)
      .then { token in scene.wrap("fetch contacts") { server.contacts(token, $0) } }
      .named("contacts", in: scene)

    return all([nested, chained])
      .named("both", in: scene)
      .then { both in scene.note(both[0] == both[1] ? "the same contacts" : "not the same") }
      .named("compare", in: scene)
  }
}

/// A server with a callback API, from the time before promises.
private struct LoginServer: Sendable {
  let scene: Scene

  func logIn(_ name: String, _ done: @escaping Completion<String>) {
    scene.after(0.9) { ended in done(ended.map { "session of \(name)" }) }
  }

  func token(of session: String, _ done: @escaping Completion<String>) {
    scene.after(1.1) { ended in done(ended.map { "token for the \(session)" }) }
  }

  func contacts(_ token: String, _ done: @escaping Completion<[String]>) {
    scene.after(1.4) { ended in done(ended.map { ["Grace", "Alan", "Barbara"] }) }
  }
}
