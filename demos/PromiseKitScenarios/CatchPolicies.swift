// Watch `upload`: the user cancels it. By default, `catch` is not called for that:
// `show error` is skipped, because a cancellation is no failure that anyone wants to
// read. The policy `allErrors` takes it. Then watch `forgotten`: its seal is released
// while it is pending. PromiseKit warns "pending promise deallocated"; the tree says
// that it hangs.

import PromiseKitFacade

extension Flow {
  /// The two policies of `catch`, and a promise that is dropped while pending.
  static let catchPolicies = Flow.promises { scene in
    let upload: Promise<String> = scene.work("upload", seconds: 1.2, failingWith: PMKError.cancelled)
    upload
      .done { size in scene.note("sent \(size)") }
      .named("say so", in: scene)
      .catch { error in scene.note("show error: \(error)") }
    upload
      .done { size in scene.note("log \(size)") }
      .named("write log", in: scene)
      .catch(policy: .allErrors) { error in scene.note("log: \(error)") }

    scene.at(2) { forget(scene) }
    return scene.work("look at the page", seconds: 3, giving: ())
  }
}

/// Creates a promise and forgets how to settle it.
private func forget(_ scene: Scene) {
  scene.recording {
    _ = Promise<String> { _ in scene.note("the executor drops the seal") }.named("forgotten")
  }
}
