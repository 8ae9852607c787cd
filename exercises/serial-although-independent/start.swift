import Dispatch
import PromiseScope

/// Work that takes a while, such as a request.
func work<Value: Sendable>(_ name: String, seconds: Double, giving value: Value) -> Promise<Value> {
  Promise { fulfill, _ in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { fulfill(value) }
  }
  .named(name)
}

func ask(_ service: String) -> Promise<String> {
  let answers = ["weather": "rain", "trains": "the train is late", "news": "a new bridge"]
  return work("ask", seconds: 0.12, giving: answers[service] ?? "")
}

func page() async throws {
  var parts: [String] = []
  for service in ["weather", "trains", "news"] {
    let part = try await ask(service).get()
    parts.append(part)
  }
  print(parts.joined(separator: ", "))
}

try await page()
