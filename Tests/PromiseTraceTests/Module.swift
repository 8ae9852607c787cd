// PromiseTraceTests
