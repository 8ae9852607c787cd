// Watch for `the box`, and open its details (d). Empty and pending first; then
// handlers come and wait in it, one after the other, and none of them runs. Its
// resolver seals it, once: all are told, in the order they came. Whoever seals
// it again is refused, and whoever comes late is told at once.

import PromiseKitFacade

extension Flow {
  /// One box, what gathers in it, and two who want to seal it.
  static let promiseKitBox = Flow.promises { scene in

    let (box, seal) = Promise<String>.pending()
    box.named("the box", in: scene)

    // Handlers gather. A promise is nothing but this box and what its handlers return.
    for (index, name) in ["first", "second", "third"].enumerated() {
      scene.at(0.6 * Double(index + 1)) {
        box.done { letter in scene.note("\(name) reads \(letter)") }
          .named("\(name) handler", in: scene)
      }
    }

    // Sealed, and what was written before the next line can't be changed by it.
    scene.after(2.6) { ended in seal.resolve(ended.map { "a letter" }) }
    scene.at(3.2) { seal.fulfill("another letter") }

    return scene.work("come late", seconds: 3.8, giving: ())
      .then { box.done { letter in scene.note("late reads \(letter)") }.named("late handler", in: scene) }
      .named("read it late", in: scene)
  }
}
