// Promises that hang, for the tests of the reader of memory. When the program prints `ready`, its body and its task may not wait yet. With the
// argument `recorded`, a tracer records the promises in memory.

import Dispatch
import Foundation
import PromiseScope
import PromiseTrace

private func report(_ page: Int) -> Int { page + 1 }

/// Creates promises that each wait in another way; the caller keeps them alive.
private func hang() -> [Any] {
  let (page, resolver) = Promise<Int>.withResolvers()
  let shown = page.named("front page")
    .then(on: .inline) { page in report(page) }
    .catch(on: .inline) { error in print(error) }
  let (other, otherResolver) = Promise<String>.withResolvers()
  let both = all(page, other)
  let dropped = Promise<Int>.withResolvers().promise
  let adopted = Promise(1).then(on: .inline) { _ in page }
  let body = Promise<Int> { try await page.get() }
  let blocked = DispatchQueue(label: "blocked")
  blocked.suspend()
  let queued = Promise(2).then(on: blocked) { number in report(number) }
  let task = Task.detached { try await other.get() }
  return [page, resolver, shown, other, otherResolver, both, dropped, adopted, body, queued, task, blocked]
}

@main struct HangingPromises {
  static func main() {
    let tracer = CommandLine.arguments.contains("recorded") ? Tracer() : nil
    tracer?.install()
    let kept = hang()
    print("ready")
    fflush(nil)
    withExtendedLifetime((kept, tracer)) { while true { sleep(3_600) } }
  }
}
