// Watch when each page is freed. The user closes all four after 0.4 seconds, while their
// requests are pending. `weak` goes at once; its handler finds nothing to show its text on.
// The handler of `strong` keeps its page, and both are freed once it has run. `stored` also
// keeps its request: a cycle, until the request settles. The request of `lost` never
// settles, so its cycle stays until the program breaks it.

import PromiseScope

extension Flow {
  /// Four pages, and what keeps each of them alive.
  static let retainCycles = Flow { scene in
    let pages = OpenPages(scene)
    pages.open("weak") { page in
      page.load(1.2)
        .then { [weak page] text in
          if let page { page.show(text) } else { scene.note("weak: the page is gone") }
        }
        .named("show weak", in: scene)
    }
    pages.open("strong") { page in
      page.load(1.5)
        .then { text in page.show(text) }
        .named("show strong", in: scene)
    }
    pages.open("stored") { page in
      let request = page.load(1.8)
      page.request = request
      request
        .then { text in page.show(text) }
        .named("show stored", in: scene)
    }
    pages.open("lost") { page in
      let request = Promise<String> { _, _ in scene.note("the request of lost is never answered") }
      page.request = request.named("load lost")
      request
        .then { text in page.show(text) }
        .named("show lost")
    }
    scene.at(0.4) { pages.closeAll() }

    return scene.work("use another app", seconds: 2.6, giving: ())
      .then { _ in pages.breakCycle() }
      .named("memory is short", in: scene)
  }
}
