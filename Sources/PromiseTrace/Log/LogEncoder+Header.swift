// Encoding of a log's first line.

import PlainText

extension LogEncoder {
  /// Appends the log's first line, including the newline.
  ///
  /// A known member that ``LogHeader/extra`` contains, with a value that this version cannot read, is written from there only.
  public func encode(_ header: LogHeader, into bytes: inout [UInt8]) {
    func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
    let extra = header.extraNames
    func put(_ name: String, _ value: () -> Void) {
      guard !extra.contains(name) else { return }
      put(",\"\(name)\":")
      value()
    }
    put("{\"schema\":\"\(LogHeader.schema)\",\"version\":\(max(0, header.version)),\"unit\":\"ns\"")
    put("started") { Self.quote(header.started, into: &bytes) }
    put("program") { Self.quote(header.program, into: &bytes) }
    put("pid") { put("\(header.pid)") }
    if !header.pidNamespace.isEmpty { put("pidNamespace") { Self.quote(header.pidNamespace, into: &bytes) } }
    put("sourceRoot") { Self.quote(header.sourceRoot, into: &bytes) }
    put("values") { put("\"\(header.values.rawValue)\"") }
    put("seed") { put(header.seed.map { "\($0)" } ?? "null") }
    if !header.runtime.isEmpty { put("runtime") { Self.quote(header.runtime, into: &bytes) } }
    if !header.adapter.isEmpty { put("adapter") { Self.quote(header.adapter, into: &bytes) } }
    if let arguments = header.arguments {
      put("argv") {
        for (index, argument) in arguments.enumerated() {
          put(index == 0 ? "[" : ",")
          Self.quote(argument, into: &bytes)
        }
        put(arguments.isEmpty ? "[]" : "]")
      }
    }
    if let thread = header.thread { put("thread") { put("\(thread)") } }
    if !header.run.isEmpty { put("run") { Self.quote(header.run, into: &bytes) } }
    if !header.snapshot.isEmpty { put("snapshot") { Self.quote(header.snapshot, into: &bytes) } }
    if !header.extra.isEmpty {
      put(",")
      Self.put(header.extra, isJSON: true, into: &bytes)
    }
    put("}\n")
  }

  /// Appends a text as a JSON string.
  package static func quote(_ text: String, into bytes: inout [UInt8]) {
    bytes.append(0x22)
    put(text, isJSON: false, into: &bytes)
    bytes.append(0x22)
  }

  private static func put(_ text: String, isJSON: Bool, into bytes: inout [UInt8]) {
    text.withBytes { text in
      bytes += [UInt8](unsafeUninitializedCapacity: text.count &* LogQuoting.growth &+ 8) { space, count in
        guard let start = space.baseAddress else { return }
        var cursor = start
        LogQuoting.put(escaped: text, isJSON: isJSON, &cursor)
        count = cursor - start
      }
    }
  }
}
