// A program made by chance: what is done to a handful of promises, and what their handlers do in turn. Owns the vocabulary of such
// programs; refuses to know what any of it means.

enum Target: Equatable, Sendable { case inline, manual }

enum BodyEnd: Sendable {
  case value(Int)
  case fault(Int)
  /// Returns the promise of this number.
  case follow(Int)
  /// The parent's outcome; a root's body returns 0.
  case pass
}

/// A handler, or the body of a root.
struct Body: Sendable {
  var name: Int
  var steps: [Step]
  var end: BodyEnd
}

/// How the program observes a promise.
enum Watch: Equatable, Sendable {
  case settled, silently, cancelled, progress
  /// A source that can be paused, or says that it can and then cannot.
  case pause(isSupported: Bool)
}

/// One thing done.
///
/// Promises and watchers go by the order they were made in, counted round and round.
enum Step: Sendable {
  case make
  case makeSettled(Int)
  case makeRejected(Int)
  case run(on: Target, Body)
  case lazy(on: Target, Body)
  case derive(Int, HandledSides, on: Target, Body)
  case fulfill(Int, Int)
  case reject(Int, Int)
  case adopt(Int, Int)
  case cancel(Int)
  case start(Int)
  case watch(Int, Watch, name: Int)
  case cancelWatch(Int)
  case stopWatch(Int, cancelsSource: Bool)
  case report(Int, Int)
  case pause(Int, Bool)
  case drop(Int)
  case runOne
  case runReady
}

extension Step {
  static func program(seed: UInt64) -> [Step] {
    var dice = Dice(seed: seed)
    var names = 0
    let start = (0..<2 + dice.roll(3)).map { _ in Step.make }
    return start + (0..<10 + dice.roll(30)).map { _ in any(&dice, &names, depth: 0) }
  }

  private static func any(_ dice: inout Dice, _ names: inout Int, depth: Int) -> Step {
    let one = dice.roll(100)
    let other = dice.roll(100)
    switch dice.roll(100) {
    case ..<8: return .make
    case ..<10: return .makeSettled(other)
    case ..<12: return .makeRejected(other)
    case ..<15: return .run(on: target(&dice), body(&dice, &names, depth))
    case ..<19: return .lazy(on: target(&dice), body(&dice, &names, depth))
    case ..<43:
      return .derive(one, HandledSides(rawValue: UInt8(dice.roll(4))), on: target(&dice), body(&dice, &names, depth))
    case ..<51: return .fulfill(one, other)
    case ..<56: return .reject(one, other)
    case ..<66: return .adopt(one, other)
    case ..<70: return .cancel(one)
    case ..<73: return .start(one)
    case ..<81:
      let watches: [Watch] = [
        .settled, .silently, .cancelled, .progress, .pause(isSupported: true), .pause(isSupported: false),
      ]
      names += 1
      return .watch(one, watches[other % watches.count], name: names)
    case ..<83: return .cancelWatch(one)
    case ..<84: return .stopWatch(one, cancelsSource: other % 2 == 0)
    case ..<88: return .report(one, other)
    case ..<91: return .pause(one, other % 3 > 0)
    case ..<95: return .drop(one)
    case ..<98: return .runOne
    default: return .runReady
    }
  }

  private static func target(_ dice: inout Dice) -> Target { dice.roll(2) == 0 ? .inline : .manual }

  private static func body(_ dice: inout Dice, _ names: inout Int, _ depth: Int) -> Body {
    names += 1
    let name = names
    let count = depth < 2 ? dice.roll(4) : 0
    let steps = (0..<count).map { _ in any(&dice, &names, depth: depth + 1) }
    let end: BodyEnd =
      switch dice.roll(8) {
      case ..<3: .value(dice.roll(100))
      case 3: .fault(dice.roll(100))
      case ..<6: .follow(dice.roll(100))
      default: .pass
      }
    return Body(name: name, steps: steps, end: end)
  }
}
