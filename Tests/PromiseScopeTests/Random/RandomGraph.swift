// A graph of promises made by chance, with cycles through combinators, timers, retries and async bodies, and what is done to it. Owns the
// graph and the acts; the tests judge what comes of them.

import ChainAnalysis
import ChainModel
import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

/// A graph and the acts on it.
///
/// Promises go by their number, and refer to earlier ones when they are made. Roots that adopt later ones close cycles.
final class RandomGraph: Sendable {
  /// How a promise is made.
  enum Origin: Sendable {
    case root
    case passing(Int)
    case computing(Int)
    case timeout(Int, Double)
    case delay(Int)
    case retry(Int)
    case task([Int])
    case race([Int])
    case firstValue([Int])
    case each([Int])
    case all([Int])
    case limited([Int])
  }

  /// What is done to a promise.
  enum Act: Sendable {
    case adopt(Int)
    case fulfill, reject, cancel, pause, resume, progress, watch, wait
    case get(isCanceled: Bool)
    case dump, drop, run
  }

  let origins: [Origin]
  /// The acts of each thread.
  let acts: [[(promise: Int, act: Act)]]
  /// The number of closures that are alive.
  let living = Counter()
  let executor = ManualExecutor()
  let tracer: Tracer?
  let complaints = Notes()
  private let slots: Mutex<[Promise<Int>?]>

  init(seed: UInt64, threads: Int, hasTasks: Bool, drops: Bool, tracer: Tracer?) {
    var dice = Dice(seed: seed)
    let roots = 2 + dice.roll(3)
    let count = roots + 3 + dice.roll(8)
    func earlier(_ number: Int) -> Int { Int(dice.roll(number)) }
    func several(_ number: Int) -> [Int] { (0..<1 + dice.roll(3)).map { _ in Int(dice.roll(number)) } }
    origins = (0..<count).map { number in
      if number < roots { return .root }
      switch dice.roll(hasTasks ? 13 : 11) {
      case 0: return .passing(earlier(number))
      case 1: return .computing(earlier(number))
      case 2: return .timeout(earlier(number), Double(dice.roll(3)))
      case 3: return .delay(earlier(number))
      case 4: return .retry(earlier(number))
      case ..<7: return .race(several(number))
      case 7: return .firstValue(several(number))
      case 8: return .each(several(number))
      case 9: return .all(several(number))
      case 10: return .limited(several(number))
      default: return .task(several(number))
      }
    }
    acts = (0..<threads).map { thread in
      // The first thread closes cycles before anything else happens.
      let adoptions = (0..<(thread == 0 ? roots : 1)).map { ($0, Act.adopt(roots + Int(dice.roll(count - roots)))) }
      return adoptions
        + (0..<6 + dice.roll(14)).map { _ in
          let act: Act =
            switch dice.roll(30) {
            case ..<4: .adopt(Int(dice.roll(count)))
            case 4: .fulfill
            case 5: .reject
            case 6: .cancel
            case ..<11: .pause
            case ..<14: .resume
            case ..<19: .progress
            case ..<21: .watch
            case ..<23: .wait
            case ..<25: hasTasks ? .get(isCanceled: dice.roll(2) == 0) : .wait
            case 25: .dump
            case ..<28: drops ? .drop : .progress
            default: .run
            }
          return (Int(dice.roll(count)), act)
        }
    }
    self.tracer = tracer
    slots = Mutex(Array(repeating: nil, count: count))
  }

  // MARK: Playing

  /// Makes the promises and lets the threads act.
  func play() {
    inside { makePromises() }
    if acts.count == 1 {
      inside { for (promise, act) in acts[0] { perform(act, on: promise, isFirst: true) } }
    } else {
      together(acts.count) { [self] thread in
        inside { for (promise, act) in acts[thread] { perform(act, on: promise, isFirst: thread == 0) } }
      }
    }
  }

  /// Settles all roots, and runs what is due.
  func settle() {
    inside {
      for promise in promises { promise.fulfill(0) }
      executor.run()
    }
  }

  /// The promises that are still held.
  var promises: [Promise<Int>] { slots.withLock { $0.compactMap { $0 } } }

  func release() {
    inside {
      let last = slots.withLock { slots in
        defer { slots = slots.map { _ in nil } }
        return slots
      }
      withExtendedLifetime(last) {}
    }
  }

  /// Runs `body` with the manual executor in place of every queue, recorded if there is a tracer.
  private func inside(_ body: () -> Void) {
    executor.bind { if let tracer { tracer.run(body) } else { body() } }
  }

  private func promise(_ number: Int) -> Promise<Int>? { slots.withLock { $0[number] } }

  // MARK: Making

  private func makePromises() {
    var made: [Promise<Int>] = []
    for (number, origin) in origins.enumerated() {
      let promise = make(origin, made)
      addPausing(to: promise, number)
      made.append(promise)
    }
    slots.withLock { [made] in $0 = made }
  }

  private func make(_ origin: Origin, _ made: [Promise<Int>]) -> Promise<Int> {
    func inputs(_ numbers: [Int]) -> [Promise<Int>] { numbers.map { made[$0] } }
    let probe = Probe(living)
    switch origin {
    case .root: return .pending()
    case .passing(let source): return made[source].catch(on: .inline) { _ in withExtendedLifetime(probe) {} }
    case .computing(let source):
      return made[source].then(on: .inline) { value in withExtendedLifetime(probe) { value } }
    case .timeout(let source, let seconds): return made[source].timeout(on: executor, seconds)
    case .delay(let source): return made[source].delay(on: executor, 1)
    case .retry(let source):
      return retry(on: .global(), attempts: 1, delay: 0) { [weak source = made[source]] in
        withExtendedLifetime(probe) { source ?? Promise(0) }
      }
    case .race(let numbers): return race(inputs(numbers))
    case .firstValue(let numbers): return Promise.any(inputs(numbers))
    case .each(let numbers): return PromiseScope.any(inputs(numbers)).then(on: .inline) { $0.count }
    case .all(let numbers): return all(inputs(numbers)).then(on: .inline) { $0.count }
    case .limited(let numbers):
      return when(fulfilled: inputs(numbers).makeIterator(), concurrently: 2).then(on: .inline) { $0.count }
    case .task(let numbers):
      let sources = numbers.map { made[$0] }.map { Weak($0) }
      return Promise<Int> {
        for source in sources { _ = try await source.promise?.get() }
        return withExtendedLifetime(probe) { 0 }
      }
    }
  }

  private final class Weak: Sendable {
    private let reference: Mutex<WeakReference>
    private struct WeakReference { weak var promise: Promise<Int>? }

    init(_ promise: Promise<Int>) { reference = Mutex(WeakReference(promise: promise)) }

    var promise: Promise<Int>? { reference.withLock { $0.promise } }
  }

  /// Makes a promise pausable, by closures that check that they are called in turns.
  private func addPausing(to promise: Promise<Int>, _ number: Int) {
    let probe = Probe(living)
    let pausing = Pausing()
    promise.pausable {
      if !pausing.set(true) { self.complaints.add("#\(number) was paused twice") }
      withExtendedLifetime(probe) {}
    } resume: {
      if !pausing.set(false) { self.complaints.add("#\(number) was resumed twice") }
    }
  }

  private final class Pausing: Sendable {
    private let isPaused = Mutex(false)

    /// Returns false if nothing changes.
    func set(_ new: Bool) -> Bool {
      isPaused.withLock { isPaused in
        defer { isPaused = new }
        return isPaused != new
      }
    }
  }

  // MARK: Acting

  private func perform(_ act: Act, on number: Int, isFirst: Bool) {
    if case .run = act {
      // One thread runs it.
      return isFirst ? executor.runReady() : ()
    }
    guard let promise = promise(number) else { return }
    let resolver = Resolver(promise)
    switch act {
    case .adopt(let source):
      guard case .root = origins[number], let source = self.promise(source) else { return }
      resolver.resolve(source)
    case .fulfill: resolver.fulfill(number)
    case .reject: resolver.reject(Oops.one)
    case .cancel: promise.cancel()
    case .pause: promise.pause()
    case .resume: promise.resume()
    case .progress: resolver.progress(0.5)
    case .watch:
      let probe = Probe(living)
      promise.onProgress { _ in withExtendedLifetime(probe) {} }
      promise.then(on: .inline) { _ in withExtendedLifetime(probe) {} }
    case .wait:
      if acts.count > 1 { _ = promise.needs(executor) } else { _ = try? awaitPromise(promise) }
    case .get(let isCanceled):
      let probe = Probe(living)
      let task = Task { [weak promise] in
        _ = try? await promise?.get()
        withExtendedLifetime(probe) {}
      }
      if isCanceled { task.cancel() }
    case .dump: dump()
    case .drop:
      // A task that waits for a root that nothing can settle anymore would keep it forever.
      if acts.count > 1, case .root = origins[number] { return }
      let dropped = slots.withLock { $0[number].take() }
      withExtendedLifetime(dropped) {}
    case .run: return
    }
  }

  /// Draws what was recorded so far, as `dumpTree` does.
  private func dump() {
    guard let tracer else { return }
    let reader = tracer.makeReader()
    var history = AnalyzedStore(texts: reader.texts)
    var events: [Event] = []
    // Other threads keep recording.
    for _ in 0..<100 where (try? reader.read(into: &events, limit: 1_000, includingLatest: true)) == .more {}
    for event in events { history.apply(event) }
    var (problems, outline, text) = (ProblemTree(), Outline(), [UInt8]())
    problems.now = tracer.elapsed
    problems.render(history.store, history.findings(now: tracer.elapsed), title: "") { text += $0 }
    outline.update(from: history.store)
    var tree = TextTree()
    tree.now = tracer.elapsed
    if text.isEmpty || tree.render(outline, of: history.store).isEmpty { complaints.add("nothing was drawn") }
  }
}
