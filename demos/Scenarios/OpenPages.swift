// The pages of `retain-cycles`: each notes when it is freed. The user is the only one who keeps a page, apart from what the scenario adds.

import PromiseScope
import Synchronization

/// A page with a request.
final class OpenPage: @unchecked Sendable {
  let name: String
  private let scene: Scene
  /// Set only to make a cycle, on the main queue.
  var request: Promise<String>?

  init(_ name: String, _ scene: Scene) { (self.name, self.scene) = (name, scene) }

  deinit { scene.note("\(name): the page is freed") }

  func load(_ seconds: Double) -> Promise<String> {
    scene.work("load \(name)", seconds: seconds, giving: "text")
  }

  func show(_ text: String) { scene.note("\(name): show the \(text)") }
}

/// The pages that the user has open.
final class OpenPages: Sendable {
  private struct Weak: @unchecked Sendable { weak var page: OpenPage? }

  private let scene: Scene
  private let pages = Mutex<[OpenPage]>([])
  private let last = Mutex<Weak>(Weak())

  init(_ scene: Scene) { self.scene = scene }

  func open(_ name: String, _ start: (OpenPage) -> Void) {
    let page = OpenPage(name, scene)
    start(page)
    pages.withLock { $0.append(page) }
    last.withLock { $0.page = page }
  }

  func closeAll() {
    scene.note("the user closes all pages")
    // Freed outside the lock.
    _ = pages.withLock { pages -> [OpenPage] in
      defer { pages = [] }
      return pages
    }
  }

  /// Lets the page that was opened last give up its request.
  func breakCycle() {
    scene.note("lost gives up its request")
    last.withLock { $0.page }?.request = nil
  }
}
