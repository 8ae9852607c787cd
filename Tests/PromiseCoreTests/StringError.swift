// Makes String conform to Error, as some programs do. A conformance holds for the whole process, so PromiseScopeTests can see that
// strings stay values; but not in their module, where every `Promise("a")` would then have two meanings.

extension String: @retroactive Error {}
