// ensure, ensureThen: running a body for either outcome, which then passes.

@Suite struct EnsureTests {
  @Test func ensureRunsForEitherOutcomeAndPassesItOn() {
    let notes = Notes()
    virtually { executor in
      let value = Promise.value(1).ensure { notes.add("value") }
      let error = Promise<Int>(error: Oops.one).ensure { notes.add("error") }
      executor.run()
      expectEqual(value.value, 1)
      expectEqual(error.oops, .one)
    }
    expectEqual(notes.lines, ["value", "error"])
  }

  @Test func ensureThenWaitsForTheGuaranteeOfItsBody() {
    virtually { executor in
      let promise = Promise.value(1).ensureThen { after(seconds: 1) }
      executor.runReady()
      #expect(promise.isPending)
      executor.run()
      expectEqual(promise.value, 1)
    }
  }

  @Test func pictureEnsureAndEnsureThenRunAndDoNotHandleTheError() {
    expectEqual(
      picture { _ in
        Promise<Int>(error: Oops.one).ensure {}.ensureThen { after(seconds: 1) }.cauterize()
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 ensure from #1
      registered #1 by #2 [fulfilled rejected]
      created #3 ensureThen from #2
      registered #2 by #3 [fulfilled rejected]
      created #4 cauterize from #3
      registered #3 by #4 [rejected]
      started #2 on main in #2
      rejected #2 via #1 one Oops by returned in #2
      started #3 on main in #3
      created #5 after in #3
      created #6 ensureThen from #5 in #3
      registered #5 by #6 [] in #3
      adopted #3 of #6 in #3
      fulfilled #5 by resolver at 1.0s
      rejected #6 via #2 one Oops by passthrough at 1.0s
      rejected #3 via #6 one Oops by adopted at 1.0s
      started #4 on main at 1.0s in #4
      handled #3 by #4 at 1.0s in #4
      fulfilled #4 by returned at 1.0s in #4
      """)
  }
}
