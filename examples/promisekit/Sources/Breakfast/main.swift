// A kitchen that uses the API taught by the documentation of PromiseKit: `firstly`, parallel work, recovery from an error, a
// timeout and a retry.

import Foundation
import PromiseKitFacade

enum KitchenError: Error {
  case burnt, tooSlow
  case soldOut(String)
}

/// The dishes of the kitchen, with their preparation times.
final class Kitchen {
  private var toasts = 0
  private let stove = DispatchQueue(label: "stove")

  /// Takes a callback, like older libraries.
  private func grind(_ beans: String, completion: @escaping (String?, Error?) -> Void) {
    stove.asyncAfter(deadline: .now() + 0.1) {
      beans == "decaf" ? completion(nil, KitchenError.soldOut(beans)) : completion("ground \(beans)", nil)
    }
  }

  func coffee(_ beans: String) -> Promise<String> {
    firstly {
      Promise { seal in grind(beans, completion: seal.resolve) }
    }.then { powder in
      after(seconds: 0.2).map { "coffee of \(powder)" }
    }
  }

  /// Burns the first toast.
  func toast() -> Promise<String> {
    after(seconds: 0.1).then { () -> Promise<String> in
      self.toasts += 1
      guard self.toasts > 1 else { throw KitchenError.burnt }
      return .value("toast \(self.toasts)")
    }
  }

  func egg(_ minutes: Double) -> Promise<String> {
    after(seconds: minutes / 10).then { Promise.value("egg of \(minutes) minutes") }
  }
}

/// Retries `body` until it succeeds, at most `times` times.
func attempt<T>(times: Int, after pause: DispatchTimeInterval, _ body: @escaping () -> Promise<T>) -> Promise<T> {
  var left = times
  func attempt() -> Promise<T> {
    left -= 1
    return body().recover { error -> Promise<T> in
      guard left > 0 else { throw error }
      return after(pause).then(on: nil, attempt)
    }
  }
  return attempt()
}

extension Promise {
  /// Rejects after a time limit.
  func timeout(seconds: TimeInterval) -> Promise<T> {
    race(self, after(seconds: seconds).then { () -> Promise<T> in throw KitchenError.tooSlow })
  }
}

let kitchen = Kitchen()
var table: [String] = []

let drinks = kitchen.coffee("decaf").recover(only: KitchenError.self) { error -> Promise<String> in
  print("no luck: \(error)")
  return kitchen.coffee("arabica")
}

let plates = attempt(times: 3, after: .milliseconds(50), kitchen.toast)

let eggs = Promise.value([3.0, 4.5]).thenMap { kitchen.egg($0) }

firstly {
  when(fulfilled: drinks, plates, eggs)
}.get { drink, plate, eggs in
  table += [drink, plate] + eggs
}.done { _ in
  print("served: \(table.joined(separator: ", "))")
}.then {
  // Another egg takes longer than the time limit.
  kitchen.egg(5).timeout(seconds: 0.1)
}.done {
  print("and \($0)")
}.ensure {
  print("the kitchen closes")
}.catch { error in
  print("without another egg: \(error)")
}.finally {
  exit(0)
}

RunLoop.main.run()
