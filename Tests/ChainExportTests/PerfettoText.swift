// A Perfetto trace as lines of text, as far as `PerfettoWriter` writes its messages. Owns the meaning of their fields.

@testable import ChainExport

/// Decodes a trace: a line for each track (`track 17 below 2: net`) and each event (`10 begin net queue load promise=1 out=1`).
struct PerfettoText {
  private var tracks: [UInt64: String] = [:]
  private(set) var lines: [String] = []

  init(_ bytes: [UInt8]) {
    for (_, packet) in Fields(bytes[...]) {
      let time = packet.number(8)
      if let track = packet.message(60) { add(track: track) }
      if let event = packet.message(11) { add(event: event, at: time) }
    }
  }

  private mutating func add(track: Value) {
    let name = track.text(2)
    tracks[track.number(1)] = name
    lines.append("track \(name)" + (track.has(5) ? " below \(tracks[track.number(5)] ?? "?")" : ""))
  }

  private mutating func add(event: Value, at time: UInt64) {
    var words = ["\(time)", ["begin", "end", "instant"][Int(event.number(9)) - 1], tracks[event.number(11)] ?? "?"]
    if event.has(22) { words += [event.text(22), event.text(23)] }
    for (field, value) in event.fields {
      switch field {
      case 4:
        let name = PerfettoArgument(rawValue: value.number(1))?.name ?? "?"
        let number = value.number(2) + value.number(3) + value.number(4)
        words.append("\(name)=\(value.has(6) ? value.text(6) : "\(number)")")
      case 47: words.append("out=\(value.integer)")
      case 48: words.append("in=\(value.integer)")
      default: continue
      }
    }
    lines.append(words.joined(separator: " "))
  }

  /// A field's value: a number, or the bytes of a text or a message.
  struct Value {
    var integer: UInt64 = 0
    var bytes: ArraySlice<UInt8> = []

    var fields: [(UInt64, Value)] { Array(Fields(bytes)) }
    func message(_ field: UInt64) -> Value? { fields.first { $0.0 == field }?.1 }
    func has(_ field: UInt64) -> Bool { message(field) != nil }
    func number(_ field: UInt64) -> UInt64 { message(field)?.integer ?? 0 }
    func text(_ field: UInt64) -> String { String(decoding: message(field)?.bytes ?? [], as: UTF8.self) }
  }

  /// The fields of a message, in order.
  struct Fields: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> (UInt64, Value)? {
      guard !rest.isEmpty else { return nil }
      let key = varint()
      var value = Value()
      switch key & 7 {
      case 0: value.integer = varint()
      case 1:
        for (index, byte) in rest.prefix(8).enumerated() { value.integer |= UInt64(byte) << (8 * UInt64(index)) }
        rest = rest.dropFirst(8)
      default:
        let count = Int(varint())
        value.bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
      }
      return (key >> 3, value)
    }

    private mutating func varint() -> UInt64 {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while let byte = rest.popFirst() {
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      return number
    }
  }
}
