// Watch where each continuation of `load photo` runs. `immediate` and `default` run inside
// the call that completes the task; `main thread` and `queue` are sent away, and run after
// it. `default` counts how deep it is: the levels run before `beside them`, which was added
// earlier than level 2, but the 22nd leaves the stack for a queue, and comes after it. Then a
// block throws, and its task has the error. In Objective-C, an exception becomes the task's
// only if `BFTaskCatchesExceptions` says so; otherwise it ends the program.

import BoltsFacade
import Dispatch

extension Flow {
  /// Four executors, a deep chain, and a block that throws.
  static let boltsExecutors = Flow.tasks { scene in
    let photo = scene.work("load photo", seconds: 1, ending: .success("photo"))
    let images = DispatchQueue(label: "images")

    for (name, executor) in [
      ("queue", Executor.queue(images)), ("main thread", .mainThread), ("immediate", .immediate), ("default", .default),
    ] {
      photo.continueOnSuccessWith(executor) { photo in scene.note("\(name): \(photo)") }.named(name, in: scene)
    }

    // Each level completes inside the one before it.
    let thumbnail = scene.work("load thumbnail", seconds: 2, ending: .success(()))
    var level = thumbnail.continueOnSuccessWith(.default) {}.named("level 1", in: scene)
    thumbnail.continueOnSuccessWith(.default) { scene.note("beside them") }.named("beside them", in: scene)
    for depth in 2...22 {
      level = level.continueOnSuccessWith(.default) { if depth > 19 { scene.note("level \(depth)") } }
        .named("level \(depth)", in: scene)
    }

    scene.work("load caption", seconds: 2.6, ending: .success("caption"))
      .continueOnSuccessWith { _ -> String in throw CaptionError.tooLong }
      .named("shorten it", in: scene)
      .continueWith { task in scene.note("its error: \(task.error.map { "\($0)" } ?? "none")") }
      .named("look at it", in: scene)
    return scene.work("look at the photo", seconds: 3, ending: .success(()))
  }
}

/// What a block throws.
private enum CaptionError: Error { case tooLong }
