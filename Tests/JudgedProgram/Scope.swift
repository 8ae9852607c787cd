// Faults in the vocabulary of PromiseScope. A mark `//! rule` is on each line where a finding must be; one in a helper holds for all of its callers. Each is as short as possible.
// swift-format-ignore-file

import Dispatch
import Foundation
import PromiseScope

enum Scope {
  static func fetch<T: Sendable>(_ value: T, _ seconds: Double = 0.02) -> Promise<T> {
    Promise { fulfill, reject in
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { fulfill(value) }
    }
  }
  static func failing(_ seconds: Double = 0.02) -> Promise<Int> {
    Promise { fulfill, reject in
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { reject(Oops()) }
    }
  }
  static func get(_ path: String, _ seconds: Double = 0.02) -> Promise<String> { fetch(path, seconds).then { $0.uppercased() } }
  static func getFail(_ path: String) -> Promise<Int> { failing().then { $0 + 1 } }
  static func post(_ s: String, _ done: @escaping @Sendable (String?, Error?) -> Void) { later(0.02) { done(nil, Oops()) } }


  static func showA() { getFail("a").then { print($0) } //! unhandled-rejection
  }
  static func showB() { getFail("b").then { _ in } //! unhandled-rejection
  }
  static func f_unhandled_direct() {
    failing()
      .then { $0 + 1 }
      .then { print($0) } //! unhandled-rejection
    quit()
  }
  static func f_unhandled_helper() { showA(); showB(); quit() }
  static func f_never() {
    let p = Promise<Int> { fulfill, reject in //! never-settled
      post("x") { s, e in if let s { fulfill(s.count) } }
    }
    p.then { print($0) }.catch { print($0) }
    quit()
  }
  static func callbackHelper() -> Promise<Int> {
    Promise<Int> { fulfill, reject in //! never-settled
      post("x") { s, e in if let s { fulfill(s.count) } }
    }
  }
  static func f_never_helper() { callbackHelper().then { print($0) }.catch { _ in }; quit() }
  static func f_never_held() {
    let (p, r) = Promise<Int>.withResolvers() //! never-settled
    keep.append(r)
    p.then { print($0) }
    fetch(2).then { print($0) }
    quit(0.5)
  }
  static func f_stuck() {
    let (p, r) = Promise<Int>.withResolvers() //! stuck
    keep.append(r)
    p.then { print($0) }
    fetch(2).then { print($0) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 6) { kill(getpid(), SIGKILL) }
  }
  static func f_twice() {
    Promise<Int> { fulfill, reject in
      later(0.02) { fulfill(1); reject(Oops()) } //! settled-twice
    }.then { print($0) }.catch { _ in }
    quit()
  }
  static func f_missing_return() {
    fetch(1)
      .then { v in //! missing-return
        get("save").then { print($0) }
        return
      }
      .then { _ in print("done") }
      .catch { print($0) }
    quit()
  }
  static func f_lost() {
    let p = fetch(3)
    p.then { print($0) }
    p.then { $0 * 2 } //! lost-result
    quit()
  }
  static func f_self() {
    let (p, r) = Promise<Int>.withResolvers() //! self-resolution
    later(0.01) { r.resolve(p) }
    p.catch { print($0) }
    quit()
  }
  static func f_cycle() {
    let (a, ra) = Promise<Int>.withResolvers()
    let (b, rb) = Promise<Int>.withResolvers() //! cycle
    later(0.01) {
      ra.resolve(b.then { $0 + 1 })
      rb.resolve(a.then { $0 + 1 })
    }
    a.catch { print($0) }
    b.catch { print($0) }
    quit()
  }
  static func f_swallowed() {
    failing()
      .recover { _ in 0 } //! swallowed-error
      .then { print($0) }
    quit()
  }
  static func f_serial_chain() {
    var chain = fetch("x", 0.01)
    for i in 1...4 {
      chain = chain.then { _ in fetch("p\(i)", 0.02) } //! serial-although-independent
    }
    chain.then { print($0) }.catch { print($0) }
    quit()
  }
  static func f_serial_async() {
    Promise { () async throws -> Int in
      var n = 0
      for i in 1...4 {
        n += try await fetch(i).get() //! serial-although-independent
      }
      return n
    }.then { print($0) }.catch { print($0) }
    quit(0.5)
  }
  static func f_serial_task() {
    Task {
      for i in 1...4 {
        print(try await get("\(i)").get()) //! serial-although-independent
      }
    }
    quit(0.5)
  }
  static func f_serial_recursion() {
    func next(_ i: Int) -> Promise<String> {
      get("\(i)").then { s in i < 5 ? next(i + 1) : Promise(s) } //! serial-although-independent
    }
    next(1).then { print($0) }.catch { _ in }
    quit(0.5)
  }
  static func f_needless() {
    Promise<String> { fulfill, reject in //! needless-promise
      get("a").then { fulfill($0) }.catch { reject($0) }
    }.then { print($0) }.catch { _ in }
    quit()
  }
  static func f_needless_value() {
    Promise<Int> { fulfill, _ in fulfill(1) } //! needless-promise
      .then { print($0) }.catch { _ in }
    quit()
  }
  static func f_block_await() {
    fetch(1).then { v -> Int in
      v + (try awaitPromise(fetch(2).then { $0 + 1 })) //! blocking-wait
    }.then { print($0) }.catch { print($0) }
    quit()
  }
  static func f_block_semaphore() {
    fetch(1).then { v -> Int in //! blocking-wait
      let s = DispatchSemaphore(value: 0)
      let b = Box(0)
      fetch(2).then { b.value = $0; s.signal() }
      s.wait()
      return b.value
    }.then { print($0) }.catch { print($0) }
    quit(1)
  }
  static func f_block_semaphore_kill() {
    fetch(1).then { v -> Int in //! blocking-wait
      let s = DispatchSemaphore(value: 0)
      let b = Box(0)
      fetch(2).then { b.value = $0; s.signal() }
      s.wait()
      return b.value
    }.then { print($0) }.catch { print($0) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 6) { kill(getpid(), SIGKILL) }
  }
  static func f_block_group() {
    fetch(1).then { v -> Int in //! blocking-wait
      let g = DispatchGroup()
      for i in 1...3 { g.enter(); fetch(i).always { g.leave() } }
      g.wait()
      return v
    }.then { print($0) }.catch { print($0) }
    quit(1)
  }
  static func f_block_group_queue() {
    let q = DispatchQueue(label: "work")
    fetch(1).then(on: q) { v -> Int in //! blocking-wait
      let g = DispatchGroup()
      for i in 1...3 { g.enter(); fetch(i).then(on: q) { _ in g.leave() } }
      g.wait()
      return v
    }.then { print($0) }.catch { print($0) }
    quit(1)
  }
  static func f_slow() {
    fetch(1).then { _ in Thread.sleep(forTimeInterval: 0.3) } //! slow-handler
    for i in 1...3 { fetch(i, 0.05).then { print($0) }.catch { _ in } }
    quit(0.6)
  }
  static func f_contention() {
    let db = DispatchQueue(label: "db")
    all((1...20).map { i in
      Promise<Int>(on: db) { () -> Int in Thread.sleep(forTimeInterval: 0.02); return i } //! queue-contention
    }).then { print($0.count) }.catch { _ in }
    quit(0.8)
  }
  static func query(_ db: DispatchQueue, _ i: Int) -> Promise<Int> {
    Promise<Int>(on: db) { () -> Int in Thread.sleep(forTimeInterval: 0.02); return i }
  }
  static func f_contention_helper() {
    let db = DispatchQueue(label: "db")
    all((1...20).map { i in query(db, i) }).then { print($0.count) }.catch { _ in } //! queue-contention
    quit(0.8)
  }
  static func f_retry() {
    retry(attempts: 14, delay: 0.01) { failing(0.005) } //! retry-storm
      .then { print($0) }.catch { print($0) }
    quit(0.8)
  }
  static func f_retry_loop() {
    func attempt(_ left: Int) -> Promise<Int> {
      failing(0.005).recover { e -> Promise<Int> in //! retry-storm
        if left == 0 { throw e }
        return attempt(left - 1)
      }
    }
    attempt(14).then { print($0) }.catch { print($0) }
    quit(0.8)
  }
  static func f_many() {
    let (p, r) = Promise<Int>.withResolvers() //! many-handlers
    later(0.2) { r.fulfill(1) }
    for i in 1...120 { p.then { if $0 == 2 { print(i) } } }
    quit(0.6)
  }
  static func f_deep() {
    var p = fetch(1)
    for _ in 1...1200 { p = p.then { $0 + 1 } } //! deep-chain
    p.then { print($0) }
    quit(0.6)
  }
  static func f_nested() {
    get("a").then { a in //! nested-chain
      get("b").then { b in
        get("c").then { c in
          print(a, b, c)
        }
      }
    }.catch { print($0) }
    quit()
  }
  static func f_uncanceled() {
    fetch(1, 0.3).timeout(0.05) //! uncanceled-source
      .then { print($0) }.catch { print($0) }
    quit(0.6)
  }
  static func f_duplicate() {
    let a = get("/user/7", 0.05).named("GET /user/7")
    let b = get("/user/7", 0.05).named("GET /user/7")
    all(a, b).then { print($0) }.catch { _ in } //! duplicate-request
    quit()
  }
  static func f_nplus1() {
    get("/posts").then { _ in
      all((1...12).map { get("/author/\($0)") }) //! n-plus-one
    }.then { print($0.count) }.catch { _ in }
    quit()
  }

  nonisolated(unsafe) static let faults: [String: () -> Void] = [
    "f_unhandled_direct": f_unhandled_direct, "f_unhandled_helper": f_unhandled_helper, "f_never": f_never,
    "f_never_helper": f_never_helper, "f_never_held": f_never_held, "f_stuck": f_stuck, "f_twice": f_twice,
    "f_missing_return": f_missing_return, "f_lost": f_lost, "f_self": f_self, "f_cycle": f_cycle,
    "f_swallowed": f_swallowed, "f_serial_chain": f_serial_chain, "f_serial_async": f_serial_async,
    "f_serial_task": f_serial_task, "f_serial_recursion": f_serial_recursion, "f_needless": f_needless,
    "f_needless_value": f_needless_value, "f_block_await": f_block_await, "f_block_semaphore": f_block_semaphore,
    "f_block_semaphore_kill": f_block_semaphore_kill, "f_block_group": f_block_group,
    "f_block_group_queue": f_block_group_queue, "f_slow": f_slow, "f_contention": f_contention,
    "f_contention_helper": f_contention_helper, "f_retry": f_retry, "f_retry_loop": f_retry_loop, "f_many": f_many,
    "f_deep": f_deep, "f_nested": f_nested, "f_uncanceled": f_uncanceled, "f_duplicate": f_duplicate, "f_nplus1": f_nplus1,
  ]
}
