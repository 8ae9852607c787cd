// What `qos:` and `flags:` mean for the executor that runs a body.

import Dispatch
import PromiseCore
import Testing

@testable import PromiseKitFacade

@Suite("work items")
struct WorkItemTests {
  @Test("the quality of service and the flags reach the work item")
  func reachTheWorkItem() throws {
    let queue = DispatchQueue(label: "work")
    let executor = try #require(
      PromiseCore.Executor.running(on: queue, .barrier, qos: .userInitiated) as? FlaggedExecutor)
    #expect(executor.qos == .userInitiated && executor.flags == .barrier)
    let plain = try #require(PromiseCore.Executor.running(on: queue, nil, qos: .utility) as? FlaggedExecutor)
    #expect(plain.qos == .utility && plain.flags == [])
    #expect(!(PromiseCore.Executor.running(on: queue, nil) is FlaggedExecutor))
  }
}
