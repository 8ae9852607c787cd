// Google's names for the closures that the operators take, for programs that spell them.

extension Promise {
  /// The body of ``Promise/init(on:file:line:function:_:)``: gets what fulfils and what rejects.
  public typealias Async = (@escaping (Value) -> Void, @escaping (any Error) -> Void) throws -> Void
  /// The body of a promise of what it returns.
  public typealias Do<Result> = () throws -> Result
  /// What `then` takes.
  public typealias Then<Result> = (Value) throws -> Result
  /// What `catch` takes.
  public typealias Catch = (any Error) -> Void
  /// What `reduce` takes.
  public typealias Reducer<Element> = (Value, Element) throws -> Promise<Value>
}
