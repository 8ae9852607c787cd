// Faults, marked, and clean programs in the vocabulary of Bolts. Each is as short as possible.
// swift-format-ignore-file

import BoltsFacade
import Dispatch
import Foundation

enum Bolts {
  typealias BTask = BoltsFacade.Task
  static func fetch<T: Sendable>(_ v: T, _ s: Double = 0.02) -> BTask<T> { let c = TaskCompletionSource<T>(); later(s) { c.set(result: v) }; return c.task }
  static func failing(_ s: Double = 0.02) -> BTask<Int> { let c = TaskCompletionSource<Int>(); later(s) { c.set(error: Oops()) }; return c.task }
  static func get(_ p: String, _ s: Double = 0.02) -> BTask<String> { fetch(p, s).continueOnSuccessWith { $0.uppercased() } }
  static func f_unhandled() {
    failing()
      .continueOnSuccessWith { $0 + 1 }
      .continueOnSuccessWith { print($0) } //! unhandled-rejection
    quit()
  }
  static func f_never() {
    let c = TaskCompletionSource<Int>() //! never-settled
    later(0.02) { if keep.count > 5 { c.set(result: 1) } }
    c.task.continueWith { print($0.completed) }
    quit()
  }
  static func f_needless() {
    let c = TaskCompletionSource<String>() //! needless-promise
    get("a").continueWith { t in if let e = t.error { c.set(error: e) } else { c.set(result: t.result!) } }
    c.task.continueWith { print($0.completed) }
    quit()
  }
  static func f_serial() {
    var chain = fetch(0).continueWith { _ in () }
    for i in 1...4 { chain = chain.continueOnSuccessWithTask { _ in get("p\(i)").continueWith { _ in () } } } //! serial-although-independent
    chain.continueWith { print($0.completed) }
    quit(0.5)
  }
  static func f_self() {
    let box = NSMutableArray()
    let t: BTask<Int> = BTask<Void>.withDelay(0.01).continueWithTask { _ in box[0] as! BTask<Int> } //! self-resolution
    box.add(t)
    t.continueWith { print($0.completed) }
    quit()
  }
  static func f_slow() {
    fetch(1).continueWith(.mainThread) { _ in Thread.sleep(forTimeInterval: 0.3) } //! slow-handler
    for i in 1...3 { fetch(i, 0.05).continueWith(.mainThread) { print($0.completed) } }
    quit(0.6)
  }
  static func f_nplus1() {
    get("posts").continueOnSuccessWithTask { _ in
      BTask<String>.whenAllResult((1...12).map { get("author \($0)") }) //! n-plus-one
    }.continueWith { print($0.completed) }
    quit()
  }
  static func f_empty() {
    BTask<Int>.whenAny([]) //! empty-combinator
      .continueWith { print($0.completed) }
    quit()
  }
  static func c_try() { let c = TaskCompletionSource<Int>(); later(0.01) { c.trySet(result: 1); c.trySet(error: Oops()) }; c.task.continueWith { print($0.completed) }; quit() }
  static func c_ok() { get("a").continueWith { print($0.completed); exit(0) } }
  static func c_slowreq() { get("slow", 3).continueWith { print($0.completed) }; fetch(1).continueWith { _ in exit(0) } }
  static func c_all() { BTask<String>.whenAllResult((1...20).map { get("\($0)") }).continueWith { print($0.completed); exit(0) } }
  static func c_any() { BTask<String>.whenAny([get("a", 0.01), get("b", 3)]).continueWith { print($0.completed); exit(0) } }
  static func c_cancel() { let s = CancellationTokenSource(); get("a", 1).continueWith(cancellationToken: s.token) { print($0.completed) }; later(0.05) { s.cancel() }; quit() }
  static func c_error() { failing().continueOnErrorWith { _ in 0 }.continueWith { print($0.completed); exit(0) } }
  static func getFail(_ p: String) -> BTask<Int> { failing().continueOnSuccessWith { $0 + 1 } }
  static func f_unhandled_helper() { getFail("a").continueOnSuccessWith { print($0) } //! unhandled-rejection
    getFail("b").continueOnSuccessWith { _ in } //! unhandled-rejection
    quit()
  }
  static func callback() -> BTask<Int> {
    let c = TaskCompletionSource<Int>() //! never-settled
    later(0.02) { if keep.count > 5 { c.set(result: 1) } }
    return c.task
  }
  static func f_never_helper() { callback().continueOnSuccessWith { $0 + 1 }.continueWith { print($0.completed) }; quit() }
  static func f_nested() {
    get("a").continueOnSuccessWithTask { a in //! nested-chain
      get("b").continueOnSuccessWithTask { b in
        get("c").continueOnSuccessWith { c in a + b + c }
      }
    }.continueWith { print($0.completed) }
    quit()
  }
  static func f_missing() {
    fetch(1)
      .continueOnSuccessWith { _ in //! missing-return
        get("save").continueOnSuccessWith { print($0) }
        return
      }
      .continueWith { print($0.completed) }
    quit()
  }
  static func f_contention() {
    let db = DispatchQueue(label: "db")
    BTask<Int>.whenAll((1...20).map { i in
      BTask<Int>.execute(.queue(db)) { Thread.sleep(forTimeInterval: 0.02); return i } //! queue-contention
    }).continueWith { print($0.completed) }
    quit(0.8)
  }
  static func f_block() {
    fetch(1).continueWith(.mainThread) { _ in //! blocking-wait
      let s = DispatchSemaphore(value: 0)
      fetch(2).continueWith(.mainThread) { _ in s.signal() }
      s.wait()
    }.continueWith { print($0.completed) }
    quit(1)
  }
  static func f_block_main() { // traps
    BTask<Int>.execute(.queue(.main)) { 1 }.waitUntilCompleted() //! blocking-wait
  }
  static func c_cache() {
    let cached = fetch("conf")
    BTask<Int>.whenAllResult((1...50).map { _ in cached.continueOnSuccessWith { $0.count } }).continueWith { print($0.completed); exit(0) }
  }
  static func c_late() { let t = getFail("x"); later(0.05) { t.continueWith { print($0.completed) } }; quit() }
  static func c_cancel_running() { let s = CancellationTokenSource(); get("a", 0.02).continueWith(cancellationToken: s.token) { print($0.completed) }; later(0.1) { s.cancel() }; quit() }
  static func c_delay() { BTask<Void>.withDelay(10).continueWith { _ in print("late") }; fetch(1).continueWith { print($0.completed) }; quit() }
  static func c_finally() { get("a").continueWith { t in if let e = t.error { throw e } }.continueWith { print($0.completed); exit(0) } }

  nonisolated(unsafe) static let programs: [String: () -> Void] = [
    "f_unhandled": f_unhandled, "f_never": f_never, "f_needless": f_needless, "f_serial": f_serial, "f_self": f_self,
    "f_slow": f_slow, "f_nplus1": f_nplus1, "f_empty": f_empty, "c_try": c_try, "c_ok": c_ok, "c_slowreq": c_slowreq,
    "c_all": c_all, "c_any": c_any, "c_cancel": c_cancel, "c_error": c_error,
    "f_unhandled_helper": f_unhandled_helper, "f_never_helper": f_never_helper, "f_nested": f_nested,
    "f_missing": f_missing, "f_contention": f_contention, "f_block": f_block, "f_block_main": f_block_main, "c_cache": c_cache, "c_late": c_late,
    "c_cancel_running": c_cancel_running, "c_delay": c_delay, "c_finally": c_finally,
  ]
}
