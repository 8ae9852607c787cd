// Programs in the vocabulary of PromiseScope whose tasks await promises: faults, marked, and clean ones. Each is as short as possible.
// swift-format-ignore-file

import Dispatch
import Foundation
import PromiseScope

extension Scope {
  static func loadOne(_ i: Int) async throws -> Int { try await fetch(i).get() } //! serial-although-independent
  static func f_task_helper() {
    Task {
      for i in 1...4 {
        print(try await loadOne(i)) // The log knows the await in the helper, not the loop.
      }
    }
    quit(0.5)
  }
  static func f_body_helper() {
    Promise { () async throws -> Int in
      var n = 0
      for i in 1...4 {
        n += try await loadOne(i)
      }
      return n
    }.then { print($0) }.catch { print($0) }
    quit(0.5)
  }
  static func walk(_ n: Int) async throws -> Int {
    if n == 0 { return 0 }
    let v = try await get("\(n)").get() //! serial-although-independent
    return try await walk(n - 1) + v.count
  }
  static func f_task_recursion() { Task { print(try await walk(5)) }; quit(0.5) }
  static func f_body_recursion() { Promise { () async throws -> Int in try await walk(5) }.then { print($0) }.catch { print($0) }; quit(0.5) }
  static func f_async_all() { // a function whose loop awaits, called by a body
    Promise { () async throws -> Int in try await loadAll([1, 2, 3, 4]) }.then { print($0) }.catch { print($0) }; quit(0.5) }
  static func loadAll(_ ids: [Int]) async throws -> Int {
    var n = 0
    for i in ids { n += try await fetch(i).get() } //! serial-although-independent
    return n
  }
  static func f_task_hang() {
    let (p, r) = Promise<Int>.withResolvers() //! never-settled
    keep.append(r)
    Task { print(try await p.get()) }
    fetch(1).then { print($0) }
    quit(0.5)
  }
  static func f_task_hang_helper() {
    let p = callback2()
    Task { print(try await p.then { $0 + 1 }.get()) }
    quit(0.5)
  }
  static func callback2() -> Promise<Int> {
    Promise<Int> { fulfill, reject in //! never-settled
      post("x") { s, e in if let s { fulfill(s.count) } }
    }
  }
  static func f_chain_awaited() { // The log does not know that each step needs the sum.
    Task {
      var chain = Promise(0)
      for i in 1...4 { chain = chain.then { fetch($0 + i) } } //! serial-although-independent
      print(try await chain.get())
    }
    quit(0.5)
  }
  static func c_task_parallel() {
    Task {
      let ps = (1...4).map { fetch($0) }
      for p in ps { print(try await p.get()) }
    }
    quit(0.5)
  }
  static func c_task_chunks() {
    Task { for c in 0..<4 { print(try await all((0..<5).map { fetch($0 + c) }).get().count) } }
    quit(0.5)
  }
  static func f_task_block() {
    fetch(1).then { v -> Int in
      v + (try awaitPromise(get("x").then { $0.count })) //! blocking-wait
    }.then { print($0) }.catch { print($0) }
    quit()
  }
  static func f_task_two() {
    Task { for i in 1...4 { print(try await get("a\(i)").get()) } } //! serial-although-independent
    later(0.2) { Task { for i in 1...4 { print(try await get("b\(i)").get()) } } } //! serial-although-independent
    quit(0.7)
  }
  static func f_task_two_overlap() {
    Task { for i in 1...4 { print(try await get("a\(i)").get()) } } //! serial-although-independent
    Task { for i in 1...4 { print(try await get("b\(i)").get()) } } //! serial-although-independent
    quit(0.7)
  }
  static func f_task_group() {
    Task {
      await withTaskGroup(of: Void.self) { g in
        for k in 1...3 { g.addTask { for i in 1...4 { _ = try? await get("\(k)/\(i)").get() } } } //! serial-although-independent
      }
    }
    quit(0.7)
  }
  static func f_task_two_awaits() {
    Task {
      for i in 1...5 {
        let a = try await get("a\(i)").get() //! serial-although-independent
        print(try await get("b\(a)").get())
      }
    }
    quit(0.7)
  }
  static func f_body_two_awaits() {
    Promise { () async throws -> Int in
      for i in 1...5 {
        let a = try await get("a\(i)").get() //! serial-although-independent
        print(try await fetch(a).get())
      }
      return 1
    }.then { print($0) }.catch { print($0) }
    quit(0.7)
  }
  static func c_task_poller() {
    Task { for _ in 1...9 { _ = try await fetch(1, 0.01).get(); try await Task.sleep(nanoseconds: 30_000_000) } }
    quit(0.6)
  }
  static func c_server_tasks() { // one short task per request
    for i in 1...12 { later(0.03 * Double(i)) { Task { print(try await get("r\(i)", 0.02).get()) } } }
    quit(0.6)
  }
  static func f_task_retry() {
    Task { for _ in 1...15 { if (try? await failing(0.005).get()) != nil { break } } } //! retry-storm
    quit(0.5)
  }

  static func f_never_awaited() { // what a task awaits is held by nothing else, or by the program
    let box = Box<[Any]>([])
    func ask() -> Promise<Int> {
      let p = Promise<Int>.pending() //! never-settled
      box.value.append(p)
      return p
    }
    let (p, r) = Promise<Int>.withResolvers() //! never-settled
    box.value.append(r)
    keep.append(p)
    Task { print(try await p.get()) }
    Task { print(try await ask().get()) }
    later(0.1) { box.value = [] }
    quit()
  }
  static func f_held_queue() {
    let q = DispatchQueue(label: "db")
    Promise(on: q) { Thread.sleep(forTimeInterval: 9); return 1 }.then { (n: Int) in print(n) } //! never-settled
    for i in 1...3 { Promise(on: q) { i }.then { print($0) } }
    quit(5.3)
  }
  static func f_hang_async() {
    let (p, r) = Promise<Int>.withResolvers() //! never-settled
    keep.append(r)
    Promise { () async throws -> Int in try await p.get() + 1 }.then { print($0) }
    Promise { () async throws -> Int in try await p.get() + 2 }.then { print($0) }
    fetch(1).then { print($0) }
    quit(0.5)
  }
  static func f_hang_async_dropped() {
    let p = callbackHelper2()
    Promise { () async throws -> Int in try await p.get() + 1 }.then { print($0) }
    Promise { () async throws -> Int in try await p.get() + 2 }.then { print($0) }
    quit(0.5)
  }
  static func callbackHelper2() -> Promise<Int> {
    Promise<Int> { fulfill, reject in //! never-settled
      post("x") { s, e in if let s { fulfill(s.count) } }
    }
  }

  nonisolated(unsafe) static let awaits: [String: () -> Void] = [
    "f_hang_async": f_hang_async, "f_hang_async_dropped": f_hang_async_dropped,
    "f_never_awaited": f_never_awaited, "f_held_queue": f_held_queue,
    "f_task_helper": f_task_helper, "f_body_helper": f_body_helper, "f_task_recursion": f_task_recursion,
    "f_body_recursion": f_body_recursion, "f_async_all": f_async_all, "f_task_hang": f_task_hang,
    "f_task_hang_helper": f_task_hang_helper, "f_chain_awaited": f_chain_awaited, "c_task_parallel": c_task_parallel,
    "c_task_chunks": c_task_chunks, "f_task_block": f_task_block, "f_task_two": f_task_two,
    "f_task_two_overlap": f_task_two_overlap, "f_task_group": f_task_group, "f_task_two_awaits": f_task_two_awaits,
    "f_body_two_awaits": f_body_two_awaits, "c_task_poller": c_task_poller, "c_server_tasks": c_server_tasks,
    "f_task_retry": f_task_retry,
  ]
}
