// The example of docs/testing.md, which contains this file from the next line on.

import PromiseScope
import PromiseTesting
import Testing

/// Loads pages from a server.
struct Loader {
  func title(of path: String) -> Promise<String> {
    request(path).then { page in "<h1>\(page)</h1>" }
  }

  func request(_ path: String) -> Promise<String> {
    let (page, resolver) = Promise<String>.withResolvers()
    guard path.hasPrefix("/") else { return page }  // Forgets to reject.
    resolver.fulfill("home")
    return page
  }
}

@Suite(.promises) struct LoaderTests {
  @Test func loadsAPage() async throws {
    #expect(try await Loader().title(of: "/").get() == "<h1>home</h1>")
  }

  @Test func asksOnceForTwoTitles() async {
    await expectTree(
      """
      ✔ ▾ withResolvers  "home"
      ✔   ├ then         "<h1>home</h1>"
      ✔   └ then         "HOME"
      """
    ) {
      let page = Loader().request("/")
      page.then { "<h1>\($0)</h1>" }
      page.then { $0.uppercased() }
    }
  }

  @Test func showsTheCopyUntilThePageIsThere() {
    expectTree(
      """
      ✔ ▾ withResolvers    0 ms  "home"
      ✔   delay          30.0 s  "home"
      """
    ) { _ in Loader().request("/").delay(30) }
  }
}
