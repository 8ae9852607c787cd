import PromiseScope

func send(_ letter: String, seconds: Double) -> Promise<String> {
  Promise {
    try await Task.sleep(for: .seconds(seconds))
    print("\(letter) arrives")
    return letter
  }
  .named("send")
}

send("letter 1", seconds: 0.12)
  .timeout(0.06, cancelsSource: true)
  .named("in time")
  .recover { _ in
    print("too late")
    return send("letter 2", seconds: 0.03)
  }
  .named("again")

try await Task.sleep(for: .seconds(0.4))
