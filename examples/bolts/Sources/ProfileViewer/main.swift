// A profile viewer that uses the API taught by the README of Bolts. Only one line differs from a Bolts program: it imports
// BoltsFacade instead of BoltsSwift.

import BoltsFacade
import Foundation

struct Profile {
  let name: String
  let picture: String
}

enum ServerError: Error {
  case notFound(String)
}

/// A class that is not Sendable, like most classes in Swift 5 programs.
class Server {
  private let queue = DispatchQueue(label: "server")
  private var requests = 0

  /// Wraps a callback in a task, which a completion source settles.
  func fetchProfile(_ name: String) -> Task<Profile> {
    let taskCompletionSource = TaskCompletionSource<Profile>()
    answer(after: 0.2) {
      if name.isEmpty {
        taskCompletionSource.set(error: ServerError.notFound("no name"))
      } else {
        taskCompletionSource.set(result: Profile(name: name, picture: "\(name.lowercased()).png"))
      }
    }
    return taskCompletionSource.task
  }

  func fetchPicture(_ path: String) -> Task<String> {
    let taskCompletionSource = TaskCompletionSource<String>()
    answer(after: 0.3) {
      if path == "alan.png" {
        taskCompletionSource.set(error: ServerError.notFound(path))
      } else {
        taskCompletionSource.set(result: "[picture of \(path)]")
      }
    }
    return taskCompletionSource.task
  }

  func deleteComment(_ number: Int) -> Task<Int> {
    Task<Void>.withDelay(0.1 * Double(number)).continueOnSuccessWith { _ in number }
  }

  private func answer(after seconds: Double, _ body: @escaping () -> Void) {
    queue.asyncAfter(deadline: .now() + seconds) {
      self.requests += 1
      body()
    }
  }
}

let server = Server()
var lines: [String] = []

/// Chaining: a task of a picture, or of a placeholder if anything went wrong on the way.
func picture(of name: String) -> Task<String> {
  server.fetchProfile(name)
    .continueOnSuccessWithTask { profile in server.fetchPicture(profile.picture) }
    .continueWith { task in
      if let picture = task.result { return picture }
      return "[placeholder]"
    }
}

let ada = picture(of: "Ada").continueOnSuccessWith(.mainThread) { picture in lines.append("Ada \(picture)") }
let alan = picture(of: "Alan").continueOnSuccessWith(.mainThread) { picture in lines.append("Alan \(picture)") }

// Handles errors of one type.
let unknown = server.fetchProfile("")
  .continueOnErrorWith { (error: ServerError) in Profile(name: "unknown", picture: "\(error)") }
  .continueWith(.mainThread) { task in lines.append("no name: \(task.result?.name ?? "failed")") }

// Runs tasks in parallel and waits for all of them.
let deleted = Task.whenAllResult([1, 2, 3].map(server.deleteComment))
  .continueOnSuccessWith(.mainThread) { numbers in lines.append("deleted \(numbers)") }

var isOver = false
Task.whenAll(ada, alan, unknown, deleted).continueWith(.mainThread) { task in
  print(task.faulted ? "failed: \(task)" : lines.sorted().joined(separator: "\n"))
  isOver = true
}
while !isOver { RunLoop.main.run(until: Date() + 0.05) }
