// Watch the shape: one, then three side by side, then one again. The three are
// created inside a handler, so they exist only once `sign in` has its value;
// `report` needs all of them and starts when the slowest is ready.

import PromiseScope

extension Flow {
  /// Sign in, fetch three parts at once, then put them together.
  static let serialParallel = Flow { scene in
    scene.work("sign in", seconds: 0.9, giving: "session 41")

      .then { session in
        all([
          scene.work("sales (\(session))", seconds: 1.1, giving: 250),
          scene.work("refunds (\(session))", seconds: 1.6, giving: -30),
          scene.work("fees (\(session))", seconds: 0.7, giving: -12),
        ])
        .named("three parts", in: scene)
      }
      .named("parts", in: scene)

      .then { parts in
        scene.work("write report", seconds: 0.8, giving: parts.reduce(0, +))
      }
      .named("report", in: scene)

      .then { total in scene.note("total: \(total)") }
      .named("show total", in: scene)
  }
}
