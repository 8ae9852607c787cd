// A stream in thirty lines: values over time, as in Rx, with the two ways to start work for each value. Never fails and never ends.

import PromiseScope
import Synchronization

/// Sends each text to everything that subscribed.
final class TextStream: Sendable {
  typealias Receiver = @Sendable (String) -> Void
  private let receivers = Mutex<[Receiver]>([])

  func send(_ text: String) { for receiver in receivers.withLock({ $0 }) { receiver(text) } }

  func subscribe(_ receiver: @escaping Receiver) { receivers.withLock { $0.append(receiver) } }

  /// The answers to all texts, as they arrive.
  func flatMap(_ work: @escaping @Sendable (String) -> Promise<String>) -> TextStream {
    let answers = TextStream()
    subscribe { text in _ = work(text).then { answer in answers.send(answer) }.named("flatMap \(text)") }
    return answers
  }

  /// The answers to texts that no other text has followed yet.
  func flatMapLatest(_ work: @escaping @Sendable (String) -> Promise<String>) -> TextStream {
    let answers = TextStream()
    let latest = Mutex("")
    subscribe { text in
      latest.withLock { $0 = text }
      _ = work(text).then { answer in if latest.withLock({ $0 }) == text { answers.send(answer) } }
        .named("flatMapLatest \(text)")
    }
    return answers
  }
}
