// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The signatures that Google Promises publishes, for the compiler only: PromiseScope's have to infer the same types. The functions do
// nothing, and only `pending` is ever called. CallShapesTests compiles this file together with the calls.

import Dispatch
import Foundation

public final class Promise<Value> {
  public typealias Async = (@escaping (Value) -> Void, @escaping (any Error) -> Void) throws -> Void
  public typealias Do<Result> = () throws -> Result
  public typealias Then<Result> = (Value) throws -> Result
  public typealias Catch = (any Error) -> Void
  public typealias Always = () -> Void
  public typealias Reducer<Element> = (Value, Element) throws -> Promise<Value>
  public static func pending() -> Promise { Promise() }
  public init() {}
  public convenience init(on queue: DispatchQueue = .promises, _ work: @escaping Async) { fatalError() }
  public convenience init<Other>(on queue: DispatchQueue = .promises, _ work: @escaping Do<Other>) { fatalError() }
  public convenience init<Other>(on queue: DispatchQueue = .promises, _ work: @escaping Do<Promise<Other>>) {
    fatalError()
  }
  public convenience init(_ error: any Error) { fatalError() }
  public convenience init(_ value: @autoclosure () throws -> Value) { fatalError() }
  public func fulfill(_ value: Value) {}
  public func reject(_ error: any Error) {}
  @discardableResult public func then<Result>(
    on queue: DispatchQueue = .promises, _ work: @escaping Then<Promise<Result>>
  ) -> Promise<Result> { fatalError() }
  @discardableResult public func then<Result>(on queue: DispatchQueue = .promises, _ work: @escaping Then<Result>)
    -> Promise<Result>
  { fatalError() }
  @discardableResult public func then(on queue: DispatchQueue = .promises, _ work: @escaping Then<Void>) -> Promise {
    fatalError()
  }
  @discardableResult public func `catch`(on queue: DispatchQueue = .promises, _ reject: @escaping Catch) -> Promise {
    fatalError()
  }
  @discardableResult public func always(on queue: DispatchQueue = .promises, _ work: @escaping Always) -> Promise {
    fatalError()
  }
  @discardableResult public func recover(
    on queue: DispatchQueue = .promises, _ recovery: @escaping (any Error) throws -> Promise
  ) -> Promise { fatalError() }
  @discardableResult public func recover(
    on queue: DispatchQueue = .promises, _ recovery: @escaping (any Error) throws -> Value
  ) -> Promise { fatalError() }
  @discardableResult public func validate(on queue: DispatchQueue = .promises, _ predicate: @escaping (Value) -> Bool)
    -> Promise
  { fatalError() }
  @discardableResult public func delay(on queue: DispatchQueue = .promises, _ interval: TimeInterval) -> Promise {
    fatalError()
  }
  @discardableResult public func timeout(on queue: DispatchQueue = .promises, _ interval: TimeInterval) -> Promise {
    fatalError()
  }
  @discardableResult public func reduce<Element>(
    on queue: DispatchQueue = .promises, _ items: Element..., combine reducer: @escaping Reducer<Element>
  ) -> Promise<Value> { fatalError() }
  @discardableResult public func reduce<Container: Sequence>(
    on queue: DispatchQueue = .promises, _ items: Container, _ reducer: @escaping Reducer<Container.Element>
  ) -> Promise<Value> { fatalError() }
}
extension DispatchQueue { public static var promises: DispatchQueue { .main } }
public enum Maybe<Value> {
  case value(Value)
  case error(any Error)
  public init(_ value: Value) { self = .value(value) }
  public init(_ error: any Error) { self = .error(error) }
  public var value: Value? { nil }
  public var error: (any Error)? { nil }
}
extension Maybe: Equatable where Value: Equatable {}
public func == <Value: Equatable>(lhs: Maybe<Value>, rhs: Maybe<Value>) -> Bool { false }
public func != <Value: Equatable>(lhs: Maybe<Value>, rhs: Maybe<Value>) -> Bool { false }
public func awaitPromise<Value>(_ promise: Promise<Value>) throws -> Value { fatalError() }
public func waitForPromises(timeout: TimeInterval) -> Bool { false }
public func all<Value>(on queue: DispatchQueue = .promises, _ promises: Promise<Value>...) -> Promise<[Value]> {
  fatalError()
}
public func all<Value, Container: Sequence>(on queue: DispatchQueue = .promises, _ promises: Container) -> Promise<
  [Value]
> where Container.Element == Promise<Value> { fatalError() }
public func all<A, B>(on queue: DispatchQueue = .promises, _ a: Promise<A>, _ b: Promise<B>) -> Promise<(A, B)> {
  fatalError()
}
public func all<A, B, C>(on queue: DispatchQueue = .promises, _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>)
  -> Promise<(A, B, C)>
{ fatalError() }
public func all<A, B, C, D>(
  on queue: DispatchQueue = .promises, _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>, _ d: Promise<D>
) -> Promise<(A, B, C, D)> { fatalError() }
public func any<Value>(on queue: DispatchQueue = .promises, _ promises: Promise<Value>...) -> Promise<[Maybe<Value>]> {
  fatalError()
}
public func any<Value, Container: Sequence>(on queue: DispatchQueue = .promises, _ promises: Container) -> Promise<
  [Maybe<Value>]
> where Container.Element == Promise<Value> { fatalError() }
public func any<A, B>(on queue: DispatchQueue = .promises, _ a: Promise<A>, _ b: Promise<B>) -> Promise<
  (Maybe<A>, Maybe<B>)
> { fatalError() }
public func any<A, B, C>(on queue: DispatchQueue = .promises, _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>)
  -> Promise<(Maybe<A>, Maybe<B>, Maybe<C>)>
{ fatalError() }
public func race<Value>(on queue: DispatchQueue = .promises, _ promises: Promise<Value>...) -> Promise<Value> {
  fatalError()
}
public func race<Value, Container: Sequence>(on queue: DispatchQueue = .promises, _ promises: Container) -> Promise<
  Value
> where Container.Element == Promise<Value> { fatalError() }
@discardableResult public func retry<Value>(
  on queue: DispatchQueue = .promises, attempts count: Int = 1, delay interval: TimeInterval = 1,
  condition predicate: ((Int, any Error) -> Bool)? = nil, _ work: @escaping () throws -> Promise<Value>
) -> Promise<Value> { fatalError() }
public func wrap(on queue: DispatchQueue = .promises, _ work: @escaping (@escaping () -> Void) throws -> Void)
  -> Promise<Any?>
{ fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping (Value?) -> Void) throws -> Void
) -> Promise<Value?> { fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping (Value) -> Void) throws -> Void
) -> Promise<Value> { fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping (Value, (any Error)?) -> Void) throws -> Void
) -> Promise<Value> { fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping (Value?, (any Error)?) -> Void) throws -> Void
) -> Promise<Value?> { fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping ((any Error)?, Value) -> Void) throws -> Void
) -> Promise<Value> { fatalError() }
public func wrap<Value>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping ((any Error)?, Value?) -> Void) throws -> Void
) -> Promise<Value?> { fatalError() }
public func wrap<A, B>(
  on queue: DispatchQueue = .promises, _ work: @escaping (@escaping (A?, B?, (any Error)?) -> Void) throws -> Void
) -> Promise<(A?, B?)> { fatalError() }
