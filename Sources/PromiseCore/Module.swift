// PromiseCore
