// The scenarios written for `PromiseScope`, from simple to rich: their names and descriptions. Does not run them.

extension Scenario {
  /// The scenarios that import `PromiseScope`, the flagship first.
  package static let inPromiseScope: [Scenario] = [
    Scenario(
      name: "list-loader",
      summary: "A list screen shows its cached list first, then the server's page, and saves the merged list.",
      options: ScenarioOption.ofLists, file: "Scenarios/ListLoader.swift", flow: .listLoader),
    Scenario(
      name: "list-loader-task",
      summary: "The same list as one task of steps, with a progress monitor that pauses it halfway.",
      options: ScenarioOption.ofLists.subtracting([.policy]), file: "Scenarios/ListLoaderTask.swift",
      flow: .listLoaderTask),
    Scenario(
      name: "one", summary: "One promise: pending, then fulfilled; only then does its handler run.",
      file: "Scenarios/One.swift", flow: .one),
    Scenario(
      name: "serial", summary: "Three steps in a row; each starts when the previous one has its value.",
      file: "Scenarios/Serial.swift", flow: .serial),
    Scenario(
      name: "parallel-all", summary: "Three requests at once; the result is complete when the slowest is.",
      file: "Scenarios/ParallelAll.swift", flow: .parallelAll),
    Scenario(
      name: "parallel-one", summary: "Three mirrors at once; the fastest wins, and the losers keep running.",
      file: "Scenarios/ParallelOne.swift", flow: .parallelOne),
    Scenario(
      name: "serial-parallel", summary: "One step, then three at once, then one that needs all of them.",
      file: "Scenarios/SerialParallel.swift", flow: .serialParallel),
    Scenario(
      name: "contacts-avatars",
      summary: "A user, then the contacts, then all avatars at once; a missing one is replaced by a placeholder.",
      options: [.seed], file: "Scenarios/ContactsAvatars.swift", flow: .contactsAvatars),
    Scenario(
      name: "login-contacts",
      summary: "Login, token, contacts: three nested callbacks beside the same three steps as a chain.",
      file: "Scenarios/LoginContacts.swift", flow: .loginContacts),
    Scenario(
      name: "comments",
      summary: "A post, then its comments, with a handler for each side; one post has comments, one has none.",
      file: "Scenarios/Comments.swift", flow: .comments),
    Scenario(
      name: "cancel", summary: "Three ways to stop work: a person, a deadline, and a screen that closed.",
      file: "Scenarios/Cancel.swift", flow: .cancel),
    Scenario(
      name: "retry", summary: "A request that succeeds at the third attempt, and one that is not worth a second.",
      file: "Scenarios/Retry.swift", flow: .retrying),
    Scenario(
      name: "race-with-timeout", summary: "An answer that is faster than the clock, and one that is not.",
      file: "Scenarios/RaceWithTimeout.swift", flow: .raceWithTimeout),
    Scenario(
      name: "progress",
      summary: "Three downloads report how far they are, and so does the promise that waits for them.",
      file: "Scenarios/Progress.swift", flow: .progress),
    Scenario(
      name: "google-observers",
      summary: "One pending promise and its observers, called in registration order, the late one as well.",
      group: .insides,
      file: "Scenarios/GoogleObservers.swift", flow: .googleObservers),
    Scenario(
      name: "million", summary: "A hotel with a million promises, whose guests come and go all the time.",
      options: [.count], file: "Scenarios/Million.swift", keepsEveryEvent: true, flow: .million),
  ]
}

extension ScenarioOption {
  /// The options of the two list loaders.
  fileprivate static let ofLists: Set<ScenarioOption> = [.policy, .direction, .latency, .failure, .cache, .seed]
}
