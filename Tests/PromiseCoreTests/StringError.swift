// Makes String conform to Error, as some programs do. A conformance applies to the whole process, so PromiseScopeTests can check that
// strings remain values. It is not declared in that module, because there every `Promise("a")` would be ambiguous.

extension String: @retroactive Error {}
