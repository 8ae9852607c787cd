// Tests `SerialTask`: ordered steps and their states, optional steps, progress, pausing and cancellation.

@Suite struct SerialTaskTests {
  @Test func eachStepReceivesThePreviousStateAndTheAggregationReceivesAll() {
    virtually { executor in
      let notes = Notes()
      let task = SerialTask("sum") { states in try states.map { try $0.value(as: Int.self) }.reduce(0, +) }
        .step("one") { previous in
          notes.add(previous?.id ?? "nothing")
          return Promise(1)
        }
        .step("two") { previous in
          notes.add(previous?.id ?? "nothing")
          return Promise(try (previous?.value(as: Int.self) ?? 0) + 1).delay(1)
        }
      #expect(task.promise == nil && !task.pause() && !task.cancel())
      let sum = task.start()
      #expect(task.start() === sum)
      executor.run()
      #expect(sum.currentValue == 3 && notes.lines == ["nothing", "one"])
      #expect(task.states.map(\.id) == ["one", "two"] && task.currentStep == nil)
    }
  }

  @Test func stepsNeverRunAtTheSameTime() {
    virtually { executor in
      let notes = Notes()
      let task = SerialTask("waits")
      for name in ["a", "b", "c"] {
        task.step(name) { _ in
          notes.add("\(name) at \(executor.clock.now / 1_000_000_000)")
          return Promise(0).delay(2)
        }
      }
      task.start()
      executor.advance(by: 3)
      #expect(task.currentStep == "b" && task.states.map(\.id) == ["a"])
      executor.run()
      expectEqual(notes.lines, ["a at 0", "b at 2", "c at 4"])
    }
  }

  @Test func aStepThatFailsOrThrowsEndsTheTask() {
    virtually { executor in
      let notes = Notes()
      let failing = SerialTask("fails").step("bad") { _ in Promise<Int>(Oops.one) }
        .step("optional", isOptional: true) { _ in Promise(notes.add("ran")) }
        .step("never") { _ in Promise(notes.add("ran")) }.start()
      let throwing = SerialTask("throws").step("bad") { _ -> Promise<Int> in throw Oops.two }.start()
      executor.run()
      #expect(failing.oops == .one && throwing.oops == .two && notes.lines == [])
    }
  }

  @Test(
    "an optional step that fails, throws or has nothing to do is skipped, and the next receives the earlier state")
  func optional() {
    virtually { executor in
      let notes = Notes()
      let task = SerialTask("optional")
        .step("first") { _ in Promise(1) }
        .step("fails", isOptional: true) { _ in Promise<Int>(Oops.one).delay(1) }
        .step("throws", isOptional: true) { _ -> Promise<Int> in throw Oops.two }
        .step("skipped", isOptional: true) { _ -> Promise<Int> in throw StepSkipped() }
        .step("runs", isOptional: true) { previous in
          notes.add(previous?.id ?? "nothing")
          return Promise(2)
        }
      let states = task.start()
      executor.run()
      expectEqual(notes.lines, ["first"])
      expectEqual(states.currentValue?.map(\.isSkipped), [false, true, true, true, false])
      #expect(states.currentValue?[1].error as? Oops == .one)
    }
  }

  @Test("the last step may fail if it is optional; a required step can't be skipped")
  func last() {
    virtually { executor in
      let optional = SerialTask("end").step("last", isOptional: true) { _ in Promise<Int>(Oops.one) }.start()
      let needed = SerialTask("end").step("last") { _ -> Promise<Int> in throw StepSkipped() }.start()
      executor.run()
      #expect(optional.currentValue?.count == 1 && needed.error is StepSkipped)
    }
  }

  @Test func readingAStateAsAnotherTypeThrowsAnErrorThatNamesTheStep() {
    virtually { executor in
      let end = SerialTask("types") { states in try states[0].value(as: String.self) }.step("count") { _ in Promise(1) }
        .start()
      executor.run()
      let expected = SubStateTypeError(id: "count", expected: "String", found: "Int")
      #expect(
        end.error as? SubStateTypeError == expected && "\(expected)" == "step 'count': expected String, found Int")
    }
  }

  @Test func aTaskWithoutStepsEndsImmediately() {
    virtually { executor in
      let end = SerialTask("nothing").start()
      executor.run()
      #expect(end.currentValue?.isEmpty == true)
    }
  }

  @Test func itsProgressIsTheWeightedProgressOfItsSteps() {
    virtually { executor in
      let notes = Notes()
      let (work, resolver) = Promise<Int>.withResolvers()
      let task = SerialTask("progress")
        .step("quick", weight: 1) { _ in Promise(1) }
        .step("long", weight: 3) { _ in work }
      task.start().onProgress { notes.add("\($0.fraction ?? -1) \($0.stage ?? "-")") }
      executor.run()
      resolver.progress(0.5, stage: "half")
      resolver.fulfill(1)
      executor.run()
      expectEqual(notes.lines, ["0.0 quick", "0.25 long", "0.625 long: half"])
    }
  }

  @Test("pausing holds back the next step and the work of the current one until it resumes")
  func pause() {
    virtually { executor in
      let notes = Notes()
      let work = Promise<Int>.pending().pausable(
        pause: { notes.add("work paused") }, resume: { notes.add("work resumed") })
      let task = SerialTask("pausing").step("work") { _ in work }.step("next") { _ in Promise(notes.add("next")) }
      let end = task.start()
      executor.run()
      #expect(task.pause() && task.isPaused && !task.pause())
      work.fulfill(1)
      executor.run()
      #expect(notes.lines == ["work paused"] && end.isPending)
      #expect(task.resume() && !task.isPaused)
      executor.run()
      #expect(notes.lines == ["work paused", "next"] && end.isFulfilled)
    }
  }

  @Test(
    "canceling it, paused or not, cancels the current step and its source, and no other step starts",
    arguments: [false, true])
  func cancel(_ isPaused: Bool) {
    virtually { executor in
      let notes = Notes()
      let work = Promise<Int>.pending()
      let task = SerialTask("cancelling").step("work", isOptional: true) { _ in work }
        .step("never") { _ in Promise(notes.add("never")) }
      let end = task.start()
      executor.run()
      if isPaused { task.pause() }
      #expect(task.cancel())
      executor.run()
      #expect(end.error is CancellationError && work.error is CancellationError && notes.lines == [])
      #expect(!task.cancel() && !task.isPaused)
    }
  }

  @Test func cancelingItWhileAStepWaitsFreesEverything() {
    weak var notes: Notes?
    virtually { executor in
      let captured = Notes()
      notes = captured
      let task = SerialTask("gate").step("never") { _ in Promise(captured.add("never")) }
      task.start()
      task.pause()
      executor.run()
      task.cancel()
      executor.run()
    }
    #expect(notes == nil)
  }

  @Test func theLogShowsTheWholePlanFromTheStartWithEachStepLockedInToItsPromise() {
    expectEqual(
      picture(without: [.released, .registered, .enqueued, .finished]) { _ in
        let task = SerialTask("load").step("one") { _ in Promise(1) }
          .step("two", isOptional: true) { _ in Promise<Int>(Oops.one) }
        return task.start()
      },
      """
      created #1 serial
      named #1 load
      created #2 step
      named #2 one
      created #3 step from #2
      named #3 two
      created #4 aggregate from #3
      adopted #1 of #4
      started #2 on main in #2
      progressed #1 one in #2
      created #5 value in #2
      fulfilled #5 1 by resolver in #2
      adopted #2 of #5 in #2
      fulfilled #2 via #5 1 by adopted in #2
      started #3 on main in #3
      progressed #1 two in #3
      created #6 error in #3
      rejected #6 one Oops by resolver in #3
      adopted #3 of #6 in #3
      rejected #3 via #6 one Oops by adopted in #3
      started #4 on main in #4
      handled #3 by #4 in #4
      fulfilled #4 2 items by returned in #4
      fulfilled #1 via #4 2 items by adopted in #4
      """)
  }
}
