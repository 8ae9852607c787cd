// The product's module, which exports everything in PromiseKit. A program that imports it may write `PromiseKit.conf` or
// `PromiseKit.Result<Int>`, because that is the name of the module in which they are.

@_exported import PromiseKit
