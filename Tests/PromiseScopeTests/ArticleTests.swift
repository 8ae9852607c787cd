// Runs the samples of the articles and compares their trees with those in the articles.

@Suite struct ArticleTests {
  @Test func theSampleOfTheArticleMisuseDrawsItsTree() throws {
    try checkArticle("Misuse") { executor, tree in
      var promises: [PromiseNode] = []
      do {
        #sourceLocation(file:"main.swift",line:1)
        struct Offline: Error {}

        let twice = Promise<String>.pending().named("settled twice")
        twice.fulfill("first")
        twice.fulfill("second")

        _ = Promise<Int>(Offline()).named("never handled")

        do {
          let forgotten = Promise<Int>.pending().named("forgotten")
          forgotten.then { $0 + 1 }.named("waits for it")
        }

        let (cycle, resolver) = Promise<Int>.withResolvers()
        cycle.named("cycle")
        resolver.resolve(cycle.then { $0 }.named("after the cycle"))
        #sourceLocation()
        promises = [twice, cycle]
        executor.run()
      }
      return withExtendedLifetime(promises) { tree() }
    }
  }

  @Test func theSampleOfTheArticleCancellingDrawsItsTree() throws {
    func request(
      _ path: String, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Promise<String> { .pending(file: file, line: line, function: function) }
    try checkArticle("Cancelling") { executor, tree in
      #sourceLocation(file:"main.swift",line:1)
      let page = request("/page").named("page").cancelling { print("request stopped") }
      let title = page.then { $0.count }.named("title")
      let image = page.then { $0 + ".png" }.named("image")

      image.cancel()
      #sourceLocation()
      executor.run()
      #expect(page.isPending)
      return withExtendedLifetime((title, image)) { tree() }
    }
  }

  @Test func theSampleOfTheArticleProgressDrawsItsTree() throws {
    try checkArticle("Progress") { executor, tree in
      #sourceLocation(file:"main.swift",line:1)
      let (page, resolver) = Promise<Int>.withResolvers()
      let value = Promise(1).named("value")
      let shown = value.then { _ in page.named("page") }.named("shown")
      page.delay(1)
      resolver.progress(0.5, stage: "parsing")
      #sourceLocation()
      executor.run()
      return withExtendedLifetime((value, shown)) { tree() }
    }
  }
}
