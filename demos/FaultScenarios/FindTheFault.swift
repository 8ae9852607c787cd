// Watch a product page with three faults. `offer` never appears, `reviews` says that
// there are none, and the thumbnail takes two seconds. `pscope check`, `why`, and
// `stats` name the three call sites.

import Dispatch
import PromiseScope
import Scenarios

extension Flow {
  /// A product page. What is wrong with it?
  static let findTheFault = Flow { scene in
    let shop = Shop(scene: scene)
    let images = DispatchQueue(label: "images")

    all([shop.price(), shop.stock()])
      .named("offer")
      .then { offer in scene.note("offer: \(offer)") }
      .named("show offer")

    shop.reviews()
      .recover { _ in [] }
      .named("or no reviews", in: scene)
      .then { reviews in scene.note("\(reviews.count) reviews") }
      .named("show reviews", in: scene)

    let photo = shop.photo()
    photo
      .then(on: images) { photo in scene.compute(seconds: 1.5) }
      .named("sharpen photo", in: scene)
    return
      photo
      .then(on: images) { photo in "small \(photo)" }
      .named("shrink photo", in: scene)
      .then { thumbnail in scene.note(thumbnail) }
      .named("show thumbnail", in: scene)
  }
}

/// The shop's server.
private struct Shop: Sendable {
  let scene: Scene

  func price() -> Promise<Int> { scene.work("price", seconds: 0.3, giving: 20) }

  /// The warehouse reports that it is closed, and the closure below forgets `reject`.
  func stock() -> Promise<Int> {
    Promise { fulfill, reject in
      scene.after(0.4) { _ in
        let answer = Int("closed")
        if let answer { fulfill(answer) }
      }
    }
    .named("stock")
  }

  func reviews() -> Promise<[String]> { scene.work("reviews", seconds: 0.6, failingWith: ShopError.serverIsDown) }

  func photo() -> Promise<String> { scene.work("photo", seconds: 0.5, giving: "photo") }
}

/// Why there are no reviews.
private enum ShopError: Error { case serverIsDown }
