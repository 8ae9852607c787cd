import Dispatch
import PromiseScope

/// Work that takes a while, such as a request.
func work<Value: Sendable>(_ name: String, seconds: Double, giving value: Value) -> Promise<Value> {
  Promise { fulfill, _ in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { fulfill(value) }
  }
  .named(name)
}

func weather() -> Promise<String> { work("weather", seconds: 0.12, giving: "rain") }
func trains() -> Promise<String> { work("trains", seconds: 0.12, giving: "the train is late") }
func news() -> Promise<String> { work("news", seconds: 0.12, giving: "a new bridge") }

func page() async throws {
  let parts = try await all([weather(), trains(), news()]).get()
  print(parts.joined(separator: ", "))
}

try await page()
