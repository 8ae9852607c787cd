// Watch the whole plan: every step exists from the start, each waiting for the
// previous one. A task has one result, so it is its monitor that delivers the local
// list, as soon as `local` has it; with --policy local, that list is the result. The
// monitor also pauses the task once. Try --cache corrupt: `local` is skipped.

import PromiseScope

/// The list loader's flow as one task of steps, with a monitor.
struct ListLoaderTask: Sendable {
  let parts: ListPartSet
  let options: ScenarioOptions
  let scene: Scene

  func load() -> Promise<ItemList> {
    // The aggregation block decides the result: what the screen shows in the end.
    let task = SerialTask("load the list") { states in
      scene.note("done: " + states.map { $0.isSkipped ? "(\($0.id))" : $0.id }.joined(separator: ", "))
      if let last = states.last, last.id == "local", !parts.screen.hasDelivery { deliver(try last.value()) }
      return parts.screen.shown
    }
    if options.policy == .local || options.policy == .localThenRemote { addLocal(to: task) }
    if options.policy != .local { addRemote(to: task, isOptional: options.policy == .remoteElseLocal) }
    if options.policy == .remoteElseLocal { addLocal(to: task) }

    let list = task.start()
    scene.keep(list)
    for step in task.stepPromises { scene.keep(step) }
    list.onProgress { progress in
      if progress.stage == "remote", let local = task.states.last, !local.isSkipped {
        scene.recording { if let list: ItemList = try? local.value() { deliver(list) } }
      }
      guard progress.stage == "unpack: half of it", task.pause() else { return }
      scene.note("the monitor takes a break")
      scene.after(1) { _ in task.resume() }
    }
    return list
  }

  private func addLocal(to task: SerialTask<ItemList>) {
    task.step("local", isOptional: true) { _ in
      if parts.screen.hasDelivery { throw StepSkipped() }
      return all(parts.loadLocal(options.direction, scene))
        .named("local parts", in: scene)
        .then { lists in ItemList(items: lists.flatMap(\.items)) }
        .named("local list", in: scene)
    }
  }

  private func addRemote(to task: SerialTask<ItemList>, isOptional: Bool) {
    task.step("remote", isOptional: isOptional, weight: 4) { _ in
      let below = options.direction == .more ? parts.screen.shown.cursor : nil
      return scene.wrap("load remote") { parts.service.page(before: below, $0) }
    }
    task.step("unpack", isOptional: isOptional, weight: 4) { previous in
      guard let previous else { throw StepSkipped() }
      return PageUnpacker(try previous.value(as: ListPage.self), scene: scene).unpack()
    }
    task.step("deliver remote", isOptional: isOptional) { previous in
      guard let page: ListPage = try previous?.value() else { throw StepSkipped() }
      parts.screen.deliver(remote: page)
      scene.show(parts.screen, options.direction)
      return Promise(parts.screen.shown).named("shown", in: scene)
    }
    task.step("save", isOptional: isOptional) { previous in
      guard previous != nil else { throw StepSkipped() }
      return scene.wrap("write cache") { parts.cache.save(parts.screen.shown, $0) }
    }
  }

  private func deliver(_ list: ItemList) {
    if list.isEmpty { return }
    _ = parts.screen.deliver(local: list)
    Promise(()).named("deliver local", in: scene)
    scene.show(parts.screen, options.direction)
  }
}
