// Watch `the box`, and open its details (d). It is empty and pending first; then
// handlers are registered one after another, and none of them runs. The resolver
// seals the box once, and all handlers run in registration order. A second
// attempt to seal it is refused, and a late handler is still called.

import PromiseKitFacade

extension Flow {
  /// One box, the handlers that it collects, and two attempts to seal it.
  static let promiseKitBox = Flow.promises { scene in

    let (box, seal) = Promise<String>.pending()
    box.named("the box", in: scene)

    // Handlers are added. A promise is nothing but this box and the promises that its handlers return.
    for (index, name) in ["first", "second", "third"].enumerated() {
      scene.at(0.6 * Double(index + 1)) {
        box.done { letter in scene.note("\(name) reads \(letter)") }
          .named("\(name) handler", in: scene)
      }
    }

    // Sealed. The attempt on the next line cannot change the value.
    scene.after(2.6) { ended in seal.resolve(ended.map { "a letter" }) }
    scene.at(3.2) { seal.fulfill("another letter") }

    return scene.work("come late", seconds: 3.8, giving: ())
      .then { box.done { letter in scene.note("late reads \(letter)") }.named("late handler", in: scene) }
      .named("read it late", in: scene)
  }
}
