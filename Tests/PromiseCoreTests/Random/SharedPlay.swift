// A random program for several threads: a few promises that know one another, and what each thread does to them. Owns the playing and
// what is written down of it; the judging is the test's.

import Synchronization

/// One program of several threads, and what came of it.
final class SharedPlay: Sendable {
  /// What a promise is from the start.
  enum Origin: Sendable {
    case plain
    case lazy(BodyEnd)
    case derived(from: Int, HandledSides, on: Target, BodyEnd)
  }

  /// What a thread does to one promise.
  enum Act: Sendable {
    case fulfill(Int)
    case reject(Int)
    case adopt(Int)
    case derive(on: Target)
    case pause(Bool)
    case cancel, start, watch, report, drop, runReady
  }

  /// What came of one promise.
  struct Facts: Sendable {
    /// The attempts from outside that returned true.
    var wins: [Win] = []
    var starts = 0
    var isWanted = false
    var bodyRuns = 0
    /// Whom its body asked it to follow.
    var followed: Int?
    /// The handlers that were registered and that ran, of each thread and target.
    var registered: [Line: Int] = [:]
    var ran: [Line: [Int]] = [:]
  }

  enum Win: Equatable, Sendable {
    case outcome(String)
    case adopted(Int)
  }

  struct Line: Hashable, Sendable {
    var thread: Int
    var isInline: Bool
  }

  let origins: [Origin]
  let acts: [[(promise: Int, act: Act)]]
  let living = Counter()
  let executor = ManualExecutor()
  /// What the program holds, and lets go of.
  private let slots: Mutex<[Promise<Int>?]>
  private let facts: Mutex<[Facts]>

  init(seed: UInt64, threads: Int) {
    var dice = Dice(seed: seed)
    let count = 3 + dice.roll(6)
    func end(_ dice: inout Dice) -> BodyEnd {
      switch dice.roll(6) {
      case ..<2: .value(1000 + dice.roll(100))
      case 2: .fault(1000 + dice.roll(100))
      case ..<5: .follow(dice.roll(count))
      default: .pass
      }
    }
    origins = (0..<count).map { index in
      switch dice.roll(8) {
      case 0: return .lazy(end(&dice))
      case ..<4 where index > 0:
        let sides = HandledSides(rawValue: UInt8(dice.roll(4)))
        return .derived(from: dice.roll(index), sides, on: dice.roll(2) == 0 ? .inline : .manual, end(&dice))
      default: return .plain
      }
    }
    acts = (0..<threads).map { _ in
      (0..<6 + dice.roll(16)).map { index in
        let act: Act =
          switch dice.roll(40) {
          case ..<5: .fulfill(dice.roll(100))
          case ..<8: .reject(dice.roll(100))
          case ..<16: .adopt(dice.roll(count))
          case ..<18: .cancel
          case ..<20: .start
          case ..<26: .watch
          case ..<32: .derive(on: dice.roll(2) == 0 ? .inline : .manual)
          case ..<34: .report
          case ..<36: .pause(dice.roll(2) == 0)
          case ..<38: .drop
          default: .runReady
          }
        // They all begin with the same one, when they are closest together.
        return (index == 0 ? 0 : dice.roll(count), act)
      }
    }
    slots = Mutex(Array(repeating: nil, count: count))
    facts = Mutex(Array(repeating: Facts(), count: count))
  }

  /// Makes the promises, lets the threads at them, runs what is left.
  ///
  /// - Parameters:
  ///   - tracer: Records it.
  ///   - judge: Gets the promises, as they ended, with what is known of each; nothing is dropped before, unless this is nil.
  func play(under tracer: Tracer? = nil, _ judge: (([Promise<Int>], [Facts]) -> Void)? = nil) {
    func traced(_ body: () -> Void) { if let tracer { tracer.run(body) } else { body() } }
    var kept: [Promise<Int>] = []
    traced {
      let made = makePromises()
      slots.withLock { $0 = made }
      if judge != nil { kept = made }
    }
    together(acts.count) { [self] thread in
      let play: () -> Void = { [self] in
        for (index, (promise, act)) in acts[thread].enumerated() { perform(act, on: promise, thread, index) }
      }
      if let tracer { tracer.run(play) } else { play() }
    }
    traced { executor.runReady() }
    judge?(kept, facts.withLock { $0 })
    kept = []
    traced {
      let last = slots.withLock { slots in
        defer { slots = [] }
        return slots
      }
      withExtendedLifetime(last) {}
    }
  }

  private func note(_ promise: Int, _ change: (inout Facts) -> Void) { facts.withLock { change(&$0[promise]) } }

  private func promise(_ number: Int) -> Promise<Int>? { slots.withLock { $0.isEmpty ? nil : $0[number] } }

  private func executor(_ target: Target) -> Executor { target == .inline ? .inline : executor }

  // MARK: Making

  private func makePromises() -> [Promise<Int>] {
    var made: [Promise<Int>] = []
    for (number, origin) in origins.enumerated() {
      switch origin {
      case .plain: made.append(.made())
      case .lazy(let end):
        let target: Target = number % 2 == 0 ? .inline : .manual
        made.append(Promise<Int>(lazy: "lazy", on: executor(target), site: SourceSite(), body: body(number, end)))
      case .derived(let parent, let sides, let target, let end):
        made.append(
          Promise<Int>(
            from: made[parent], "derive", handles: sides, on: executor(target), site: SourceSite(),
            reaction: body(number, end, sides)))
      }
      watchPause(made[number])
    }
    return made
  }

  private func body(_ number: Int, _ end: BodyEnd, _ sides: HandledSides? = nil) -> PromiseNode.Reaction {
    let probe = Probe(living)
    return { [self] node, parent in
      let node = unsafeDowncast(node, to: Promise<Int>.self)
      let parent = unsafeDowncast(parent, to: Promise<Int>.self)
      if let sides, !sides.contains(parent.isFulfilled ? .fulfilled : .rejected) { return node.settle(like: parent) }
      note(number) { $0.bodyRuns += 1 }
      switch end {
      case .value(let value): node.fulfill(value, cause: .returned)
      case .fault(let number): node.reject(Fault(number: number), cause: .threw)
      case .follow(let source):
        guard let source = promise(source) else {
          node.fulfill(-1, cause: .returned)
          return
        }
        if node.adopt(source) { follow(number, end) }
      case .pass: if sides == nil { node.fulfill(0, cause: .returned) } else { node.settle(like: parent) }
      }
      withExtendedLifetime(probe) {}
    }
  }

  private func follow(_ number: Int, _ end: BodyEnd) {
    if case .follow(let source) = end { note(number) { $0.followed = source } }
  }

  private func watchPause(_ promise: Promise<Int>) {
    let probe = Probe(living)
    promise.onPause { _ in withExtendedLifetime(probe) { true } }
    promise.onProgress { _ in withExtendedLifetime(probe) {} }
  }

  // MARK: Acting

  private func perform(_ act: Act, on number: Int, _ thread: Int, _ index: Int) {
    if case .runReady = act {
      // One thread runs it.
      if thread == 0 { executor.runReady() }
      return
    }
    guard let promise = promise(number) else { return }
    switch act {
    case .fulfill(let value): if promise.settle(value) { note(number) { $0.wins.append(.outcome("\(value)")) } }
    case .reject(let fault):
      if promise.fail(Fault(number: fault)) { note(number) { $0.wins.append(.outcome("fault \(fault)")) } }
    case .adopt(let source):
      guard case .plain = origins[number], let other = self.promise(source), promise.adopt(other) else { return }
      note(number) { $0.wins.append(.adopted(source)) }
    case .cancel: promise.cancel()
    case .start:
      note(number) { $0.isWanted = true }
      if promise.start() { note(number) { $0.starts += 1 } }
    case .watch:
      let (line, probe) = (Line(thread: thread, isInline: true), Probe(living))
      register(number, line)
      promise.observe { [self] _ in
        withExtendedLifetime(probe) { note(number) { $0.ran[line, default: []].append(index) } }
      }
    case .derive(let target):
      let (line, probe) = (Line(thread: thread, isInline: target == .inline), Probe(living))
      register(number, line)
      promise.after(on: executor(target)) { [self] in
        withExtendedLifetime(probe) { note(number) { $0.ran[line, default: []].append(index) } }
      }
    case .report: promise.report(PromiseProgress(fraction: 0.5))
    case .pause(let isPaused): promise.setPaused(isPaused)
    case .drop:
      let dropped = slots.withLock { $0[number].take() }
      withExtendedLifetime(dropped) {}
    case .runReady: return
    }
  }

  private func register(_ number: Int, _ line: Line) {
    note(number) { facts in
      facts.isWanted = true
      facts.registered[line, default: 0] += 1
    }
  }
}
