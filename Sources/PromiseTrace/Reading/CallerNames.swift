// The functions to which return addresses belong, in the process that recorded them. Owns the choice: the program's own functions, nearest
// first, without the library's, the runtime's, and thunks. Knows no lines, which only debug information has.
//
// On Linux, the dynamic linker knows only exported functions, so the symbol table of the file is read, once.

import CPromiseRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Names functions by return addresses.
///
/// Not thread-safe: use it from one thread at a time.
package struct CallerNames {
  static let libraries: Set<Substring> = [
    "PromiseScope", "PromiseCore", "PromiseTrace", "PromiseKitFacade", "BoltsFacade", "PromiseTesting",
    "PromiseDiagnostics",
    "Swift", "_Concurrency", "Dispatch", "Foundation", "FoundationEssentials", "XCTest", "Testing", "__C",
  ]
  private static let limit = 65_536

  private var names: [UInt64: String?] = [:]
  private var files: [String: SymbolTable] = [:]

  /// The functions that called one.
  ///
  /// - Parameters:
  ///   - addresses: Return addresses, nearest first.
  ///   - function: The function that was called, as `#function` names it.
  ///   - limit: The maximum number of names.
  /// - Returns: The names, without those that repeat the one before.
  mutating func callers(_ addresses: [UInt64], of function: String, limit: Int) -> [String] {
    let own = function.prefix { $0 != "(" }
    var callers: [String] = []
    for address in addresses where callers.count < limit {
      guard let name = name(of: address), callers.last != name else { continue }
      if callers.isEmpty, name.split(separator: ".").last == own { continue }
      callers.append(name)
    }
    return callers
  }

  private mutating func name(of address: UInt64) -> String? {
    if let known = names[address] { return known }
    // A call may be the last instruction of its function.
    let name = symbol(at: address &- 1).flatMap(CallerNames.functionName)
    if names.count >= Self.limit { names = [:] }
    names.updateValue(name, forKey: address)
    return name
  }

  mutating func symbol(at address: UInt64) -> String? {
    let code = psCode(address)
    #if os(Linux)
      return table(code)?.name(at: address &- code.base)
    #else
      return code.symbol.map { String(cString: $0) }
    #endif
  }

  /// The start of the async function whose part after an `await` has an address; nil if the address is in no such part.
  mutating func start(ofPartAt address: UInt64) -> UInt64? {
    let code = psCode(address)
    return table(code)?.start(ofPartAt: address &- code.base).map { $0 &+ code.base }
  }

  private mutating func table(_ code: PSCode) -> SymbolTable? {
    guard let file = code.file else { return nil }
    let path = code.isExecutable ? "/proc/self/exe" : String(cString: file)
    if files[path] == nil { files[path] = SymbolTable(path: path) }
    return files[path]
  }

  /// Whether a symbol is one of this library, of the runtime, or of a library that is linked with it.
  package static func isLibrary(_ symbol: String) -> Bool {
    libraries.contains { symbol.hasPrefix("$s\($0.utf8.count)\($0)") }
  }

  /// `Loader.load` for the symbol of `App.Loader.load(String) -> Promise<Page>`, or of a closure in it; nil for others' functions and thunks.
  package static func functionName(_ symbol: String) -> String? {
    guard symbol.hasPrefix("$s") || symbol.hasPrefix("_$s") else {
      // The Swift Package Manager calls the entry of `App` `App_main`.
      return symbol == "main" || symbol.hasSuffix("_main") ? "main" : nil
    }
    return declaredFunction(symbol).flatMap { libraries.contains($0.module) ? nil : $0.name }
  }

  /// The module and name of a Swift function, from its symbol, and the name that `#function` has there; nil for thunks, and for functions of other
  /// languages.
  static func declaredFunction(_ symbol: String) -> (module: Substring, name: String, signature: String)? {
    guard symbol.hasPrefix("$s") || symbol.hasPrefix("_$s"), let text = demangled(symbol) else { return nil }
    guard !text.contains("thunk"), !text.contains("witness") else { return nil }
    guard let (declaration, parameters) = declaration(text), let (module, name) = path(declaration) else { return nil }
    return (module, name, name.split(separator: ".").last.map { $0 + labels(parameters) } ?? "")
  }

  /// `App.Loader.load` and what follows, of `closure #1 () -> () in App.Loader.(load in _0123)(String) -> Promise<Page>`.
  private static func declaration(_ text: String) -> (name: String, rest: Substring)? {
    var text = text[...]
    var result = ""
    // `(load in _0123)` is a private `load`, and `(extension in App):` says where a member is declared.
    while let mark = text.firstRange(of: " in _") ?? text.firstRange(of: "(extension in ") {
      let isPrivate = text[mark].hasPrefix(" ")
      guard let open = text[..<mark.upperBound].lastIndex(of: "("),
        let close = text[mark.upperBound...].firstIndex(of: ")")
      else { break }
      result += text[..<open]
      if isPrivate { result += text[text.index(after: open)..<mark.lowerBound] }
      text = text[text.index(after: close)...].drop { !isPrivate && $0 == ":" }
    }
    result += text
    // What precedes is the kind of a closure, or of a part of the function.
    let words = [" in ", " for ", " of "].compactMap { result.ranges(of: $0).last?.upperBound }
    let start = words.max() ?? result.startIndex
    let end = result[start...].firstIndex { "(<:".contains($0) } ?? result.endIndex
    return result[start..<end].split(separator: " ").last.map { (String($0), result[end...]) }
  }

  /// `(_:name:)` of `<A>(Swift.Int, name: [Swift.String : A]) -> A`; empty for a property.
  private static func labels(_ text: Substring) -> String {
    guard let first = text.first, first == "(" || first == "<" else { return "" }
    var (depth, labels, label): (Int, String, Substring?) = (0, "", nil)
    var start = text.startIndex
    for index in text.indices {
      switch text[index] {
      case "(" where depth == 0: (labels, start, depth) = ("(", text.index(after: index), 1)
      case "<", "(", "[": depth &+= 1
      // The arrow of a function's type.
      case ">" where text[..<index].last == "-": break
      case ":" where depth == 1 && !labels.isEmpty && label == nil: label = text[start..<index].drop { $0 == " " }
      case "," where depth == 1 && !labels.isEmpty:
        labels += "\(label ?? "_"):"
        (label, start) = (nil, text.index(after: index))
      case ")" where depth == 1 && !labels.isEmpty:
        return start == index ? "()" : labels + "\(label ?? "_"):)"
      case ">", ")", "]": depth &-= 1
      default: break
      }
    }
    return ""
  }

  /// `App` and `Loader.load` of `App.Loader.load`.
  private static func path(_ declaration: String) -> (module: Substring, name: String)? {
    var parts = declaration.split(separator: ".")
    guard let module = parts.first, parts.count > 1 else { return nil }
    parts.removeFirst()
    switch parts.last {
    case "getter", "setter", "modify", "read": parts.removeLast()
    case "__allocating_init": parts[parts.count &- 1] = "init"
    case "__deallocating_deinit": parts[parts.count &- 1] = "deinit"
    default: break
    }
    guard parts.last?.hasPrefix("$") != true else { return nil }
    return (module, parts.joined(separator: "."))
  }

  private static func demangled(_ symbol: String) -> String? {
    guard let text = swiftDemangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}

/// Part of the Swift runtime's ABI.
@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ name: UnsafePointer<CChar>, _ length: Int, _ output: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
