// Promises/A+ §2.1: the states of a promise.

import PromiseCore
import TestSupport
import Testing

@Suite struct APlusStatesTests {
  @Test("2.1.1, 2.2.2.2, 2.2.3.2 a pending promise calls no handler", arguments: Vocabulary.allCases)
  func pending(_ vocabulary: Vocabulary) {
    virtually { executor in
      let (notes, deferred) = (Notes(), vocabulary.pending())
      let next = deferred.promise.then(notes.noting("value")).rescue(notes.noting("error"))
      executor.run()
      #expect(deferred.promise.state == .pending && next.state == .pending && notes.lines.isEmpty)
    }
  }

  @Test("2.1.2 a fulfilled promise keeps its value", arguments: Vocabulary.allCases)
  func fulfilled(_ vocabulary: Vocabulary) {
    virtually { executor in
      let (notes, deferred) = (Notes(), vocabulary.pending())
      deferred.promise.then(notes.noting("value"))
      deferred.promise.rescue(notes.noting("error"))
      deferred.fulfill("v")
      for _ in 0..<2 {
        deferred.fulfill("w")
        deferred.reject(Oops.one)
        executor.run()
        expectEqual(deferred.promise.state, .fulfilled("v"))
      }
      expectEqual(notes.lines, ["value v"])
    }
  }

  @Test("2.1.3 a rejected promise keeps its reason", arguments: Vocabulary.allCases)
  func rejected(_ vocabulary: Vocabulary) {
    virtually { executor in
      let (notes, deferred) = (Notes(), vocabulary.pending())
      deferred.promise.then(notes.noting("value"))
      deferred.promise.rescue(notes.noting("error"))
      deferred.reject(Oops.one)
      for _ in 0..<2 {
        deferred.fulfill("v")
        deferred.reject(Oops.two)
        executor.run()
        expectEqual(deferred.promise.state, .rejected("one"))
      }
      expectEqual(notes.lines, ["error one"])
    }
  }

  @Test("2.1.3.2 the reason stays the same object", arguments: Vocabulary.allCases)
  func sameReason(_ vocabulary: Vocabulary) {
    final class Reason: Error {}
    virtually { executor in
      let (reason, deferred, notes) = (Reason(), vocabulary.pending(), Notes())
      deferred.promise.rescue { error in
        notes.add("\(error as? Reason === reason)")
        return ""
      }
      deferred.reject(reason)
      executor.run()
      expectEqual(notes.lines, ["true"])
    }
  }
}

extension Notes {
  /// A handler that notes its name and what it receives.
  func noting<Input>(_ name: String) -> Handler<Input, String> {
    { input in
      self.add("\(name) \(input)")
      return name
    }
  }
}
