// Watch two deliveries in one flow: `deliver local` at once, and `deliver
// remote` when the server has answered. Each is a promise of its own, because no
// promise settles twice; the notes say what the list shows. Try --failure remote:
// the rejection passes every step that needed the page, and the list stays.

import PromiseScope

/// Loads a list for a screen: from the cache, from the server, or from both.
struct ListLoader: Sendable {
  let parts: ListPartSet
  let options: ScenarioOptions
  let scene: Scene

  /// The whole flow; it fulfills with the list that is shown in the end.
  func load() -> Promise<ItemList> {
    byPolicy()
      .recover { error -> ItemList in
        let list = try parts.screen.keepList(after: error)
        scene.show(parts.screen, options.direction)
        return list
      }
      .named("keep the list", in: scene)
  }

  private func byPolicy() -> Promise<ItemList> {
    switch options.policy {
    case .local: loadLocal()
    case .remote: loadRemote()
    case .localThenRemote:
      loadLocal()
        .recover { error in try parts.screen.doWithout(error) }
        .named("local or nothing", in: scene)
        .then { _ in loadRemote() }
        .named("then remote", in: scene)
    case .remoteElseLocal:
      loadRemote()
        .recover { error in
          if parts.screen.hasDelivery { throw error }  // Loaded, but not saved.
          return loadLocal()
        }
        .named("else local", in: scene)
    }
  }

  /// Delivers the local items, unless there are none.
  private func loadLocal() -> Promise<ItemList> {
    all(parts.loadLocal(options.direction, scene))
      .named("local parts", in: scene)
      .then { lists in
        let list = ItemList(items: lists.flatMap(\.items))
        return list.isEmpty ? Promise(list).named("nothing to deliver", in: scene) : deliver(list)
      }
      .named("local list", in: scene)
  }

  private func deliver(_ list: ItemList) -> Promise<ItemList> {
    Promise {
      let list = parts.screen.deliver(local: list)
      scene.show(parts.screen, options.direction)
      return list
    }
    .named("deliver local", in: scene)
  }

  /// Delivers a page of the server's list, then merges and saves it.
  private func loadRemote() -> Promise<ItemList> {
    let known = parts.screen.shown
    let below = options.direction == .more ? known.cursor : nil
    return scene.wrap("load remote") { parts.service.page(before: below, $0) }
      .then { page in
        parts.screen.deliver(remote: page)
        scene.show(parts.screen, options.direction)
      }
      .named("deliver remote", in: scene)
      .then { page in known.merging(page) }
      .named("merge", in: scene)
      .then { list in scene.wrap("write cache") { parts.cache.save(list, $0) } }
      .named("save", in: scene)
  }
}
