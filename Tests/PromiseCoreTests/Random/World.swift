// A random program played on real promises, on one thread. Owns the same log that the reference model predicts.

/// An error with a number.
struct Fault: Error { var number: Int }

/// Plays a program and writes down what happens.
///
/// Everything happens on the thread that calls ``play(_:)``.
final class World: @unchecked Sendable {
  private(set) var log: [String] = []
  private let living: Counter
  private var executor = ManualExecutor()
  private var promises: [Promise<Int>?] = []
  /// Those that were made pending, for anybody to settle.
  private var plain: Set<Int> = []
  private var watchers: [PromiseNode] = []

  init(_ living: Counter) { self.living = living }

  func play(_ program: [Step]) {
    for step in program { play(step) }
    executor.runReady()
    for (number, promise) in promises.enumerated() {
      if let promise { log.append("\(number) is \(promise.ending)") }
    }
    // Bodies hold this world.
    (promises, watchers, executor) = ([], [], ManualExecutor())
  }

  private func promise(_ number: Int) -> Promise<Int>? {
    promises.isEmpty ? nil : promises[number % promises.count]
  }

  private func executor(_ target: Target) -> Executor { target == .inline ? .inline : executor }

  private func tell(_ result: Bool) { log.append("\(result)") }

  private func play(_ step: Step) {
    switch step {
    case .make:
      plain.insert(promises.count)
      promises.append(.made())
    case .makeSettled(let value):
      plain.insert(promises.count)
      promises.append(Promise(fulfilled: value, "made", site: SourceSite()))
    case .makeRejected(let number):
      plain.insert(promises.count)
      promises.append(Promise(rejected: Fault(number: number), "made", site: SourceSite()))
    case .run(let target, let body):
      let made = Promise<Int>("run", on: executor(target), site: SourceSite(), body: reaction(body))
      promises.append(made)
    case .lazy(let target, let body):
      promises.append(Promise<Int>(lazy: "lazy", on: executor(target), site: SourceSite(), body: reaction(body)))
    case .derive(let number, let sides, let target, let body):
      guard let parent = promise(number) else { return }
      let made = Promise<Int>(
        from: parent, "derive", handles: sides, on: executor(target), site: SourceSite(),
        reaction: reaction(body, handles: sides))
      promises.append(made)
    case .fulfill(let number, let value): if let promise = promise(number) { tell(promise.settle(value)) }
    case .reject(let number, let fault): if let promise = promise(number) { tell(promise.fail(Fault(number: fault))) }
    case .adopt(let number, let source):
      guard let promise = promise(number), let source = self.promise(source), plain.contains(number % promises.count)
      else { return }
      tell(promise.adopt(source))
    case .cancel(let number): if let promise = promise(number) { tell(promise.cancel()) }
    case .start(let number): if let promise = promise(number) { tell(promise.start()) }
    case .watch(let number, let watch, let name): if let promise = promise(number) { add(watch, name, to: promise) }
    case .cancelWatch(let number): if !watchers.isEmpty { tell(watchers[number % watchers.count].cancel()) }
    case .stopWatch(let number, let cancelsSource):
      if !watchers.isEmpty { watchers[number % watchers.count].stopWaiting(cancellingSource: cancelsSource) }
    case .report(let number, let progress):
      promise(number)?.report(PromiseProgress(fraction: Double(progress) / 128))
    case .pause(let number, let isPaused): if let promise = promise(number) { tell(promise.setPaused(isPaused)) }
    case .drop(let number): if !promises.isEmpty { promises[number % promises.count] = nil }
    case .runOne: tell(executor.step())
    case .runReady: executor.runReady()
    }
  }

  /// A body as a node's reaction; a root's has no sides.
  private func reaction(_ body: Body, handles sides: HandledSides? = nil) -> PromiseNode.Reaction {
    let probe = Probe(living)
    return { [self] node, parent in
      let node = unsafeDowncast(node, to: Promise<Int>.self)
      let parent = unsafeDowncast(parent, to: Promise<Int>.self)
      if let sides, !sides.contains(parent.isFulfilled ? .fulfilled : .rejected) { return node.settle(like: parent) }
      log.append("\(body.name) gets \(sides == nil ? "nothing" : parent.ending)")
      for step in body.steps { play(step) }
      switch body.end {
      case .value(let value): node.fulfill(value, cause: .returned)
      case .fault(let number): node.reject(Fault(number: number), cause: .threw)
      case .follow(let number):
        if let source = promise(number) { node.adopt(source) } else { node.fulfill(-1, cause: .returned) }
      case .pass: if sides == nil { node.fulfill(0, cause: .returned) } else { node.settle(like: parent) }
      }
      withExtendedLifetime(probe) {}
    }
  }

  private func add(_ watch: Watch, _ name: Int, to promise: Promise<Int>) {
    let probe = Probe(living)
    let see: @Sendable (PromiseNode) -> Void = { [self] node in
      log.append("\(name) sees \(unsafeDowncast(node, to: Promise<Int>.self).ending)")
      withExtendedLifetime(probe) {}
    }
    switch watch {
    case .settled: watchers.append(promise.observe(see))
    case .silently: promise.observeSilently(see)
    case .cancelled: promise.onCancel { [unowned promise] in see(promise) }
    case .progress:
      promise.onProgress { [self] progress in
        log.append("\(name) at \(Int((progress.fraction ?? -1) * 128))")
        withExtendedLifetime(probe) {}
      }
    case .pause(let isSupported):
      promise.onPause { [self] isPaused in
        log.append("\(name) \(isPaused ? "pauses" : "resumes")")
        withExtendedLifetime(probe) {}
        return isSupported
      }
    }
  }
}

extension Promise<Int> {
  /// The outcome, as the model would say it.
  var ending: String {
    switch result {
    case nil: "pending"
    case .success(let value): "\(value)"
    case .failure(let fault as Fault): "fault \(fault.number)"
    case .failure(PromiseResolutionError.cycle): "cycle"
    case .failure(PromiseResolutionError.selfResolution): "itself"
    case .failure(is CancellationError): "cancelled"
    case .failure(let error): "\(error)"
    }
  }
}
