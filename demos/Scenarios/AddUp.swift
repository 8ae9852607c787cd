// Watch `reduce` add up a receipt: it asks for one price at a time, each with the sum
// so far, so its times add up, too. Then watch `delay`: it holds a value back for a
// second before the total is shown, but it passes an error on at once.

import PromiseScope

extension Flow {
  /// A serial sum, and a value and an error that pass a delay.
  static let addUp = Flow { scene in
    let prices = ["tea": 4, "ink": 9, "paper": 7]

    let voucher: Promise<Int> = scene.work("voucher", seconds: 0.8, failingWith: VoucherError.expired)
    voucher
      .delay(scene.paced(1))
      .named("wait 1 s, unless it fails", in: scene)
      .catch { error in scene.note("no voucher: \(error)") }
      .named("say why", in: scene)

    return reduce(0, ["tea", "ink", "paper"]) { sum, name in
      scene.work("price of \(name) on top of \(sum)", seconds: 0.7, giving: sum + (prices[name] ?? 0))
    }
    .named("sum", in: scene)
    .delay(scene.paced(1))
    .named("wait 1 s", in: scene)
    .then { sum in scene.note("\(sum) euros") }
    .named("show the sum", in: scene)
  }
}

/// Why there is no discount.
private enum VoucherError: Error { case expired }
