// Watch `the box`, and open its details (d); `O` draws it. The EmptyBox is pending and
// collects handlers; `pipe` inspects it twice. It is sealed once: a second attempt is
// refused, and a late handler still runs. `Promise.value` is a SealedBox from the start.
// `bridge` and `forward` seal theirs with another promise's result. `itself` returns the
// promise that it belongs to, which would wait forever: `returnedSelf`.

import PromiseKitFacade

extension Flow {
  /// An EmptyBox and its handlers, a SealedBox, and three ways to seal a box with a promise.
  static let promiseKitBox = Flow.promises { scene in
    let (box, seal) = Promise<String>.pending()
    box.named("the box", in: scene)
    let inside = EmptyBox("the box", scene)

    for (index, name) in ["first", "second", "third"].enumerated() {
      scene.at(0.6 * Double(index + 1)) {
        inside.append(name)
        box.done { letter in scene.note("\(name) reads \(letter)") }
          .named("\(name) handler", in: scene)
      }
    }
    // The promise of `init(bridge)`, and that of a `then` whose body returned the box, pipe its result to their own seals.
    scene.at(2) {
      inside.append("bridge")
      Promise(box).named("bridge", in: scene)
        .done { letter in scene.note("bridge brings \(letter)") }
        .named("cross the bridge", in: scene)
      Promise.value("a sealed box").named("sealed box", in: scene)
        .then { sealed in
          scene.note("the handler of forward gets \(sealed), and returns the box")
          inside.append("forward")
          return box
        }
        .named("forward", in: scene)
        .done { letter in scene.note("forward brings \(letter)") }
        .named("read forward", in: scene)
      scene.note("forward is created, and its handler has not run")
    }

    // Sealed. The attempt 0.6 s later cannot change the value.
    scene.afterWork("write a letter", 2.6) { ended in
      inside.seal("a letter")
      seal.resolve(ended.map { "a letter" })
    }
    scene.at(3.2) {
      inside.seal("another letter")
      seal.fulfill("another letter")
    }
    returnItself(scene)
    return scene.work("come late", seconds: 3.8, giving: ())
      .then { () -> Promise<Void> in
        inside.append("late")
        return box.done { letter in scene.note("late reads \(letter)") }.named("late handler", in: scene)
      }
      .named("read it late", in: scene)
  }
}

/// A handler that returns the promise that it settles.
private func returnItself(_ scene: Scene) {
  let itself = Later<Promise<String>>()
  itself.value = scene.work("a step", seconds: 1, giving: "value")
    .then { _ in itself.value ?? .value("") }
    .named("itself", in: scene)
  itself.value?.catch { error in
    scene.note("returnedSelf: \(error)")
    itself.value = nil
  }
}

/// A variable for what a closure creates and uses.
private final class Later<Value: Sendable>: @unchecked Sendable {
  var value: Value?
}
