// Makes String conform to Error, as some programs do. A conformance applies to the whole process, so PromiseScopeTests can check that
// strings remain values. It is not declared in that module, because there every `Promise("a")` would be ambiguous.

// Some programs do this, although neither type is theirs.
// swift-format-ignore: AvoidRetroactiveConformances
extension String: @retroactive Error {}
