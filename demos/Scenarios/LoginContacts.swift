// Watch the same three requests twice, at the same time. As callbacks, each request
// starts inside the callback of the previous one, a level deeper, and each level has
// an `else` for its error. As a chain, the steps are one below the other, and an
// error finds the one handler by itself: try --fails token.

import PromiseScope

extension Flow {
  /// Log in, get a token, fetch the contacts: nested, and chained.
  static let loginContacts = Flow { scene, options in
    let server = LoginServer(scene: scene, failingStep: options.failingStep)

    // As callbacks. Which `else` belongs to which request?
    let nested: Promise<[String]> = scene.nested("nested callbacks") { done in
      scene.callback("callback: log in") {
        server.logIn("ada", $0)
      } _: { session in
        if case .success(let session) = session {
          scene.callback("callback: token") {
            server.token(of: session, $0)
          } _: { token in
            if case .success(let token) = token {
              scene.callback("callback: contacts") {
                server.contacts(token, $0)
              } _: { contacts in
                if case .failure(let error) = contacts { scene.note("callbacks, third else: \(error)") }
                done(contacts)
              }
            } else if case .failure(let error) = token {
              scene.note("callbacks, second else: \(error)")
              done(.failure(error))
            }
          }
        } else if case .failure(let error) = session {
          scene.note("callbacks, first else: \(error)")
          done(.failure(error))
        }
      }
    }

    // As a chain.
    let chained = scene.wrap("log in") { server.logIn("ada", $0) }
      .then { session in scene.wrap("ask for a token") { server.token(of: session, $0) } }
      .named("token", in: scene)
      .then { token in scene.wrap("fetch contacts") { server.contacts(token, $0) } }
      .named("contacts", in: scene)
      .catch { error in scene.note("chain: \(error)") }
      .named("any error", in: scene)

    return Promise.allSettled([nested, chained])
      .named("both", in: scene)
      .then { both in scene.note("\(both[0])" == "\(both[1])" ? "the same outcome" : "not the same") }
      .named("compare", in: scene)
  }
}

/// A server with a callback API, from the time before promises.
private struct LoginServer: Sendable {
  let scene: Scene
  let failingStep: LoginStep?

  func logIn(_ name: String, _ done: @escaping Completion<String>) {
    answer(.logIn, after: 0.9, "session of \(name)", done)
  }

  func token(of session: String, _ done: @escaping Completion<String>) {
    answer(.token, after: 1.1, "token for the \(session)", done)
  }

  func contacts(_ token: String, _ done: @escaping Completion<[String]>) {
    answer(.contacts, after: 1.4, ["Grace", "Alan", "Barbara"], done)
  }

  private func answer<Value: Sendable>(
    _ step: LoginStep, after seconds: Double, _ value: Value, _ done: @escaping Completion<Value>
  ) {
    scene.after(seconds) { ended in
      done(ended.flatMap { step == failingStep ? .failure(LoginError.refused) : .success(value) })
    }
  }
}

/// Why a step fails.
private enum LoginError: Error { case refused }
