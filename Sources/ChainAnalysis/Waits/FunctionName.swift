// What the name of a function says about what it gives out, such as `Pool.acquire` or `dequeue()`. A name is no proof; it settles what the log
// leaves open.

enum FunctionName {
  /// Whether what the function gives out has to be given back.
  static func givesOut(_ name: String) -> Bool {
    let last = last(name)
    return ["acquire", "lock", "checkout", "borrow", "lease", "reserve", "enter", "getconnection"].contains {
      last.hasPrefix($0)
    }
  }

  /// Whether what the function gives is used up: an item of a queue, or room for one.
  static func givesAway(_ name: String) -> Bool {
    [
      "dequeue", "enqueue", "get", "next", "offer", "poll", "pop", "publish", "push", "put", "read", "receive", "recv",
      "send", "shift", "write",
    ].contains(last(name))
  }

  /// The name without its type and its parameters.
  private static func last(_ name: String) -> String {
    (name.split(separator: ".").last ?? "").prefix { $0 != "(" }.lowercased()
  }
}
