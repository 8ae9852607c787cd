// Why a promise timed out, in words: what took most of the time that it had. Owns the choice among the segments of its critical path.

import ChainModel
import PlainText
import PromiseTrace

extension WhySpeech {
  /// What a promise that timed out was waiting for, as the end of a sentence.
  ///
  /// - Parameter path: The critical path of the promise whose time was up.
  /// - Returns: Nil if the log does not show it.
  func timeoutCause(_ path: CriticalPath) -> String? {
    struct Cause: Hashable {
      var kind: PathSegment.Kind
      var promise: PromiseID
    }
    var times: [Cause: Int64] = [:]
    // A body that waits behind many others waits for its queue, however short each of them is.
    for segment in path.segments {
      times[Cause(kind: segment.kind, promise: segment.promise), default: 0] += segment.duration
    }
    guard let (cause, time) = times.max(by: { ($0.value, $1.key.promise) < ($1.value, $0.key.promise) }) else {
      return nil
    }
    let (promise, duration) = (name(cause.promise) + location(cause.promise), DurationText.of(time))
    switch cause.kind {
    case .queued: return occupant(of: cause.promise, path, time)
    case .running: return language("the body of \(promise) ran for \(duration)", "\(promise) 的函数体运行了 \(duration)")
    case .timer: return language("the timer of \(promise) ran for \(duration)", "\(promise) 的定时器运行了 \(duration)")
    case .inFlight: return language("\(promise) was still pending after \(duration)", "\(promise) 在 \(duration) 之后仍待定")
    case .waiting:
      guard let other = path.segments.last(where: { $0.kind == .waiting && $0.promise == cause.promise })?.other,
        other != 0
      else { return nil }
      let name = name(other) + location(other)
      guard store.state(of: other) == .leaked else {
        return language("\(name) was still pending after \(duration)", "\(name) 在 \(duration) 之后仍待定")
      }
      return language("\(name) was freed while pending", "\(name) 在待定时被释放")
    }
  }

  /// What occupied the queue on which a body waited.
  private func occupant(of promise: PromiseID, _ path: CriticalPath, _ time: Int64) -> String {
    var times: [PromiseID: Int64] = [:]
    for segment in path.segments where segment.kind == .queued && segment.promise == promise && segment.other != 0 {
      times[segment.other, default: 0] += segment.duration
    }
    let queue = queue(promise) ?? language("its queue", "它的队列")
    guard let (other, longest) = times.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), longest >= time / 2,
      let body = store.facts(other), let started = body.started
    else {
      let (promise, duration) = (name(promise) + location(promise), DurationText.of(time))
      guard times.count > 1 else {
        return language("\(promise) was queued on \(queue) for \(duration)", "\(promise) 在 \(queue) 上排队 \(duration)")
      }
      return language(
        "\(promise) was queued on \(queue) for \(duration), behind \(times.count) bodies",
        "\(promise) 在 \(queue) 上排队 \(duration)，前面有 \(times.count) 个函数体")
    }
    let duration = DurationText.of((body.finished ?? body.settled ?? now) - started)
    let name = name(other) + location(other)
    return language("\(name) occupied \(queue) for \(duration)", "\(name) 占用 \(queue) \(duration)")
  }
}
