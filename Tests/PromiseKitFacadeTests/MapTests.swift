// map, compactMap: transforming a value.

import Foundation

@Suite struct MapTests {
  private struct Person { var name = "Ann", age: Int? }

  @Test func mapAndCompactMapTakeClosuresFunctionsAndKeyPaths() {
    virtually { executor in
      let text = Promise.value("12")
      let ends = [
        text.map { $0.count }, text.map(\.count), text.compactMap { Int($0) }, text.compactMap(Int.init),
        Promise.value(Person(age: 12)).compactMap(\.age),
      ]
      let guaranteed = [Guarantee.value("12").map { $0.count }, Guarantee.value("12").map(\.count)]
      executor.run()
      expectEqual(ends.map(\.value), [2, 2, 12, 12, 12])
      expectEqual(guaranteed.map(\.value), [2, 2])
    }
  }

  @Test func aThrownErrorRejectsAndNilRejectsWithAnErrorThatNamesValueAndType() {
    virtually { executor in
      let thrown = Promise.value(1).map { _ -> Int in throw Oops.one }
      let none = Promise.value("x").compactMap { Int($0) }
      let path = Promise.value(Person(age: nil)).compactMap(\.age)
      executor.run()
      expectEqual(thrown.oops, .one)
      expectEqual(none.pmkError, "Could not `compactMap<Int>`: x")
      guard case .compactMap(let value, let type)? = path.error as? PMKError else {
        Issue.record("\(path)")
        return
      }
      #expect(value is Person)
      #expect(type is Int.Type)
    }
  }

  @Test func pictureNilRejectsAndTheRejectionPassesToCatch() {
    expectEqual(
      picture { _ in
        Promise.value("x").compactMap { Int($0) }.get { _ in }.done { _ in }.catch { _ in }.finally {}
      },
      """
      created #1 value
      fulfilled #1 "x" by resolver
      created #2 compactMap from #1
      registered #1 by #2 [fulfilled]
      created #3 get from #2
      registered #2 by #3 [fulfilled]
      created #4 done from #3
      registered #3 by #4 [fulfilled]
      created #5 catch from #4
      registered #4 by #5 [rejected]
      created #6 finally from #5
      registered #5 by #6 [fulfilled rejected]
      started #2 on main in #2
      rejected #2 Could not `compactMap<Int>`: x PMKError by threw in #2
      rejected #3 via #2 Could not `compactMap<Int>`: x PMKError by passthrough in #2
      rejected #4 via #3 Could not `compactMap<Int>`: x PMKError by passthrough in #2
      started #5 on main in #5
      handled #4 by #5 in #5
      fulfilled #5 by returned in #5
      started #6 on main in #6
      fulfilled #6 by returned in #6
      """)
  }
}
