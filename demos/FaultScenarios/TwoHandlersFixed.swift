// Watch `explain`: it is one link below `show`, so it gets the errors of the page and
// those of the handler that shows it.

import PromiseScope
import Scenarios

extension Flow {
  /// The handlers of `two-handlers`, one below the other.
  static let twoHandlersFixed = Flow { scene in
    loadPage(scene)
      .then { page in try show(page, scene) }
      .named("show", in: scene)
      .catch { error in scene.note("explain: \(error)") }
      .named("explain", in: scene)

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
