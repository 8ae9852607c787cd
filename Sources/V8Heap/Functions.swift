// Functions and scripts: names, files, and where in its script a function is.

import ProcessMemory

/// What a function is, as far as its heap says it.
struct FunctionSite {
  var name = ""
  /// The index of its script; nil for a function of V8 itself.
  var script: Int?
  /// From its parameters to its end, or the whole script, in UTF-16 code units; nil if it is not known.
  var range: Range<Int>?
  /// The same in every reading of a process.
  var identity: UInt64 = 0
  /// How many points of suspension V8 found; nil if its code does not say so.
  var pointCount: Int?

  var isModule: Bool { range?.lowerBound == 0 }
}

/// The functions of a heap, each read once.
struct Functions {
  private static let greatestScript = 1 << 25
  let heap: Heap
  /// Where the code of a function begins in each version of Node, and the instruction that continues one that is suspended.
  private static let code: [Int: (offset: UInt64, instruction: UInt8)] = [
    18: (56, 0xAE), 20: (54, 0xAE), 22: (64, 0xB3), 24: (64, 0xB8),
  ]
  private(set) var sites: [FunctionSite] = []
  private(set) var scripts: [Script] = []
  private var siteNumbers = AddressTable()
  private var scriptNumbers = AddressTable()
  /// The positions of the points of suspension of a function, by its number.
  private var points: [Int: [Int]?] = [:]

  private let file: (String) -> [UInt8]?

  /// - Parameter file: Reads a source map.
  init(_ heap: Heap, file: @escaping (String) -> [UInt8]?) {
    self.heap = heap
    self.file = file
  }

  /// Whether a function was compiled from a script, and is not one of V8's own.
  func hasScript(_ function: UInt64) -> Bool {
    let shared = heap.pointer(function &+ heap.layout.functionShared)
    return heap.type(heap.pointer(shared &+ heap.layout.sharedScript)) == heap.layout.script
  }

  /// The index in `sites` of a function.
  mutating func site(of function: UInt64) -> Int {
    let shared = heap.pointer(function &+ heap.layout.functionShared)
    if let known = siteNumbers[shared] { return Int(known) }
    let site = read(shared)
    siteNumbers.add(shared, UInt32(truncatingIfNeeded: sites.count))
    sites.append(site)
    return sites.count - 1
  }

  /// Where in its script a function is suspended; nil if that is not certain.
  mutating func position(of site: Int, _ kind: SuspensionParser.FunctionKind, continuation: Int) -> Int? {
    guard let script = sites[site].script, let range = sites[site].range else { return nil }
    let found: [Int]?
    if let known = points[site] {
      found = known
    } else {
      found = SuspensionParser.points(in: scripts[script].text, range, kind, count: sites[site].pointCount)
      points[site] = .some(found)
    }
    // The first number of a generator and of a module is that of its start.
    let index = kind == .asyncFunction ? continuation : continuation - 1
    guard let found, found.indices.contains(index) else { return nil }
    return found[index]
  }

  // MARK: Reading

  func name(ofShared shared: UInt64) -> String {
    let name = heap.pointer(shared &+ heap.layout.sharedName)
    return heap.type(name) == heap.layout.scopeInfo ? scopeName(name) : heap.text(name) ?? ""
  }

  private mutating func read(_ shared: UInt64) -> FunctionSite {
    let layout = heap.layout
    var site = FunctionSite()
    let name = heap.pointer(shared &+ layout.sharedName)
    let isScope = heap.type(name) == layout.scopeInfo
    site.name = self.name(ofShared: shared)
    let script = heap.pointer(shared &+ layout.sharedScript)
    guard heap.type(script) == layout.script else { return site }
    let number = self.script(script)
    site.script = number
    let text = scripts[number].text
    for byte in scripts[number].file.utf8 { site.identity = (site.identity ^ UInt64(byte)) &* 0x100_0000_01B3 }
    guard !text.isEmpty else { return site }
    site.pointCount = pointCount(shared)
    site.range = isScope ? scopeRange(name, text) : uncompiledRange(shared, text)
    if let range = site.range {
      site.identity ^= UInt64(truncatingIfNeeded: range.lowerBound) &* 0x9E37_79B9_7F4A_7C15
      if range.lowerBound == 0, range.upperBound == text.count { site.name = "" }
    }
    return site
  }

  private mutating func script(_ script: UInt64) -> Int {
    if let known = scriptNumbers[script] { return Int(known) }
    let name = heap.text(heap.pointer(script &+ heap.layout.scriptName), limit: 4_096) ?? ""
    let text = heap.units(heap.pointer(script &+ heap.layout.scriptSource), limit: Self.greatestScript) ?? []
    scriptNumbers.add(script, UInt32(truncatingIfNeeded: scripts.count))
    scripts.append(Script(file: Self.path(name), text: text, file))
    return scripts.count - 1
  }

  /// The path in a URL of a file.
  private static func path(_ name: String) -> String {
    guard name.hasPrefix("file://") else { return name }
    var bytes: [UInt8] = []
    var rest = name.utf8.dropFirst(7)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of points in a function's first instruction, which jumps to the one to continue at.
  private func pointCount(_ shared: UInt64) -> Int? {
    let code = heap.pointer(shared &+ 8)
    guard heap.type(code) == heap.layout.bytecodeArray, let form = Self.code[heap.layout.node],
      let bytes = heap.image.bytes(at: code &+ form.offset, count: 4), bytes[0] == form.instruction
    else { return nil }
    return Int(bytes[3])
  }

  // MARK: Scopes

  /// The number of variables in a scope's context.
  private func variableCount(_ info: UInt64) -> Int {
    guard let count = heap.integer(info &+ 24), (0..<100_000).contains(count) else { return 0 }
    return count
  }

  private static let mostNamesInline = 75

  /// The name of the variable with an index in the context of a scope.
  func variable(_ index: Int, ofScope info: UInt64, isModule: Bool) -> String? {
    let count = variableCount(info)
    guard (0..<count).contains(index), count < Self.mostNamesInline else { return nil }
    // From V8 12 on, the number of a module's own variables comes before the names.
    let first = heap.layout.scopeFirstVariable &+ (isModule && heap.layout.node >= 22 ? 1 : 0)
    return heap.text(heap.pointer(info &+ 8 &+ 8 &* (first &+ UInt64(index))))
  }

  /// What is behind the variables: the name of the function, what it was assigned to, in some versions its range.
  private func rest(ofScope info: UInt64) -> UInt64 {
    let count = variableCount(info)
    let names = count < Self.mostNamesInline ? count : 1
    return info &+ 8 &+ 8 &* (heap.layout.scopeFirstVariable &+ UInt64(names + count))
  }

  private func scopeName(_ info: UInt64) -> String {
    let rest = rest(ofScope: info)
    var name = ""
    for offset in stride(from: UInt64(0), to: 48, by: 8) {
      guard let found = heap.text(heap.pointer(rest &+ offset)), !found.isEmpty else { continue }
      name = found
      break
    }
    // What V8 infers for an anonymous function has the path of what it was assigned to.
    return name.split(separator: ".").last.map(String.init) ?? name
  }

  private func scopeRange(_ info: UInt64, _ text: [UInt16]) -> Range<Int>? {
    let start = heap.layout.node >= 24 ? info &+ 32 : rest(ofScope: info)
    for offset in stride(from: UInt64(0), to: 64, by: 8) {
      guard let from = heap.integer(start &+ offset), let to = heap.integer(start &+ offset &+ 8) else { continue }
      if isRange(from, to, text) { return from..<to }
    }
    return nil
  }

  /// The range of a function that is not compiled, or whose code was dropped.
  private func uncompiledRange(_ shared: UInt64, _ text: [UInt16]) -> Range<Int>? {
    for offset in [UInt64(8), 16] {
      let data = heap.pointer(shared &+ offset)
      guard data != 0 else { continue }
      for offset in [UInt64(16), 24] {
        let (from, to) = (heap.int32(data &+ offset), heap.int32(data &+ offset &+ 4))
        if isRange(from, to, text) { return from..<to }
      }
    }
    return nil
  }

  private func isRange(_ from: Int, _ to: Int, _ text: [UInt16]) -> Bool {
    guard from >= 0, to > from, to <= text.count else { return false }
    if from == 0, to == text.count { return true }
    guard to > from + 3, ScriptTokens.isWord(text[from]) || text[from] == 0x28 else { return false }
    // An arrow function without braces ends anywhere.
    return text[from] == 0x28 || text[from..<min(from + 400, to)].contains(0x3E)
  }
}
