// Watch `send letter 1`: the time limit cancels what it waits for, and the work has a
// handler that stops it. One letter arrives. Work without such a handler would
// continue, and the receiver would have to drop the second letter.

import PromiseScope
import Scenarios

extension Flow {
  /// The time limit of `settling-stops-nothing`, which stops the work.
  static let settlingStopsNothingFixed = Flow { scene in
    send("letter 1", seconds: 2.5, scene)
      .timeout(scene.paced(1.5), cancelsSource: true)
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

/// Sends a letter, which is called back if the promise is canceled.
private func send(_ letter: String, seconds: Double, _ scene: Scene) -> Promise<String> {
  let recall = CancellationToken()
  return scene.wrap("send \(letter)") { done in
    scene.after(seconds) { ended in
      if recall.isCancelled { return }
      scene.note("\(letter) arrives")
      done(ended.map { letter })
    }
  }
  .cancelling {
    recall.cancel()
    scene.note("\(letter) is called back")
  }
}
