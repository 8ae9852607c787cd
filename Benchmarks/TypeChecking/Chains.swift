// Typical chains for scripts/type-checking, which compiles them with PromiseScope and with Google's signatures. Never runs.

import Dispatch
import Foundation

#if GOOGLE_SIGNATURES
  import GoogleSignatures
#else
  import PromiseScope
#endif

struct Failed: Error {}
final class User {
  var name = ""
  var id = 0
}
struct Profile {
  var user: User
  var image = ""
}
func load(_ id: Int) -> Promise<User> { .pending() }
func image(_ user: User) -> Promise<String> { .pending() }
func save(_ profile: Profile) throws -> Promise<Bool> { .pending() }
func text(_ n: Int) -> Promise<String> { .pending() }
func show(_ text: String) {}
func report(_ error: Error) {}
func check() throws {}
func saveProfile(_ id: Promise<Int>) -> Promise<Bool> {
  id.then { load($0) }.then { user in image(user).then { Profile(user: user, image: $0) } }.then { try save($0) }
}
func showImage(_ id: Promise<Int>) {
  id.then { id in
    load(id)
  }.then { user in
    image(user)
  }.then { text in
    show(text)
  }.catch { error in
    report(error)
  }.always {
    show("done")
  }
}
func operators(_ id: Promise<Int>) -> Promise<String> {
  id.then { $0 + 1 }.then { "\($0)" }.then { $0 + "!" }.recover { _ in "none" }
}
func validated(_ id: Promise<Int>) -> Promise<Int> {
  id.validate { $0 > 1 }.then { $0 * 2 }.then { number in
    if number > 100 { throw Failed() }
    return number
  }.recover { error -> Int in
    report(error)
    return 0
  }
}
func combined(_ id: Promise<Int>, _ name: Promise<String>) -> Promise<String> {
  all(id, name).then { id, name in
    name + String(id)
  }.then { text in
    show(text)
  }
}
func totalLength(_ ids: [Int]) -> Promise<Int> {
  all(ids.map { load($0) }).then { users in
    users.map { $0.name.count }.reduce(0, +)
  }.timeout(10).catch { report($0) }
}
func throughFunction(_ id: Promise<Int>) -> Promise<Profile> {
  id.then(load).then { user in
    image(user).then { Profile(user: user, image: $0) }
  }.then { profile in
    try check()
    return profile
  }.delay(1)
}
func fromBody() -> Promise<String> {
  Promise<Int> { fulfill, reject in
    DispatchQueue.global().async { fulfill(1) }
  }.then { text($0) }.then { $0 + "a" + "b" }.recover { _ in Promise("c") }
}
func nestedPromises(_ id: Promise<Int>) -> Promise<Int> {
  id.then { number in
    Promise(number + 1)
  }.then { number in
    Promise(number * 2)
  }
}
func onQueues(_ id: Promise<Int>, _ queue: DispatchQueue) -> Promise<String> {
  id.then(on: queue) { load($0) }.then(on: .main) { $0.name }.then(on: .global()) { name in
    show(name)
    show(name)
  }
}
func retried() -> Promise<User> {
  retry(attempts: 3, delay: 1) { load(1) }.then { user in
    user.name = "a"
    return load(user.id)
  }
}
func reduced(_ p: Promise<String>) -> Promise<String> {
  p.reduce([1, 2, 3]) { text, number in Promise(text + "\(number)") }
}
func nestedHandlers(_ p: Promise<Int>) -> Promise<Int> {
  p.then { a in load(a).then { b in image(b).then { c in text(c.count).then { d in a + b.id + c.count + d.count } } } }
}
