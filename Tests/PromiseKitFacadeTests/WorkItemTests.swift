// What `qos:` and `flags:` mean for the executor that runs a body.

import Dispatch
import PromiseCore

@testable import PromiseKitFacade

@Suite struct WorkItemTests {
  @Test func theQualityOfServiceAndTheFlagsReachTheWorkItem() throws {
    let queue = DispatchQueue(label: "work")
    let executor = try #require(
      PromiseCore.Executor.queue(queue).flagged(.barrier, qos: .userInitiated) as? FlaggedExecutor)
    #expect(executor.qos == .userInitiated && executor.flags == .barrier)
    let handler = try #require(PromiseCore.Executor.handler(queue, .detached, .body) as? FlaggedExecutor)
    #expect(handler.qos == .unspecified && handler.flags == .detached)
    #expect(!(PromiseCore.Executor.handler(queue, nil, .body) is FlaggedExecutor))
    #expect(PromiseCore.Executor.handler(nil, .barrier, .body) === PromiseCore.Executor.inline)
  }
}
