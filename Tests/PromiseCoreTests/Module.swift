// PromiseCoreTests
