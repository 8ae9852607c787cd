// Watch the progress of three downloads, and of the promise that waits for all of
// them: it reports their average. Each report has a fraction and the name of a
// stage. Settling ends the reports: a promise never goes back.

import PromiseScope

extension Flow {
  /// Three downloads that report how far they are.
  static let progress = Flow { scene in
    let pages = [
      download("cover", seconds: 2, scene),
      download("text", seconds: 3.2, scene),
      download("index", seconds: 4.4, scene),
    ]
    let book = all(pages).named("the book", in: scene)
    book.onProgress { progress in
      guard let fraction = progress.fraction else { return }
      scene.note("book: \(Int(fraction * 100)) %")
    }
    return
      book
      .then { pages in scene.note("\(pages.count) files") }
      .named("open the book", in: scene)
  }
}

/// A download in four parts.
private func download(_ name: String, seconds: Double, _ scene: Scene) -> Promise<String> {
  let file = scene.work("download \(name)", seconds: seconds, giving: name)
  for part in 1...3 {
    scene.at(seconds * Double(part) / 4) {
      file.report(PromiseProgress(fraction: Double(part) / 4, stage: "part \(part + 1) of 4"))
    }
  }
  return file
}
