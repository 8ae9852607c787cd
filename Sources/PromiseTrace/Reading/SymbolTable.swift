// The functions of an ELF file with 64-bit little-endian addresses, by address. Owns the parsing, which trusts nothing in the file.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The symbol table of an executable or library.
package struct SymbolTable {
  private struct Function {
    var address: UInt64
    var size: UInt64
    var name: Int
  }

  private var bytes: UnsafeRawBufferPointer
  /// In the order of their addresses.
  private var functions: [Function] = []
  private var base: UInt64 = .max

  /// Reads the symbols, or if the file is stripped those that it exports.
  ///
  /// The mapped file stays in memory until the process ends. Without any symbol, the table is empty.
  package init(path: String) {
    bytes = SymbolTable.map(path)
    guard load(0, UInt32.self) == 0x464C_457F, load(4, UInt8.self) == 2, load(5, UInt8.self) == 1 else { return }
    // The lowest address to load, to which the file's base corresponds.
    for header in headers(at: 32, size: 54, count: 56) where load(header, UInt32.self) == 1 {
      base = min(base, load(header &+ 16, UInt64.self) ?? .max)
    }
    let sections = headers(at: 40, size: 58, count: 60)
    for section in sections where [2, 11].contains(load(section &+ 4, UInt32.self)) {
      guard let link = load(section &+ 40, UInt32.self), link < sections.count,
        let names = int(sections[Int(link)] &+ 24), let start = int(section &+ 24), let size = int(section &+ 32)
      else { continue }
      var symbol = start
      while symbol < start &+ min(size, bytes.count) {
        defer { symbol = symbol &+ 24 }
        guard let kind = load(symbol &+ 4, UInt8.self), let name = load(symbol, UInt32.self) else { break }
        guard kind & 0xF == 2, let address = load(symbol &+ 8, UInt64.self), let size = load(symbol &+ 16, UInt64.self),
          // The alias of an entry has no size.
          address > 0, size > 0
        else { continue }
        functions.append(Function(address: address, size: size, name: names &+ Int(name)))
      }
    }
    functions.sort { $0.address < $1.address }
  }

  /// The function at an address, relative to where the file was loaded; nil if it has none.
  package func name(at offset: UInt64) -> String? { index(at: offset).flatMap { name(of: functions[$0]) } }

  /// The start of the async function whose part after an `await` has an address; nil if the address is in no such part.
  ///
  /// Both addresses are relative to that at which the file was loaded.
  func start(ofPartAt offset: UInt64) -> UInt64? {
    guard let index = index(at: offset), let name = name(of: functions[index]),
      let whole = SymbolTable.function(ofPart: name)
    else { return nil }
    // The compiler emits the parts after the start.
    let start = functions[max(0, index &- 64)..<index].last { self.name(of: $0) == whole }
    return start.map { $0.address &- base }
  }

  /// The symbol of an async function, from the symbol of a part that continues after an `await`; nil for any other symbol.
  static func function(ofPart symbol: String) -> String? {
    guard symbol.last == "_" else { return nil }
    var name = symbol.dropLast()
    while name.last?.isNumber ?? false { name.removeLast() }
    return name.hasSuffix("TQ") || name.hasSuffix("TY") ? String(name.dropLast(2)) : nil
  }

  private func index(at offset: UInt64) -> Int? {
    guard base != .max else { return nil }
    let address = offset &+ base
    var (low, high) = (0, functions.count)
    while low < high {
      let middle = (low &+ high) / 2
      if functions[middle].address <= address { low = middle &+ 1 } else { high = middle }
    }
    return low > 0 && address &- functions[low &- 1].address < functions[low &- 1].size ? low &- 1 : nil
  }

  private func name(of function: Function) -> String? {
    let start = function.name
    guard start >= 0, start < bytes.count else { return nil }
    return String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The positions of the entries of a table whose position, size of an entry, and number of entries are in the file's header.
  private func headers(at position: Int, size: Int, count: Int) -> [Int] {
    guard let start = int(position), let size = load(size, UInt16.self), let count = load(count, UInt16.self) else {
      return []
    }
    return (0..<Int(count)).map { start &+ $0 &* Int(size) }
  }

  private func int(_ position: Int) -> Int? { load(position, UInt64.self).flatMap { Int(exactly: $0) } }

  private func load<Number: FixedWidthInteger>(_ position: Int, _ type: Number.Type) -> Number? {
    guard position >= 0, position <= bytes.count &- MemoryLayout<Number>.size else { return nil }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: type))
  }

  private static func map(_ path: String) -> UnsafeRawBufferPointer {
    let empty = UnsafeRawBufferPointer(start: nil, count: 0)
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return empty }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0,
      let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED
    else { return empty }
    return UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
  }
}
