// Watch what PromiseKit 4 keeps inside a promise; `O` draws it. A State holds a Seal:
// pending, with the bodies of its handlers, or resolved, with a Resolution. `racing` is
// unlucky: the letter arrives between the two looks of its `get`. Then two rejections,
// each with a token: `catch` consumes that of `returned`; nothing consumes that of `lost`,
// so its end reports the error. A second `reject` only makes PromiseKit warn.

import PromiseKitFacade

extension Flow {
  /// One letter for four handlers, and two that cannot be delivered.
  static let promiseKitState = Flow.promises { scene in
    let letter = OldPromise<String>("letter", in: scene) { fulfill, _ in
      scene.at(2) { fulfill("a second letter") }
    }
    scene.at(0.5) { letter.then("first") { letter in scene.note("first reads \(letter)") } }
    scene.at(1) { letter.then("second") { letter in scene.note("second reads \(letter)") } }
    scene.after(1.5) { ended in
      // What another thread could do at any time happens here between the two looks.
      let arrive = { letter.state.resolve(Resolution(ended.map { "a letter" })) }
      _ = scene.recording { letter.then("racing", between: arrive) { letter in scene.note("racing reads \(letter)") } }
    }
    scene.at(2.4) { letter.then("late") { letter in scene.note("late reads \(letter)") } }

    let returned = OldPromise<String>("returned", in: scene) { _, reject in
      scene.afterWork("send it back", 2.6) { ended in reject(ended.error ?? Undelivered("returned", scene)) }
    }
    returned.then("read returned") { _ in scene.note("never read") }
      .catch { error in scene.note("sorry: \(error)") }

    let lost = OldPromise<String>("lost", in: scene) { _, reject in
      scene.afterWork("search for it", 3) { ended in
        let error = ended.error ?? Undelivered("lost", scene)
        reject(error)
        reject(error)
      }
    }
    lost.then("read lost") { _ in scene.note("never read") }
    return scene.work("look at the letters", seconds: 3.6, giving: ())
  }
}
