// PromiseScopeTests
