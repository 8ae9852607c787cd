// Random graphs with cycles: every operation on them ends, by one thread and by six at once, and nothing is left.
//
// A graph that fails prints its seed.

import PromiseCore
import PromiseTrace

@Suite("random graphs", .serialized, .timeLimit(.minutes(10)))
struct RandomGraphTests {
  private static let graphs: UInt64 = 1500

  private func complain(_ seed: UInt64, _ graph: RandomGraph, _ complaints: [String]) {
    let acts = graph.acts.map { $0.map { "\($0.promise) \($0.act)" }.joined(separator: ", ") }.joined(separator: "\n")
    let origins = graph.origins.enumerated().map { "\($0) \($1)" }.joined(separator: ", ")
    Issue.record(Comment(rawValue: "seed \(seed)\n\(complaints.joined(separator: "\n"))\n\(origins)\n\(acts)"))
  }

  private func tracer(_ seed: UInt64) -> Tracer? { seed % 4 == 0 ? Tracer() : nil }

  @Test func everyOperationEndsAndEveryPromiseSettlesOnceAllRootsHave() {
    for seed in 0..<RandomGraphTests.graphs {
      let graph = RandomGraph(seed: seed, threads: 1, hasTasks: false, drops: false, tracer: tracer(seed))
      graph.play()
      graph.settle()
      var complaints = graph.complaints.lines
      for (number, promise) in graph.promises.enumerated() where promise.isPending {
        complaints.append("#\(number) is pending")
      }
      graph.release()
      if graph.living.value != 0 { complaints.append("\(graph.living.value) closures left behind") }
      if !complaints.isEmpty { return complain(seed, graph, complaints) }
    }
  }

  @Test func whateverIsDroppedMeanwhileIsFreed() {
    for seed in 0..<RandomGraphTests.graphs {
      let graph = RandomGraph(seed: seed, threads: 1, hasTasks: false, drops: true, tracer: tracer(seed))
      graph.play()
      graph.settle()
      graph.release()
      graph.settle()
      if graph.living.value != 0 { return complain(seed, graph, ["\(graph.living.value) closures left behind"]) }
    }
  }

  @Test("six threads and the tasks of async bodies at once", arguments: [false, true])
  func threads(_ drops: Bool) async {
    for seed in 0..<RandomGraphTests.graphs / 5 {
      let graph = RandomGraph(seed: seed, threads: 6, hasTasks: true, drops: drops, tracer: tracer(seed))
      graph.play()
      let isDone = await eventually {
        graph.settle()
        return drops || graph.promises.allSatisfy { !$0.isPending }
      }
      var complaints = graph.complaints.lines
      if !isDone { complaints.append("some are pending") }
      graph.release()
      let isFreed = await eventually {
        graph.settle()
        return graph.living.value == 0
      }
      if !isFreed { complaints.append("\(graph.living.value) closures left behind") }
      if !complaints.isEmpty { return complain(seed, graph, complaints) }
    }
  }
}
