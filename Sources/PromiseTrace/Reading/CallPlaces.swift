// The calls that led to a promise, with their lines, from the return addresses of a stack and the debug information of the program. The optimizer
// may have inlined any of them, or removed the frame of a function that ends in a call.

import CPromiseRuntime

/// Finds the calls on stacks of the process.
///
/// Not thread-safe: use it from one thread at a time.
struct CallPlaces {
  /// A call of the program, or what lies between two of its calls.
  private enum Place {
    case own(name: String, signature: String, file: String, line: UInt64)
    /// Code that runs a closure that it was given, such as a queue.
    case between
    /// The library's delivery of a settlement: the calls that led to it did not lead to the promise.
    case delivery

    var line: UInt64 { if case .own(_, _, _, let line) = self { line } else { 0 } }
  }

  /// The maximum number of calls in a text.
  private static let limit = 4

  var names = CallerNames()
  private var files: [String: OpaquePointer?] = [:]
  private var known: [UInt64: [Place]] = [:]
  private var texts: [UInt16: TextID] = [:]
  private var sites: [UInt16: Site] = [:]
  private var suspensions: [Int32: (promise: UInt64, addresses: [UInt64])] = [:]

  /// Forgets the texts of stacks, because their table is no longer used.
  mutating func forgetTexts() { (texts, sites) = ([:], [:]) }

  /// The text of a stack's calls; `make` creates it the first time.
  mutating func text(_ stack: UInt16, _ make: (inout CallPlaces) -> TextID) -> TextID {
    if let known = texts[stack] { return known }
    let text = make(&self)
    texts[stack] = text
    return text
  }

  /// The nearest call of the program on a stack; unknown if the stack has none, or if the library acted by itself.
  ///
  /// - Parameter make: Creates it the first time. Receives the file as `#fileID` has it, the line, and the function as `#function` has it.
  mutating func site(_ stack: UInt16, _ make: (String, UInt32, String) -> Site) -> Site {
    if let known = sites[stack] { return known }
    var site = Site()
    forEachPlace(ofStack: stack) { place in
      switch place {
      case .own(_, let signature, let file, let line) where line > 0:
        site = make(file, UInt32(truncatingIfNeeded: line), signature)
        return false
      case .delivery: return false
      case .own, .between: return true
      }
    }
    sites[stack] = site
    return site
  }

  /// The calls that led to a call site, nearest first, as `Cloud.put (App/Cloud.swift:12)`.
  ///
  /// Ends where other code called the program.
  ///
  /// - Parameters:
  ///   - stack: The number of the stack.
  ///   - file: The file of the call site, as `#fileID` has it.
  ///   - line: Its line.
  ///   - function: Its function, as `#function` has it.
  mutating func calls(_ stack: UInt16, toFile file: String, line: UInt32, function: String) -> [String] {
    let own = function.prefix { $0 != "(" }
    var calls: [String] = []
    var last: String?
    var isGap = false
    forEachPlace(ofStack: stack) { place in
      switch place {
      case .delivery: return false
      case .between: isGap = last != nil
      case .own(let name, _, let other, let at):
        // Behind a queue, only code of the same function is known to have waited for it.
        if isGap, let last, last != name { return false }
        isGap = false
        last = name
        guard at > 0 else { return true }
        let isSite = other == file && (at == UInt64(line) || name.split(separator: ".").last == own)
        if calls.isEmpty, isSite { return true }
        let call = "\(name) (\(other):\(at))"
        if calls.last != call { calls.append(call) }
      }
      return calls.count < Self.limit
    }
    return calls
  }

  /// The functions in which a suspended task waits, innermost first, with the lines at which they wait, and the promise whose body it is.
  ///
  /// - Returns: Nil if the task is not suspended, if its promise is not one of the tracer, or if it waits where it did at the last call.
  mutating func suspension(ofTask slot: Int32, of prefix: UInt64) -> (promise: UInt64, calls: [String])? {
    var addresses = [UInt64](repeating: 0, count: Int(psTaskDepth))
    var promise: UInt64 = 0
    let count = Int(psSuspendedTask(slot, &promise, &addresses))
    guard count > 0, promise & ~TracedID.mask == prefix else { return nil }
    let known = (promise, Array(addresses.prefix(count)))
    if let last = suspensions[slot], last == known { return nil }
    suspensions[slot] = known
    var calls: [String] = []
    for place in addresses.prefix(count).flatMap({ places(ofAwaitBefore: $0) }) where calls.count < 2 {
      guard case .own(let name, _, let file, let line) = place, line > 0 else { continue }
      let call = "\(name) (\(file):\(line))"
      if calls.last != call { calls.append(call) }
    }
    return (promise, calls)
  }

  /// The places of the `await` after which a function continues at an address.
  ///
  /// If the optimizer inlined what it waits for, the first instructions there have the line at which the function starts.
  private mutating func places(ofAwaitBefore address: UInt64) -> [Place] {
    // `places` expects return addresses, which lie after the call.
    let first = places(of: address &+ 1)
    guard let line = first.last?.line, line > 0, let start = names.start(ofPartAt: address),
      places(of: start &+ 1).last?.line == line
    else { return first }
    let symbol = names.symbol(at: address)
    var next = address &+ 8
    while next <= address &+ 256, names.symbol(at: next) == symbol {
      let places = places(of: next &+ 1)
      if let other = places.last?.line, other > line { return places }
      next = next &+ 8
    }
    return first
  }

  /// Passes the places of a stack, nearest first, to a closure until it returns false.
  ///
  /// Later places are not looked up, because that takes long.
  private mutating func forEachPlace(ofStack stack: UInt16, _ body: (Place) -> Bool) {
    var addresses = [UInt64](repeating: 0, count: Int(psStackDepth))
    let count = Int(psStackAddresses(stack, &addresses))
    for address in addresses.prefix(count) {
      for place in places(of: address) where !body(place) { return }
    }
  }

  private mutating func places(of address: UInt64) -> [Place] {
    if let known = known[address] { return known }
    let places = find(address)
    known[address] = places
    return places
  }

  private mutating func find(_ address: UInt64) -> [Place] {
    let code = psCode(address)
    guard let file = code.file else { return [.between] }
    let path = code.isExecutable ? "/proc/self/exe" : String(cString: file)
    // If address space is limited, the program needs what the mapped file would take.
    if files[path] == nil { files[path] = .some(AddressSpace.left == nil ? psDebugInfo(path) : nil) }
    guard let info = files[path] ?? nil else { return [.between] }
    let limit = 16
    return withUnsafeTemporaryAllocation(of: PSPlace.self, capacity: limit) { places in
      guard let start = places.baseAddress else { return [] }
      // A call may be the last instruction of its function.
      let count = psPlaces(info, address &- 1 &- code.base, start, Int32(truncatingIfNeeded: limit))
      guard count > 0 else { return [.between] }
      // Debug information that has only lines has no symbols.
      let outermost = names.symbol(at: address &- 1)
      return (0..<Int(count)).compactMap { index in
        let place = start[index]
        let symbol = place.function.map { String(cString: $0) }
        return Self.place(place, index &+ 1 == Int(count) ? outermost ?? symbol : symbol)
      }
    }
  }

  /// Nil for code that the compiler generated, and for the library's own calls between the program and the promise.
  private static func place(_ place: PSPlace, _ symbol: String?) -> Place? {
    guard let symbol, let function = CallerNames.declaredFunction(symbol) else { return nil }
    let (module, name) = (function.module, function.name)
    if CallerNames.libraries.contains(module) { return name.hasPrefix("Drain") ? .delivery : nil }
    guard let file = place.file.map({ String(cString: $0) })?.split(separator: "/").last, !file.hasPrefix("<") else {
      return nil
    }
    return .own(name: name, signature: function.signature, file: "\(module)/\(file)", line: place.line)
  }
}
