// How an object is reached, as names: `an entry of a Map ← Upstream.pending ← variable upstream`.

/// Reads names of the objects that hold an object.
struct Holders {
  /// What holds an object, nearest first.
  struct Chain {
    var names: [String] = []
    /// The suspended function that has the object, or what holds it, in a variable.
    var generator: UInt64 = 0
    /// The duration of the timer that calls the object, in milliseconds.
    var timer: Int?
    /// The outermost object that was looked at.
    var end: UInt64 = 0
    /// Whether the object was reached as `this`, which says nothing.
    var isStuck = false
    /// Whether nothing further would say more.
    var isComplete = false
    /// The properties in `names`.
    var properties: [String] = []
    /// The objects that have these properties, except one that refers to the first object of the chain directly.
    var objects: [UInt64] = []
    /// The last variable of the chain, and the scope's context that it is in.
    var variable: (name: String, context: UInt64)?

    /// Whether a variable that refers to the end of the chain is still to be found; a chain that ends at a suspended function has no name for it.
    fileprivate var needsVariable: Bool { variable == nil && (!isComplete || generator != 0) }
  }

  let heap: Heap
  let reachability: Reachability
  private static let mostNames = 5
  private static let mostSteps = 40
  /// The rest of a chain from an array on.
  private var rests: [UInt64: Chain] = [:]

  init(_ reachability: Reachability) {
    self.reachability = reachability
    heap = reachability.heap
  }

  /// The chain of an object that is reached; without names if it has none.
  mutating func chain(of object: UInt64, _ functions: inout Functions) -> Chain {
    var chain = Chain()
    var isData = false
    var (current, former) = (object, UInt64(0))
    // Thousands of objects can be in the same array or table: where its names begin.
    var joined: [(array: UInt64, names: Int, objects: Int)] = []
    for _ in 0..<Self.mostSteps {
      chain.end = current
      guard chain.names.count < Self.mostNames, let holder = reachability.holder(of: current) else { break }
      if heap.pointer(holder &+ Layout.generatorReceiver) == current, isGenerator(holder) { break }
      if let known = rests[holder] {
        let names = chain.names + known.names.prefix(Self.mostNames - chain.names.count)
        let objects = chain.objects + known.objects
        chain = known
        (chain.names, chain.objects) = (names, objects)
        break
      }
      if let (emitter, name) = listener(holder, functions) {
        chain.names = ["a listener of the event \(name)"]
        (current, former, isData) = (emitter, holder, true)
        continue
      }
      let (names, objects) = (chain.names.count, chain.objects.count)
      if add(holder, current, former, &isData, &chain, &functions) { joined.append((current, names, objects)) }
      if chain.isComplete || chain.isStuck { break }
      (current, former) = (holder, current)
    }
    for (array, names, objects) in joined {
      var rest = chain
      rest.names.removeFirst(names)
      rest.objects.removeFirst(objects)
      rests[array] = rest
    }
    return chain
  }

  /// Adds the variables to chains that end at an object which something else refers to, too, and was reached from first.
  func addVariables(to chains: inout [Int: Chain], _ functions: Functions) {
    var ends: [UInt64: (name: String, context: UInt64)?] = [:]
    for chain in chains.values where chain.needsVariable { ends[chain.end] = .some(nil) }
    ends[0] = nil
    guard !ends.isEmpty else { return }
    heap.eachObject { object, type in
      guard (128..<heap.layout.jsObject).contains(type), isContext(object), !reachability.isGarbage(object) else {
        return
      }
      for index in 0..<UInt64(max(0, min(heap.integer(object &+ 8) ?? 0, 200))) {
        let target = heap.pointer(object &+ 16 &+ index &* 8)
        guard target != 0, let known = ends[target], known == nil else { continue }
        if let name = variable(16 &+ index &* 8, of: object, functions), name != "this" {
          ends[target] = (name, object)
        }
      }
    }
    for (node, chain) in chains where chain.needsVariable {
      guard let variable = ends[chain.end] ?? nil else { continue }
      chains[node]?.variable = variable
      chains[node]?.names.append("variable \(variable.name)")
    }
  }

  /// Adds what an object that holds another one is called; returns whether that is a collection, and the other one its array or table.
  private func add(
    _ holder: UInt64, _ held: UInt64, _ former: UInt64, _ isData: inout Bool, _ chain: inout Chain,
    _ functions: inout Functions
  ) -> Bool {
    let layout = heap.layout
    let type = heap.type(holder)
    switch type {
    case _ where isGenerator(holder):
      chain.generator = holder
      chain.isComplete = true
    case layout.function:
      let number = functions.site(of: holder)
      let site = functions.sites[number]
      if site.script != nil, !site.name.isEmpty { chain.names.append("function \(site.name)") }
    case layout.jsObject...:
      let map = heap.pointer(holder)
      let name = className(map, functions) ?? kind(type)
      if type == layout.jsArray, heap.pointer(holder &+ 16) == held {
        chain.names.append("an element of an \(name)")
        isData = true
        return true
      } else if type == layout.jsMap || type == layout.jsSet, heap.pointer(holder &+ 24) == held {
        chain.names.append("an entry of a \(name)")
        isData = true
        return true
      } else if name == "Timeout" || name == "Immediate" {
        chain.names.append(name)
        if !isData { chain.timer = field("_idleTimeout", of: holder).flatMap { heap.integer($0) } ?? 0 }
        chain.isComplete = true
      } else {
        let properties = heap.pointer(holder &+ 8)
        if type != layout.bound { isData = true }
        if let property = properties == held
          ? property(of: map, former, in: properties) : property(of: map, at: offset(of: held, in: holder, to: 2_048))
        {
          if !chain.names.isEmpty { chain.objects.append(holder) }
          chain.names.append("\(name).\(property)")
          chain.properties.append(property)
        }
      }
    case layout.propertyCell:
      // The value of a global variable.
      guard let name = heap.text(heap.pointer(holder &+ 8), limit: 60), !name.isEmpty else { break }
      chain.names.append("globalThis.\(name)")
      (isData, chain.isComplete) = (true, true)
    case 128... where isContext(holder):
      guard let name = variable(offset(of: held, in: holder, to: 8_192), of: holder, functions) else { break }
      if name == "this" {
        chain.isStuck = true
        break
      }
      chain.names.append("variable \(name)")
      chain.variable = (name, holder)
      if isData { chain.isComplete = true }
    default: break
    }
    return false
  }

  /// The emitter and the event of a listener that `events.once` added, for the event or for errors; nil for any other function.
  private func listener(_ function: UInt64, _ functions: Functions) -> (emitter: UInt64, name: String)? {
    guard heap.type(function) == heap.layout.function,
      ["resolver", "errorListener"].contains(
        functions.name(ofShared: heap.pointer(function &+ heap.layout.functionShared)))
    else { return nil }
    var context = heap.pointer(function &+ heap.layout.functionContext)
    for _ in 0..<3 where isContext(context) {
      let values = (0..<8 as Range<UInt64>).map { offset in
        (variable(Layout.contextFirst &+ offset &* 8, of: context, functions), Layout.contextFirst &+ offset &* 8)
      }
      func value(_ name: String) -> UInt64? { values.first { $0.0 == name }.map { heap.pointer(context &+ $0.1) } }
      if let emitter = value("emitter"), emitter != 0, let name = value("name").flatMap(heap.name(ofKey:)) {
        return (emitter, name)
      }
      context = heap.pointer(context &+ Layout.contextPrevious)
    }
    return nil
  }

  // MARK: Fields

  /// The offset of the field of an object that refers to another one; 0 if none does.
  private func offset(of target: UInt64, in object: UInt64, to end: UInt64 = 1 << 14) -> UInt64 {
    for offset in stride(from: UInt64(8), to: end, by: 8) where heap.pointer(object &+ offset) == target {
      return offset
    }
    return 0
  }

  private func isGenerator(_ object: UInt64) -> Bool {
    (heap.layout.generator...heap.layout.asyncGenerator).contains(heap.type(object))
  }

  private func isContext(_ object: UInt64) -> Bool {
    heap.type(heap.pointer(object &+ Layout.contextScopeInfo)) == heap.layout.scopeInfo
      && heap.type(object) < heap.layout.jsObject && heap.integer(object &+ 8) != nil
  }

  private func variable(_ offset: UInt64, of context: UInt64, _ functions: Functions) -> String? {
    // The first slot of a module's scope has the module; its variables follow.
    let isModule = heap.type(heap.pointer(context &+ Layout.contextFirst)) == heap.layout.module
    let first = Layout.contextFirst + (isModule ? 8 : 0)
    guard offset >= first else { return nil }
    let scope = heap.pointer(context &+ Layout.contextScopeInfo)
    return functions.variable(Int((offset - first) / 8), ofScope: scope, isModule: isModule)
  }

  /// The name of the class whose objects a map describes.
  private func className(_ map: UInt64, _ functions: Functions) -> String? {
    // The constructor of a map is that of the base class. Its prototype has the other one.
    var constructor = field("constructor", of: heap.pointer(map &+ Layout.mapPrototype)).map { heap.pointer($0) } ?? 0
    if heap.type(heap.pointer(constructor &+ heap.layout.functionShared)) != heap.layout.sharedFunction {
      constructor = heap.pointer(map &+ Layout.mapConstructor)
    }
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
    return fields(of: map).first { $0.index == index }.flatMap { heap.name(ofKey: $0.name) }
  }

  /// The name of a property that is in the array of those that had no room in the object, or in its dictionary.
  private func property(of map: UInt64, _ value: UInt64, in properties: UInt64) -> String? {
    let offset = offset(of: value, in: properties)
    guard offset >= 16 else { return nil }
    if heap.type(properties) == heap.layout.propertyArray {
      let inObject = Int(heap.word(map &+ 8) & 0xFF) - firstField(of: map)
      let index = Int(offset - 16) / 8 + inObject
      return fields(of: map).first { $0.index == index }.flatMap { heap.name(ofKey: $0.name) }
    }
    return heap.name(ofKey: heap.pointer(properties &+ offset &- 8))
  }

  /// The address of a field of an object, which can be in it, in an array, or in a dictionary.
  private func field(_ name: String, of object: UInt64) -> UInt64? {
    let map = heap.pointer(object)
    let (size, first) = (Int(heap.word(map &+ 8) & 0xFF), firstField(of: map))
    let properties = heap.pointer(object &+ 8)
    if let found = fields(of: map).first(where: { heap.name(ofKey: $0.name) == name }) {
      let index = found.index + first
      return index < size ? object &+ UInt64(index) &* 8 : properties &+ 16 &+ UInt64(index - size) &* 8
    }
    guard heap.type(properties) != heap.layout.propertyArray else { return nil }
    for index in 0..<UInt64(max(0, min(heap.integer(properties &+ 8) ?? 0, 500))) {
      let key = properties &+ 16 &+ index &* 8
      if heap.name(ofKey: heap.pointer(key)) == name { return key &+ 8 }
    }
    return nil
  }
}
