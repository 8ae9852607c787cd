// Faults, marked, and clean programs in the vocabulary of PromiseKit. Each is as short as possible.
// swift-format-ignore-file

import Dispatch
import Foundation
import PromiseKitFacade

extension Promise { func cauterizeLess() { } }

enum Kit {
  static func fetch<T: Sendable>(_ v: T, _ s: Double = 0.02) -> Promise<T> { Promise { seal in later(s) { seal.fulfill(v) } } }
  static func failing(_ s: Double = 0.02) -> Promise<Int> { Promise { seal in later(s) { seal.reject(Oops()) } } }
  static func get(_ p: String, _ s: Double = 0.02) -> Promise<String> { fetch(p, s).map { $0.uppercased() } }
  static func f_unhandled() {
    _ = failing()
      .map { $0 + 1 }
      .done { print($0) } //! unhandled-rejection
    quit()
  }
  static func f_never() {
    Promise<Int> { seal in later(0.02) { if keep.count > 5 { seal.fulfill(1) } } } //! never-settled
      .done { print($0) }.catch { print($0) }
    quit()
  }
  static func f_twice() {
    Promise<Int> { seal in later(0.02) { seal.fulfill(1); seal.reject(Oops()) } } //! settled-twice
      .done { print($0) }.catch { print($0) }
    quit()
  }
  static func f_missing() {
    fetch(1).get { _ in
      _ = get("save").done { print($0) }
    }.done { print($0) }.catch { print($0) }
    fetch(1)
      .done { _ in //! missing-return
        get("save").done { print($0) }.cauterizeLess()
      }
      .then { fetch(2) }.done { print($0) }.catch { print($0) }
    quit()
  }
  static func f_self() {
    let box = Box<Promise<Int>?>(nil)
    let p = after(seconds: 0.01).then { box.value! } //! self-resolution
    box.value = p
    p.done { print($0) }.catch { print($0) }
    quit()
  }
  static func f_swallowed() {
    failing()
      .recover { _ in Promise.value(0) } //! swallowed-error
      .done { print($0) }.catch { print($0) }
    quit()
  }
  static func f_serial() {
    var chain = fetch("x").asVoid()
    for i in 1...4 { chain = chain.then { _ in get("p\(i)").done { _ in } } } //! serial-although-independent
    chain.catch { print($0) }
    quit(0.5)
  }
  static func f_needless() {
    Promise<String> { seal in //! needless-promise
      get("a").done { seal.fulfill($0) }.catch { seal.reject($0) }
    }.done { print($0) }.catch { print($0) }
    quit()
  }
  static func f_slow() {
    fetch(1).done { _ in Thread.sleep(forTimeInterval: 0.3) }.catch { _ in } //! slow-handler
    for i in 1...3 { fetch(i, 0.05).done { print($0) }.catch { _ in } }
    quit(0.6)
  }
  static func f_contention() {
    let db = DispatchQueue(label: "db")
    when(fulfilled: (1...20).map { i in
      db.async(.promise) { () -> Int in Thread.sleep(forTimeInterval: 0.02); return i } //! queue-contention
    }).done { print($0.count) }.catch { _ in }
    quit(0.8)
  }
  static func attempt<T>(maximumRetryCount: Int = 3, delay: DispatchTimeInterval = .milliseconds(5), _ body: @escaping @Sendable () -> Promise<T>) -> Promise<T> {
    let attempts = Box(0)
    @Sendable func attempt() -> Promise<T> {
      attempts.value += 1
      return body().recover { error -> Promise<T> in //! retry-storm
        guard attempts.value < maximumRetryCount else { throw error }
        return after(delay).then(on: nil) { attempt() }
      }
    }
    return attempt()
  }
  static func f_retry() { attempt(maximumRetryCount: 15) { failing(0.005) }.done { print($0) }.catch { print($0) }; quit(0.8) }
  static func f_nested() {
    get("a").then { a in //! nested-chain
      get("b").then { b in
        get("c").map { c in a + b + c }
      }
    }.done { print($0) }.catch { print($0) }
    quit()
  }
  static func f_nplus1() {
    get("posts").then { _ in
      when(fulfilled: (1...12).map { get("author \($0)") }) //! n-plus-one
    }.done { print($0.count) }.catch { _ in }
    quit()
  }
  static func f_block() {
    fetch(1).map { v -> Int in //! blocking-wait
      let s = DispatchSemaphore(value: 0)
      fetch(2).done { _ in s.signal() }.catch { _ in }
      s.wait()
      return v
    }.done { print($0) }.catch { print($0) }
    quit(1)
  }
  static func c_attempt() { let n = Box(0); attempt { () -> Promise<Int> in n.value += 1; return n.value < 3 ? failing(0.005) : fetch(1) }.done { print($0) }.catch { _ in }.finally { exit(0) } }
  static func c_finally() { get("slow", 3).done { print($0) }.catch { _ in }; fetch(1).done { print($0) }.catch { _ in }.finally { exit(0) } }
  static func c_race() { race(get("a", 0.01), get("b", 0.3)).done { print($0) }.catch { _ in }; quit(0.1) }
  static func c_timeout() { race(get("a", 3).asVoid(), after(seconds: 0.05).asVoid()).done { print("x") }.catch { _ in }.finally { exit(0) } }
  static func c_cauterize() { failing().cauterize(); quit() }
  static func c_ensure() { get("a").ensure { print("e") }.done { print($0) }.catch { _ in }.finally { exit(0) } }
  static func c_burst() { let q = DispatchQueue(label: "q"); when(fulfilled: (1...200).map { i in q.async(.promise) { () -> Int in usleep(1000); return i } }).done { print($0.count) }.catch { _ in }.finally { exit(0) } }
  static func c_cancelled() { let (p, seal) = Promise<Int>.pending(); p.done { print($0) }.catch(policy: .allErrors) { print($0) }; later(0.05) { seal.reject(PMKError.cancelled) }; quit() }
  static func c_guarantee() { after(seconds: 0.02).done { print("ok") }; quit() }
  static func c_poll() { @Sendable func poll(_ n: Int) -> Promise<Int> { fetch(n, 0.005).then { v in v > 10 ? .value(v) : after(seconds: 0.002).then { poll(v + 1) } } }; poll(1).done { print($0) }.catch { _ in }.finally { exit(0) } }
  static func c_resolved() { when(resolved: [failing(), fetch(1)]).done { print($0.count) }; quit() }
  static func c_expected() { let (p, seal) = Promise<Int>.pending(); keep.append(seal); p.expectPending("quit").done { print($0) }.catch { _ in }; quit(0.5) }
  static func getFail(_ p: String) -> Promise<Int> { failing().map { $0 + 1 } }
  static func f_unhandled_helper() { _ = getFail("a").done { print($0) } //! unhandled-rejection
    _ = getFail("b").done { _ in } //! unhandled-rejection
    quit()
  }
  static func callback() -> Promise<Int> {
    Promise<Int> { seal in later(0.02) { if keep.count > 5 { seal.fulfill(1) } } } //! never-settled
  }
  static func f_never_helper() { callback().done { print($0) }.catch { print($0) }; quit() }
  static func f_serial_task() {
    Task {
      for i in 1...4 {
        print(try await get("\(i)").async()) //! serial-although-independent
      }
    }
    quit(0.5)
  }
  static func f_hang_task() {
    let (p, seal) = Promise<Int>.pending() //! never-settled
    keep.append(seal)
    Task { print(try await p.async()) }
    fetch(1).done { print($0) }.catch { _ in }
    quit(0.5)
  }
  static func f_lost() {
    let p = fetch(3)
    p.done { print($0) }.catch { _ in }
    _ = p.map { $0 * 2 } //! lost-result
    quit()
  }
  static func f_many() {
    let (p, seal) = Promise<Int>.pending() //! many-handlers
    later(0.2) { seal.fulfill(1) }
    for i in 1...120 { p.done { if $0 == 2 { print(i) } }.catch { _ in } }
    quit(0.6)
  }
  static func f_deep() {
    var p = fetch(1)
    for _ in 1...1200 { p = p.map { $0 + 1 } } //! deep-chain
    p.done { print($0) }.catch { _ in }
    quit(0.8)
  }
  static func f_empty() {
    race([Promise<Int>]()).done { print($0) }.catch { print($0) } //! empty-combinator
    quit()
  }
  static func f_block_wait() {
    fetch(1).map { v -> Int in
      v + (try get("x").map { $0.count }.wait()) //! blocking-wait
    }.done { print($0) }.catch { print($0) }
    quit(1)
  }
  static func c_late_catch() { let p = failing().map { $0 }; later(0.05) { p.catch { print($0) } }; quit() }
  static func c_cache() {
    let cached = Box<Promise<String>?>(nil)
    @Sendable func load() -> Promise<String> { if let c = cached.value { return c }; let p = get("conf"); cached.value = p; return p }
    when(fulfilled: (1...50).map { _ in load().map { $0.count } }).done { print($0.count) }.catch { _ in }.finally { exit(0) }
  }
  static func c_two_pages() {
    @Sendable func page(_ c: Int) -> Promise<Int> { fetch(c + 1) }
    page(0).then { page($0) }.done { print($0) }.catch { _ in }.finally { exit(0) }
  }
  static func c_tap() { fetch(1).get { _ in _ = get("log").done { print($0) } }.done { print($0) }.catch { _ in }; quit() }
  static func c_recover_rethrow() { failing().recover { e -> Promise<Int> in if e is Oops { throw e }; return .value(1) }.done { print($0) }.catch { print($0) }.finally { exit(0) } }
  static func c_parallel_task() { Task { let ps = (1...4).map { get("\($0)") }; for p in ps { print(try await p.async()) } }; quit() }

  nonisolated(unsafe) static let programs: [String: () -> Void] = [
    "f_unhandled": f_unhandled, "f_never": f_never, "f_twice": f_twice, "f_missing": f_missing, "f_self": f_self,
    "f_swallowed": f_swallowed, "f_serial": f_serial, "f_needless": f_needless, "f_slow": f_slow,
    "f_contention": f_contention, "f_retry": f_retry, "f_nested": f_nested, "f_nplus1": f_nplus1, "f_block": f_block,
    "c_attempt": c_attempt, "c_finally": c_finally, "c_race": c_race, "c_timeout": c_timeout,
    "c_cauterize": c_cauterize, "c_ensure": c_ensure, "c_burst": c_burst, "c_cancelled": c_cancelled,
    "c_guarantee": c_guarantee, "c_poll": c_poll, "c_resolved": c_resolved, "c_expected": c_expected,
    "f_unhandled_helper": f_unhandled_helper, "f_never_helper": f_never_helper, "f_serial_task": f_serial_task,
    "f_hang_task": f_hang_task, "f_lost": f_lost, "f_many": f_many, "f_deep": f_deep, "f_empty": f_empty,
    "f_block_wait": f_block_wait, "c_late_catch": c_late_catch, "c_cache": c_cache, "c_two_pages": c_two_pages,
    "c_tap": c_tap, "c_recover_rethrow": c_recover_rethrow, "c_parallel_task": c_parallel_task,
  ]
}
