// Runs the jobs of Swift tasks on the scene's clock. Owns nothing but the way there: a virtual run has one thread, and its tasks must not
// use another one.

import PromiseTrace

/// Runs jobs on a timeline, one after another in the order in which they were enqueued.
final class SceneTaskExecutor: TaskExecutor {
  private let timeline: Timeline
  private let tracer: Tracer

  init(timeline: Timeline, tracer: Tracer) {
    self.timeline = timeline
    self.tracer = tracer
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    timeline.perform { [self] in tracer.run { job.runSynchronously(on: asUnownedTaskExecutor()) } }
  }
}
