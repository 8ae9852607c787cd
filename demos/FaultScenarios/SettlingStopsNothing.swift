// Watch `at most 1.5 s`: it is rejected in time, the letter counts as lost, and the
// user sends it again. But settling a promise stops no work: the first letter was
// still on its way, and arrives, too. Grandmother gets it twice.

import PromiseScope
import Scenarios

extension Flow {
  /// A time limit, and work that does not know about it.
  static let settlingStopsNothing = Flow { scene in
    send("letter 1", seconds: 2.5, scene)
      .timeout(scene.paced(1.5))
      .named("at most 1.5 s", in: scene)
      .recover { error -> Promise<String> in
        scene.note("lost: \(error)")
        return send("letter 2", seconds: 1.2, scene)
      }
      .named("send again", in: scene)
      .then { letter in scene.note("thank you for \(letter)") }
      .named("answer", in: scene)
  }
}

/// Sends a letter, which arrives after a while whatever happens to the promise.
private func send(_ letter: String, seconds: Double, _ scene: Scene) -> Promise<String> {
  scene.wrap("send \(letter)") { done in
    scene.afterWork("send \(letter)", seconds) { ended in
      scene.note("\(letter) arrives")
      done(ended.map { letter })
    }
  }
}
