// Watch `write report`: its body waits for one promise after another, in straight
// lines and without a handler. `await` gives the thread back meanwhile; nothing is
// blocked. A rejected promise throws, so an ordinary `do` and `catch` takes the
// error of `fetch costs`, and the body continues.

import PromiseScope

extension Flow {
  /// An async body that waits for three promises.
  static let await = Flow { scene in
    let archive = Archive(scene: scene)

    return scene.task("write report") { () -> String in
      let sales = try await archive.sales().get()
      scene.note("sales: \(sales)")
      do {
        let costs = try await archive.costs().get()
        scene.note("profit: \(sales - costs)")
      } catch is ArchiveError {
        scene.note("the page with the costs is torn")
      }
      return try await archive.printed("\(sales) sold").get()
    }
    .then { report in scene.note(report) }
    .named("show report", in: scene)
  }
}

/// Three requests, of which the second fails.
private struct Archive: Sendable {
  let scene: Scene

  func sales() -> Promise<Int> { scene.work("fetch sales", seconds: 1, giving: 250) }

  func costs() -> Promise<Int> { scene.work("fetch costs", seconds: 1.2, failingWith: ArchiveError.pageIsTorn) }

  func printed(_ text: String) -> Promise<String> { scene.work("print", seconds: 0.8, giving: "report: \(text)") }
}

/// Why a page can't be read.
private enum ArchiveError: Error { case pageIsTorn }
