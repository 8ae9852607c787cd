// Watch `show or explain`: it has a handler for the value and one for the error, side
// by side. The page arrives, so the first one runs, and it throws, because the page
// is empty. Its sibling does not see that error: both wait for `load page`, and only
// one of them ever runs. Nothing below takes the error.

import PromiseScope
import Scenarios

extension Flow {
  /// `then` with two handlers, of which one fails.
  static let twoHandlers = Flow { scene in
    loadPage(scene)
      .then(
        { page in try show(page, scene) },
        onRejected: { error in scene.note("explain: \(error)") }
      )
      .named("show or explain", in: scene)

    return scene.work("look at the page", seconds: 3, giving: ())
  }
}

/// The page arrives, and is empty.
private func loadPage(_ scene: Scene) -> Promise<String> {
  scene.work("load page", seconds: 1.5, giving: "")
}

/// Shows a page.
private func show(_ page: String, _ scene: Scene) throws {
  if page.isEmpty { throw PageError.empty }
  scene.note(page)
}

/// Why a page can't be shown.
private enum PageError: Error { case empty }
