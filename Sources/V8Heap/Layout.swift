// Where the fields of V8's objects are, and which number each type of object has: what a Node binary exports for debuggers as v8dbg_*.
//
// What no symbol gives is the same in the four versions that are verified, or is in `init`.

import ProcessMemory

/// The layout of one version of V8; offsets are in bytes.
struct Layout {
  /// The versions that were compared with running programs, and the versions of Node that have them.
  private static let verified: [String: Int] = ["10.2": 18, "11.3": 20, "12.4": 22, "13.6": 24]

  /// Such as `12.4.254.21`.
  let version: String
  /// The major version of Node.
  let node: Int

  // Types.
  let map, symbol, promise, asyncFunction, asyncGenerator, reaction, capability, request, function, sharedFunction,
    scopeInfo, script, module: Int
  /// The least type of an object of the program.
  let jsObject: Int
  let jsArray, jsMap, jsSet, bound: Int
  /// A generator that is not asynchronous; the type is the one before that of async functions.
  var generator: Int { asyncFunction - 1 }
  /// The types of jobs, from the first to the last.
  let jobs: ClosedRange<Int>
  let propertyArray, propertyCell, byteArray, bytecodeArray, doubleArray: Int

  // Offsets.
  let mapType, mapDescriptors, functionContext, functionShared, sharedName, sharedScript, scriptSource,
    scriptName: UInt64
  /// The index of a scope's first variable in its ScopeInfo, behind the flags.
  let scopeFirstVariable: UInt64
  let propertyIndexShift, propertyIndexMask, propertyLocation: Int

  // The same in all of these versions.
  static let mapSizeInWords: UInt64 = 8
  static let mapPrototype: UInt64 = 24
  static let mapConstructor: UInt64 = 32
  static let generatorFunction: UInt64 = 24
  static let generatorContext: UInt64 = 32
  static let generatorReceiver: UInt64 = 40
  static let generatorContinuation: UInt64 = 64
  static let generatorRegisters: UInt64 = 72
  /// The promise of an async function, or the requests of an async generator.
  static let generatorPromise: UInt64 = 80
  static let promiseResult: UInt64 = 24
  static let promiseFlags: UInt64 = 32
  static let contextScopeInfo: UInt64 = 16
  static let contextPrevious: UInt64 = 24
  /// The first variable of a context; in those of V8's own functions, what they are bound to.
  static let contextFirst: UInt64 = 32

  init(_ symbols: [String: MemoryImage.Symbol]) throws(HeapError) {
    guard symbols.keys.contains(where: { $0.hasPrefix("v8dbg_") }) else { throw .noLayout }
    func part(_ name: String) -> Int32? {
      symbols["_ZN2v88internal7Version\(name.utf8.count)\(name)E"]?.value
    }
    let parts = ["major_", "minor_", "build_", "patch_"].map { part($0).map(String.init) ?? "?" }
    version = parts.joined(separator: ".")
    guard let node = Self.verified[parts[0...1].joined(separator: ".")] else { throw .unverified(version: version) }
    self.node = node
    var isComplete = true
    /// The value of a symbol, in any of the names that versions give it.
    func value(_ names: String...) -> Int {
      for name in names {
        if let symbol = symbols["v8dbg_" + name] { return Int(symbol.value) }
      }
      isComplete = false
      return 0
    }
    func offset(_ names: String...) -> UInt64 {
      for name in names {
        if let symbol = symbols["v8dbg_" + name], symbol.value >= 0, symbol.value < 4_096, symbol.value % 2 == 0 {
          return UInt64(symbol.value)
        }
      }
      isComplete = false
      return 0
    }
    map = value("type_Map__MAP_TYPE")
    symbol = value("type_Symbol__SYMBOL_TYPE")
    promise = value("type_JSPromise__JS_PROMISE_TYPE")
    asyncFunction = value("type_JSAsyncFunctionObject__JS_ASYNC_FUNCTION_OBJECT_TYPE")
    asyncGenerator = value("type_JSAsyncGeneratorObject__JS_ASYNC_GENERATOR_OBJECT_TYPE")
    reaction = value("type_PromiseReaction__PROMISE_REACTION_TYPE")
    capability = value("type_PromiseCapability__PROMISE_CAPABILITY_TYPE")
    request = value("type_AsyncGeneratorRequest__ASYNC_GENERATOR_REQUEST_TYPE")
    function = value("type_JSFunction__JS_FUNCTION_TYPE")
    bound = value("type_JSBoundFunction__JS_BOUND_FUNCTION_TYPE")
    sharedFunction = value("type_SharedFunctionInfo__SHARED_FUNCTION_INFO_TYPE")
    scopeInfo = value("type_ScopeInfo__SCOPE_INFO_TYPE")
    script = value("type_Script__SCRIPT_TYPE")
    module = value("type_SourceTextModule__SOURCE_TEXT_MODULE_TYPE")
    jsObject = value("type_JSObject__JS_OBJECT_TYPE")
    jsArray = value("type_JSArray__JS_ARRAY_TYPE")
    jsMap = value("type_JSMap__JS_MAP_TYPE")
    jsSet = value("type_JSSet__JS_SET_TYPE")
    let first = value("type_PromiseFulfillReactionJobTask__PROMISE_FULFILL_REACTION_JOB_TASK_TYPE")
    jobs =
      first...max(
        first, value("type_PromiseResolveThenableJobTask__PROMISE_RESOLVE_THENABLE_JOB_TASK_TYPE"))
    propertyArray = value("type_PropertyArray__PROPERTY_ARRAY_TYPE")
    propertyCell = value("type_PropertyCell__PROPERTY_CELL_TYPE")
    byteArray = value("type_ByteArray__BYTE_ARRAY_TYPE")
    bytecodeArray = value("type_BytecodeArray__BYTECODE_ARRAY_TYPE")
    doubleArray = value("type_FixedDoubleArray__FIXED_DOUBLE_ARRAY_TYPE")
    mapType = offset("class_Map__instance_type__uint16_t")
    mapDescriptors = offset("class_Map__instance_descriptors_offset")
    functionContext = offset("class_JSFunction__context__Context", "class_JSFunction__context__Tagged_Context_")
    functionShared = offset("class_JSFunction__shared__SharedFunctionInfo")
    sharedName = offset(
      "class_SharedFunctionInfo__name_or_scope_info__Object",
      "class_SharedFunctionInfo__name_or_scope_info__Tagged_Object_",
      "class_SharedFunctionInfo__name_or_scope_info__Tagged_NameOrScopeInfoT_")
    sharedScript = offset(
      "class_SharedFunctionInfo__script_or_debug_info__HeapObject",
      "class_SharedFunctionInfo__raw_script__Tagged_Object_")
    scriptSource = offset("class_Script__source__Object")
    scriptName = offset("class_Script__name__Object")
    scopeFirstVariable = UInt64(clamping: value("scopeinfo_idx_first_vars"))
    propertyIndexShift = value("prop_index_shift")
    propertyIndexMask = value("prop_index_mask")
    propertyLocation = value("prop_location_mask")
    guard isComplete, scopeFirstVariable < 16, (0..<32).contains(propertyIndexShift) else {
      throw .unverified(version: version)
    }
  }

  /// Where the objects of a page begin and end; nil unless `page`, which is divisible by ``pageSize``, is the start of one.
  func area(ofPage page: UInt64, _ word: (UInt64) -> UInt64) -> Range<UInt64>? {
    let (start, end): (UInt64, UInt64)
    switch node {
    case ...20:
      guard word(page) % 4_096 == 0 else { return nil }
      (start, end) = (word(page &+ 24), word(page &+ 32))
    case 22:
      guard word(page &+ 8) == page else { return nil }
      (start, end) = (word(page &+ 32), word(page &+ 40))
    default:
      // The page has the address of what describes it, which does not refer to the page if that is only read.
      let metadata = word(page &+ 8)
      guard metadata % 8 == 0, [page, 0].contains(word(metadata &+ 8)) else { return nil }
      (start, end) = (word(metadata &+ 72), word(metadata &+ 56))
    }
    guard start > page, start &- page <= 0x2000, start % 8 == 0, end % 8 == 0, end > start, end &- page < 1 << 40 else {
      return nil
    }
    return start..<end
  }

  static let pageSize: UInt64 = 1 << 18
}
