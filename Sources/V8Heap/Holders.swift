// How an object is reached, as names: `entry of a Map ← Upstream.pending ← variable upstream`.

/// Reads names of the objects that hold an object.
struct Holders {
  /// What holds an object, nearest first.
  struct Chain {
    var names: [String] = []
    /// The suspended function that has the object, or what holds it, in a variable.
    var generator: UInt64 = 0
    /// The duration of the timer that calls the object, in milliseconds.
    var timer: Int?
    /// The last variable of the chain, and the scope's context that it is in.
    var variable: (name: String, context: UInt64)?
  }

  let heap: Heap
  let reachability: Reachability
  private static let mostNames = 5
  private static let mostSteps = 40

  /// The chain of an object that is reached; without names if it has none.
  func chain(of object: UInt64, _ functions: inout Functions) -> Chain {
    let layout = heap.layout
    var chain = Chain()
    var isData = false
    var (current, former) = (object, UInt64(0))
    for _ in 0..<Self.mostSteps {
      guard chain.names.count < Self.mostNames, let holder = reachability.holder(of: current) else { break }
      let type = heap.type(holder)
      let offset = offset(of: current, in: holder)
      switch type {
      case layout.asyncFunction, layout.asyncGenerator, layout.generator:
        chain.generator = holder
        return chain
      case layout.function:
        let number = functions.site(of: holder)
        let site = functions.sites[number]
        if site.script != nil, !site.name.isEmpty { chain.names.append("function \(site.name)") }
      case 128... where isContext(holder):
        if let name = variable(offset, of: holder, functions) {
          chain.names.append("variable \(name)")
          chain.variable = (name, holder)
          if isData { return chain }
        }
      case layout.jsObject...:
        let map = heap.pointer(holder)
        let name = className(map, functions) ?? kind(type)
        if offset == 16, type == layout.jsArray {
          chain.names.append("element of an \(name)")
          isData = true
        } else if offset == 24, type == layout.jsMap || type == layout.jsSet {
          chain.names.append("entry of a \(name)")
          isData = true
        } else if name == "Timeout" || name == "Immediate" {
          chain.names.append(name)
          if !isData { chain.timer = field("_idleTimeout", of: holder).flatMap { heap.integer($0) } ?? 0 }
          return chain
        } else {
          let property =
            offset == 8 ? property(of: map, former, in: heap.pointer(holder &+ 8)) : property(of: map, at: offset)
          if let property {
            chain.names.append("\(name).\(property)")
            isData = true
          }
        }
      default: break
      }
      (current, former) = (holder, current)
    }
    return chain
  }

  // MARK: Fields

  /// The offset of the field of an object that refers to another one; 0 if none does.
  private func offset(of target: UInt64, in object: UInt64) -> UInt64 {
    for offset in stride(from: UInt64(8), to: 1 << 14, by: 8) where heap.pointer(object &+ offset) == target {
      return offset
    }
    return 0
  }

  private func isContext(_ object: UInt64) -> Bool {
    heap.type(heap.pointer(object &+ Layout.contextScopeInfo)) == heap.layout.scopeInfo
      && heap.type(object) < heap.layout.jsObject && heap.integer(object &+ 8) != nil
  }

  private func variable(_ offset: UInt64, of context: UInt64, _ functions: Functions) -> String? {
    guard offset >= Layout.contextFirst else { return nil }
    let scope = heap.pointer(context &+ Layout.contextScopeInfo)
    return functions.variable(Int((offset - Layout.contextFirst) / 8), ofScope: scope)
  }

  /// The name of the class whose objects a map describes.
  private func className(_ map: UInt64, _ functions: Functions) -> String? {
    var constructor = heap.pointer(map &+ Layout.mapConstructor)
    for _ in 0..<50 {
      guard heap.type(constructor) == heap.layout.map else { break }
      constructor = heap.pointer(constructor &+ Layout.mapConstructor)
    }
    let shared = heap.pointer(constructor &+ heap.layout.functionShared)
    guard heap.type(shared) == heap.layout.sharedFunction else { return nil }
    let name = functions.name(ofShared: shared)
    return name.isEmpty ? nil : name
  }

  private func kind(_ type: Int) -> String {
    switch type {
    case heap.layout.jsArray: "Array"
    case heap.layout.jsMap: "Map"
    case heap.layout.jsSet: "Set"
    case heap.layout.promise: "Promise"
    default: "Object"
    }
  }

  /// The names and indices of the fields that a map describes.
  private func fields(of map: UInt64) -> [(name: UInt64, index: Int)] {
    let layout = heap.layout
    let array = heap.pointer(map &+ layout.mapDescriptors)
    var fields: [(UInt64, Int)] = []
    for number in 0..<min(heap.half(array &+ 8), 500) {
      let entry = array &+ 24 &+ 24 &* UInt64(number)
      guard let details = heap.integer(entry &+ 8) else { break }
      // What is in the map itself, such as a method, takes no field.
      if details & layout.propertyLocation == 0 {
        fields.append((heap.pointer(entry), (details & layout.propertyIndexMask) >> layout.propertyIndexShift))
      }
    }
    return fields
  }

  private func firstField(of map: UInt64) -> Int { Int((heap.word(map &+ 8) &>> 8) & 0xFF) }

  private func property(of map: UInt64, at offset: UInt64) -> String? {
    let index = Int(offset / 8) - firstField(of: map)
    guard index >= 0 else { return nil }
    return fields(of: map).first { $0.index == index }.flatMap { heap.text($0.name, limit: 60) }
  }

  /// The name of a property that is in the array of those that had no room in the object, or in its dictionary.
  private func property(of map: UInt64, _ value: UInt64, in properties: UInt64) -> String? {
    let offset = offset(of: value, in: properties)
    guard offset >= 16 else { return nil }
    if heap.type(properties) == heap.layout.propertyArray {
      let inObject = Int(heap.word(map &+ 8) & 0xFF) - firstField(of: map)
      let index = Int(offset - 16) / 8 + inObject
      return fields(of: map).first { $0.index == index }.flatMap { heap.text($0.name, limit: 60) }
    }
    return heap.text(heap.pointer(properties &+ offset &- 8), limit: 60)
  }

  /// The address of a field of an object.
  private func field(_ name: String, of object: UInt64) -> UInt64? {
    let map = heap.pointer(object)
    guard let found = fields(of: map).first(where: { heap.text($0.name, limit: 60) == name }) else { return nil }
    let index = found.index + firstField(of: map)
    return index < Int(heap.word(map &+ 8) & 0xFF) ? object &+ UInt64(index) &* 8 : nil
  }
}
