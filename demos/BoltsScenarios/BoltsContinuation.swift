// Watch `fetch profile`: while it is pending, its three continuations wait in a
// list. The call that completes it runs them in that order, each to the end of
// its own branch: what continues `show name` runs before `show age` does. Then
// watch the error of `fetch picture` skip `crop it`, until `or a placeholder`
// handles it.

import BoltsFacade

extension Flow {
  /// One task, three continuations, and an error that skips one of them.
  static let boltsContinuation = Flow.tasks { scene in

    // In an app, the server's client would own the source and return its task. Nothing has run yet.
    let profile = scene.work("fetch profile", seconds: 1, ending: .success(Profile(name: "Ada", age: 36)))

    let name =
      profile
      .continueOnSuccessWith { profile in scene.note("name: \(profile.name)") }.named("show name", in: scene)
      .continueWith { _ in scene.note("the name is shown") }.named("underline it", in: scene)

    let age =
      profile
      .continueOnSuccessWith { profile in scene.note("age: \(profile.age)") }.named("show age", in: scene)

    let picture =
      profile
      .continueOnSuccessWithTask { profile in
        scene.work(
          "fetch picture", seconds: 2.2, ending: Result<String, any Error>.failure(Missing(what: profile.name)))
      }.named("its picture", in: scene)
      .continueOnSuccessWith { "cropped " + $0 }.named("crop it", in: scene)
      .continueOnErrorWith { (_: Missing) in "placeholder" }.named("or a placeholder", in: scene)
      .continueWith(.mainThread) { task in scene.note("picture: \(task.result ?? "none")") }
      .named("show picture", in: scene)

    return Task.whenAll(name, age, picture).named("screen is ready", in: scene)
  }
}

/// The user whose profile is shown.
private struct Profile: Sendable, PromisePreviewing {
  let name: String
  let age: Int

  var promisePreview: String { "\(name), \(age)" }
}

/// The server's answer if there is no picture.
private struct Missing: Error, CustomStringConvertible {
  let what: String

  var description: String { "no picture of \(what)" }
}
