// Watch `what arrived`: Google's `any` waits for every photo and then has a value or
// an error for each. It is rejected only if no photo arrives at all, as `no luck`
// shows. That is not ECMAScript's `any`, which takes the first value.

import PromiseScope

extension Flow {
  /// Partial results: some inputs fail, and the others count.
  static let anyOfThem = Flow { scene in
    let camera = Camera(scene: scene)

    any([camera.photo("beach", 1), camera.photo("fog", 1.6, isDark: true), camera.photo("pier", 2.2)])
      .named("what arrived", in: scene)
      .then { photos in
        for photo in photos {
          switch photo {
          case .value(let name): scene.note("show the \(name)")
          case .error(let error): scene.note("leave a gap: \(error)")
          }
        }
      }
      .named("show photos", in: scene)

    any([camera.photo("cave", 1.2, isDark: true), camera.photo("night", 2.6, isDark: true)])
      .named("no luck", in: scene)
      .catch { error in scene.note("no photos: \(error)") }
      .named("say so", in: scene)

    return scene.work("look at the album", seconds: 3.2, giving: ())
  }
}

/// Takes a while for each photo.
private struct Camera: Sendable {
  let scene: Scene

  func photo(_ name: String, _ seconds: Double, isDark: Bool = false) -> Promise<String> {
    isDark
      ? scene.work(name, seconds: seconds, failingWith: TooDark(name: name))
      : scene.work(name, seconds: seconds, giving: name)
  }
}

/// Why there is no photo.
private struct TooDark: Error, CustomStringConvertible {
  let name: String

  var description: String { "\(name): too dark" }
}
