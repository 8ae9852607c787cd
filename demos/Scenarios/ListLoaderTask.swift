// Watch the whole plan: all six steps exist from the start, each waiting for the
// previous one. The page is unpacked item by item: halfway through, the monitor
// pauses the task, and nothing moves until it resumes. Try --cache corrupt: the
// step `local` is optional, so it is skipped. --failure remote ends the task.

import PromiseScope

/// The list loader's flow as one task of steps, with a monitor that pauses it once.
struct ListLoaderTask: Sendable {
  let parts: ListPartSet
  let options: ScenarioOptions
  let scene: Scene

  func load() -> Promise<ItemList> {
    // The aggregation block decides the result: what the screen shows in the end.
    let task = SerialTask("load the list") { states in
      scene.note("done: " + states.map { $0.isSkipped ? "(\($0.id))" : $0.id }.joined(separator: ", "))
      return parts.screen.shown
    }
    task.step("local", isOptional: true) { _ in
      scene.wrap("load local") { parts.cache.load($0) }
    }
    task.step("deliver local", isOptional: true) { previous in
      let list: ItemList = try previous?.value() ?? ItemList()
      if list.isEmpty { throw StepSkipped() }
      return Promise(parts.screen.deliver(local: list)).named("shown", in: scene)
    }
    task.step("remote", weight: 4) { _ in
      let below = options.direction == .more ? parts.screen.shown.cursor : nil
      return scene.wrap("load remote") { parts.service.page(before: below, $0) }
    }
    task.step("unpack", weight: 4) { previous in
      PageUnpacker(try previous?.value(as: ListPage.self), scene: scene).unpack()
    }
    task.step("deliver remote") { previous in
      if let page: ListPage = try previous?.value() { parts.screen.deliver(remote: page) }
      return Promise(parts.screen.shown).named("shown", in: scene)
    }
    task.step("save") { _ in
      scene.wrap("write cache") { parts.cache.save(parts.screen.shown, $0) }
    }

    let list = task.start()
    scene.keep(list)
    for step in task.stepPromises { scene.keep(step) }
    list.onProgress { progress in
      guard progress.stage == "unpack: half of it", task.pause() else { return }
      scene.note("the monitor takes a break")
      scene.after(1) { _ in task.resume() }
    }
    return list
  }
}
