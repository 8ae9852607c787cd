// Programs without faults in the vocabulary of PromiseScope: no rule may claim more than a note. Each is as short as possible.
// swift-format-ignore-file

import Dispatch
import Foundation
import PromiseScope

extension Scope {
  static func c_race_then() { race([get("a", 0.01), get("b", 0.2)]).then { print($0) }.catch { _ in }.always { exit(0) } }
  static func c_race_end() { race([get("a", 0.01), get("b", 5)]).then { print($0) }.catch { _ in }; quit(0.1) }
  static func c_exit_always() { get("slow", 3).then { print($0) }.catch { _ in }; fetch(1).then { print($0) }.catch { _ in }.always { exit(0) } }
  static func c_exit_then() { get("slow", 3).then { print($0) }.catch { _ in }; fetch(1).then { _ in exit(0) } }
  static func c_timeout_win() { get("a", 0.01).timeout(1).then { print($0) }.catch { _ in }.always { exit(0) } }
  static func c_timeout_lose() { get("a", 2).timeout(0.05, cancelsSource: true).then { print($0) }.catch { print($0) }.always { exit(0) } }
  static func c_poller() {
    func poll(_ n: Int) -> Promise<Int> { fetch(n, 0.005).then { v in v > 20 ? Promise(v) : poll(v + 1).delay(0.002) } }
    poll(1).then { print($0) }.catch { _ in }.always { exit(0) }
  }
  static func c_poller_running() {
    @Sendable func poll() { fetch(1, 0.01).then { _ in later(0.01) { poll() } }.catch { _ in } }
    poll(); quit(0.5)
  }
  static func c_retry_ok() {
    let n = Box(0)
    retry(attempts: 5, delay: 0.01) { () -> Promise<Int> in n.value += 1; return n.value < 3 ? failing(0.005) : fetch(1) }.then { print($0) }.catch { _ in }.always { exit(0) }
  }
  static func c_cache() {
    let cached = Box<Promise<String>?>(nil)
    func load() -> Promise<String> { if let c = cached.value { return c }; let p = get("conf"); cached.value = p; return p }
    all((1...50).map { _ in load().then { $0.count } }).then { print($0.count) }.catch { _ in }.always { exit(0) }
  }
  static func c_burst() {
    let db = DispatchQueue(label: "db")
    all((1...200).map { i in Promise<Int>(on: db) { () -> Int in usleep(1000); return i } }).then { print($0.count) }.catch { _ in }.always { exit(0) }
  }
  static func c_burst_main() {
    all((1...200).map { i in fetch(i, 0.01).then { v -> Int in usleep(1000); return v } }).then { print($0.count) }.catch { _ in }.always { exit(0) }
  }
  static func c_main_busy() {
    for i in 1...5 { fetch(i, 0.01).then { print($0) }.catch { _ in } }
    Thread.sleep(forTimeInterval: 0.4)
    quit(0.3)
  }
  static func c_batch_all() { all((1...30).map { get("\($0)") }).then { print($0.count) }.catch { _ in }.always { exit(0) } }
  static func c_fire_forget() { getFail("x").catch { print($0) }; fetch(1, 0.1).then { print($0) }.catch { _ in }.always { exit(0) } }
  static func c_cancel() { let p = get("a", 2).then { print($0) }; later(0.05) { p.cancel() }; quit(0.2) }
  static func c_cancel_handled() { let p = get("a", 2); p.then { print($0) }.catch { print($0) }; later(0.05) { p.cancel() }; quit(0.2) }
  static func c_async_quit() { Task { while true { _ = try? await fetch(1, 0.01).get() } }; quit(0.3) }
  static func c_async_body_quit() { Promise { () async throws -> Int in while true { _ = try await fetch(1, 0.01).get() } }.catch { _ in }; quit(0.3) }
  static func c_timer() { Promise(1).delay(10).then { print($0) }.catch { _ in }; fetch(1).then { print($0) }; quit(0.3) }
  static func c_reduce() { Promise(0).reduce([1, 2, 3, 4]) { sum, x in fetch(sum + x) }.then { print($0) }.catch { _ in }.always { exit(0) } }
  static func c_late_catch() { let p = getFail("x"); later(0.05) { p.catch { print($0) } }; quit(0.3) }
  static func c_debounce() {
    let last = Box<Promise<Int>?>(nil)
    for i in 1...5 { later(0.01 * Double(i)) { last.value?.cancel(); let p = Promise(i).delay(0.05).then { fetch($0) }; last.value = p; p.then { print($0) }.catch { _ in } } }
    quit(0.5)
  }
  static func c_service() {
    @Sendable func serve(_ n: Int) -> Promise<String> { get("user \(n)", 0.01).then { u in get("orders \(u)", 0.01) }.then { $0 + "!" } }
    for i in 1...100 { later(0.002 * Double(i)) { serve(i).then { _ in }.catch { _ in } } }
    quit(0.6)
  }
  static func c_service_inflight() {
    @Sendable func serve(_ n: Int) -> Promise<String> { get("user \(n)", 0.05).then { u in get("orders \(u)", 0.05) }.then { $0 + "!" } }
    for i in 1...100 { later(0.002 * Double(i)) { serve(i).then { _ in }.catch { _ in } } }
    quit(0.2)
  }
  static func c_recover_rethrow() { failing().recover { e -> Int in if e is Oops { throw e }; return 1 }.then { print($0) }.catch { print($0) }.always { exit(0) } }
  static func c_any() { any([getFail("a"), getFail("b")]).then { print($0.count) }.catch { _ in }.always { exit(0) } }
  static func c_all_reject() { all([fetch(1, 0.5), getFail("b"), fetch(2, 0.01)]).then { print($0.count) }.catch { print($0) }.always { exit(0) } }
  static func c_async_let() {
    Promise { () async throws -> Int in
      async let a = fetch(1).get(); async let b = fetch(2).get()
      return try await a + b
    }.then { print($0) }.catch { _ in }.always { exit(0) }
  }
  static func c_backoff() {
    func attempt(_ left: Int, _ d: Double) -> Promise<Int> {
      failing(0.005).recover { e -> Promise<Int> in
        if left == 0 { return Promise(1) }
        return Promise(0).delay(d).then { _ in attempt(left - 1, d * 2) }
      }
    }
    attempt(4, 0.01).then { print($0) }.catch { _ in }.always { exit(0) }
  }
  static func c_cpu_handlers() { // 40 ms handlers on main with others waiting
    for i in 1...4 { fetch(i, 0.01).then { v -> Int in Thread.sleep(forTimeInterval: 0.04); return v }.then { print($0) }.catch { _ in } }
    quit(0.5)
  }
  static func c_semaphore_ok() { // waits in main for a promise on another queue
    let s = DispatchSemaphore(value: 0)
    let q = DispatchQueue(label: "other")
    fetch(1).then(on: q) { _ in s.signal() }
    fetch(2).then { _ in s.wait(); print("ok") }.catch { _ in }.always { exit(0) }
  }
  static func c_listener() { // a promise that lives as long as the program, beside activity
    let (p, r) = Promise<Int>.withResolvers(); keep.append(r)
    p.then { _ in print("shutdown") }.catch { _ in }
    for i in 1...40 { later(0.01 * Double(i)) { fetch(i, 0.005).then { _ in }.catch { _ in } } }
    quit(0.45)
  }
  static func c_two_pages() { // sequential dependent loop: each page needs the former's cursor
    func page(_ c: Int) -> Promise<Int> { fetch(c + 1) }
    page(0).then { page($0) }.then { print($0) }.catch { _ in }.always { exit(0) }
  }
  static func c_detached_done() { get("a").then { print($0) }.then { exit(0) } }
  static func c_finally_inflight() { let ps = (1...5).map { get("\($0)", 0.05 * Double($0)) }; race(ps).then { print($0) }.catch { _ in }.always { exit(0) } }
  static func c_sigterm() { get("a", 5).then { print($0) }.catch { _ in }; fetch(1).then { print($0) }.catch { _ in }; later(0.3) { kill(getpid(), SIGTERM) } }
  static func c_coldstart() { for i in 1...3 { get("boot \(i)", 0.01).then { _ in usleep(30000) }.catch { _ in } }; Thread.sleep(forTimeInterval: 0.2); quit(0.3) }

  static func c_expected() { let (p, r) = Promise<Int>.withResolvers(); keep.append(r); p.expectPending("settles on SIGTERM"); p.then { print($0) }; fetch(1).then { print($0) }; quit(0.5) }
  static func c_expected_then() { let (p, r) = Promise<Int>.withResolvers(); keep.append(r); p.named("x").expectPending("y").then { print($0) }.catch { _ in }; quit(0.3) }
  static func c_join_then_settle() { let (p, r) = Promise<Int>.withResolvers(); all(fetch(1), fetch(2)).then { a, b in r.fulfill(a + b) }.catch { r.reject($0) }; p.then { print($0) }.catch { _ in }.always { exit(0) } }

  nonisolated(unsafe) static let clean: [String: () -> Void] = [
    "c_race_then": c_race_then, "c_race_end": c_race_end, "c_exit_always": c_exit_always, "c_exit_then": c_exit_then,
    "c_timeout_win": c_timeout_win, "c_timeout_lose": c_timeout_lose, "c_poller": c_poller,
    "c_poller_running": c_poller_running, "c_retry_ok": c_retry_ok, "c_cache": c_cache, "c_burst": c_burst,
    "c_burst_main": c_burst_main, "c_main_busy": c_main_busy, "c_batch_all": c_batch_all,
    "c_fire_forget": c_fire_forget, "c_cancel": c_cancel, "c_cancel_handled": c_cancel_handled,
    "c_async_quit": c_async_quit, "c_async_body_quit": c_async_body_quit, "c_timer": c_timer, "c_reduce": c_reduce,
    "c_late_catch": c_late_catch, "c_debounce": c_debounce, "c_service": c_service,
    "c_service_inflight": c_service_inflight, "c_recover_rethrow": c_recover_rethrow, "c_any": c_any,
    "c_all_reject": c_all_reject, "c_async_let": c_async_let, "c_backoff": c_backoff,
    "c_cpu_handlers": c_cpu_handlers, "c_semaphore_ok": c_semaphore_ok, "c_listener": c_listener,
    "c_two_pages": c_two_pages, "c_detached_done": c_detached_done, "c_finally_inflight": c_finally_inflight,
    "c_sigterm": c_sigterm, "c_coldstart": c_coldstart, "c_expected": c_expected, "c_expected_then": c_expected_then,
    "c_join_then_settle": c_join_then_settle,
  ]
}
