// Owns the closure types of Google Promises, for programs that name them.

extension Promise {
  /// A body that receives a closure that fulfills and a closure that rejects.
  public typealias Async = (@escaping (Value) -> Void, @escaping (any Error) -> Void) throws -> Void
  /// A body that returns the value of its promise.
  public typealias Do<Result> = () throws -> Result
  /// A handler that `then` takes.
  public typealias Then<Result> = (Value) throws -> Result
  /// A handler that `catch` takes.
  public typealias Catch = (any Error) -> Void
  /// A handler that `reduce` takes.
  public typealias Reducer<Element> = (Value, Element) throws -> Promise<Value>
}
