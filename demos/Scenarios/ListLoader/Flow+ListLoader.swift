// The two flows of the list loader, with their parts.

import PromiseCore
import PromiseScope
import ScenarioStage

extension Flow {
  /// The list loader with its parts.
  static let listLoader = onListParts { scene, parts, options in
    ListLoader(parts: parts, options: options, scene: scene).load()
  }

  /// The same as a serial task.
  static let listLoaderTask = onListParts { scene, parts, options in
    ListLoaderTask(parts: parts, options: options, scene: scene).load()
  }

  private static func onListParts(
    _ body: @escaping @Sendable (Scene, ListPartSet, ScenarioOptions) -> Promise<ItemList>
  ) -> Flow {
    Flow(
      real: { options in try await ListPartSet.real(options) },
      scripted: { options, timeline in ListPartSet.scripted(options, timeline: timeline) }, body)
  }
}
