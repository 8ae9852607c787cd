// Loads a user with contacts, avatars, presence and history, using the API of Google Promises.

import Dispatch
import PromiseScope  // was: import Promises

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

let client = Client()

let user = retry(attempts: 2, delay: 0.05) { client.currentUser() }

let contacts = user.then { user in
  wrap { handler in client.contacts(of: user, completion: handler) }
}.then { contacts in
  contacts ?? []
}.validate { !$0.isEmpty }

let avatars = contacts.then { contacts in
  all(contacts.map { contact in client.avatar(of: contact).recover { _ in "default.png" } })
}

let presence = user.then { user in
  race(
    client.presence(of: user, from: "near", after: 0.01),
    client.presence(of: user, from: "far", after: 0.2))
}

let history = user.then { client.presence(of: $0, from: "archive", after: 0.3) }.timeout(0.1)

let summary = contacts.then { contacts in
  Promise("contacts:").reduce(contacts) { text, contact in Promise(text + " " + contact) }
}

any([avatars.then { $0.joined(separator: ", ") }, presence, history, summary]).then { answers in
  for answer in answers {
    print(answer.value ?? "failed: \(answer.error.map { "\($0)" } ?? "?")")
  }
}.catch { error in
  print("all requests failed: \(error)")
}.always {
  exit(0)
}

dispatchMain()
