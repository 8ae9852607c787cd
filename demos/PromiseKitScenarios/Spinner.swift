// Watch `spinner` on both pages. `when` starts nothing: it waits for three requests that
// are under way, and is fulfilled with all of their values, or rejected with the first
// error. `ensure` runs in both cases and changes neither, so the spinner is hidden even
// if a request fails. `when(resolved:)` never fails: it waits for every result.

import PromiseKitFacade

extension Flow {
  /// A page that gets everything, one that lacks a part, and one that shows what there is.
  static let spinner = Flow.promises { scene in
    for (page, isComplete) in [("front", true), ("sports", false)] {
      let parts = [
        scene.work("\(page) text", seconds: 1, giving: "text"),
        isComplete
          ? scene.work("\(page) photo", seconds: 2, giving: "photo")
          : scene.work("\(page) photo", seconds: 1.6, failingWith: PageError.noPhoto),
        scene.work("\(page) advert", seconds: 2.4, giving: "advert"),
      ]
      scene.note("\(page): show the spinner")
      when(fulfilled: parts)
        .named("\(page) parts", in: scene)
        .done { parts in scene.note("\(page): show \(parts.count) parts") }
        .named("show \(page)", in: scene)
        .ensure { scene.note("\(page): hide the spinner") }
        .named("\(page) spinner", in: scene)
        .catch { error in scene.note("\(page): \(error)") }
      if isComplete { continue }
      when(resolved: parts)
        .named("\(page) results", in: scene)
        .done { results in scene.note("\(page): \(results.count) results, whatever they are") }
        .named("what there is", in: scene)
    }
    return scene.work("look at the pages", seconds: 3, giving: ())
  }
}

/// Why a page lacks a part.
private enum PageError: Error { case noPhoto }
