// The names and lines of addresses of code, from the files of the programs that have it.

import CPromiseRuntime
import ProcessMemory
import PromiseTrace

/// A function of the program, or one part of an async function.
struct SwiftFrame {
  var function: String
  var line: SourceLine?
}

struct SourceLine {
  var file: String
  var line: Int

  fileprivate init?(_ place: PSPlace) {
    guard let name = place.file.map({ String(cString: $0) }), !name.hasPrefix("<") else { return nil }
    (file, line) = (place.folder.map { String(cString: $0) + "/" + name } ?? name, Int(clamping: place.line))
  }
}

struct CodeNames {
  private let image: MemoryImage
  private var names: [UInt64: String] = [:]
  private var lines: [UInt64: SourceLine] = [:]

  /// - Parameter path: Returns the path at which a program's file can be read.
  init(of addresses: some Sequence<UInt64>, in image: MemoryImage, file path: (String) -> String) {
    self.image = image
    var wanted: [String: (start: UInt64, addresses: Set<UInt64>)] = [:]
    for address in addresses {
      guard let program = Self.program(at: address, in: image) else { continue }
      wanted[program.path, default: (program.start, [])].addresses.insert(address)
    }
    for (program, (start, addresses)) in wanted {
      let table = SymbolTable(path: path(program))
      for address in addresses { names[address] = table.name(at: address - start) }
      guard let info = psDebugInfo(path(program)) else { continue }
      for address in addresses {
        var place = PSPlace()
        if psLine(info, address - start, &place) { lines[address] = SourceLine(place) }
      }
      psCloseDebugInfo(info)
    }
  }

  static func program(at address: UInt64, in image: MemoryImage) -> MappedProgram? {
    image.programs.first { $0.start <= address && address < $0.end }
  }

  func symbol(at address: UInt64) -> String? { names[address] }

  /// The function and line of an address; nil for a thunk, and for a function that is not the program's.
  func frame(at address: UInt64) -> SwiftFrame? {
    guard let symbol = names[address], !CallerNames.isLibrary(symbol) else { return nil }
    let line = lines[address]
    // The closures of a script have no function around them.
    return (CallerNames.functionName(symbol) ?? line.map { _ in "main" }).map { SwiftFrame(function: $0, line: line) }
  }
}
