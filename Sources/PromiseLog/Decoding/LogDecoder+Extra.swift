// The members of a line that this version does not understand, preserved unchanged so that reading and writing a log loses nothing.

import PromiseTrace

extension LogDecoder {
  /// The members to preserve, as JSON without braces, in the order of the line.
  ///
  /// `rest` contains the known members that this kind of event does not use, or whose word is unknown. A call site, except that of a `registered`,
  /// and the handled sides of a `registered` come first, where the encoder expects them.
  @inline(never)
  func extra(_ rest: LogMemberSet, of kind: EventKind) -> TextID {
    var pieces = unknown
    var first: (name: StaticString, value: Piece)?
    for member in LogMember.allCases where rest.contains(member) {
      let value = self[member]
      switch (kind, member, value.shape) {
      case (.created, .site, .object), (.awaiting, .site, .object), (.adopted, .site, .object),
        (.fulfilled, .site, .object), (.rejected, .site, .object), (.ignored, .site, .object),
        (.called, .site, .object), (.handled, .site, .object), (.noted, .site, .object):
        first = (LogEncoder.siteMember, Piece(start: value.start, end: value.end))
      case (.registered, .handles, _): first = (LogEncoder.handlesMember, Piece(start: value.start, end: value.end))
      default: pieces.append(Piece(start: value.member, end: value.memberEnd))
      }
    }
    if rest.bits != 0 { pieces.sort { $0.start < $1.start } }
    if pieces.count == 1, first == nil {
      return cache.internWhole(pieces[0].start, count: pieces[0].end - pieces[0].start)
    }
    return join(pieces, behind: first)
  }

  private func join(_ pieces: [Piece], behind first: (name: StaticString, value: Piece)?) -> TextID {
    let all = (first.map { [$0.value] } ?? []) + pieces
    scratch.reserve(all.reduce(16) { $0 + ($1.end - $1.start) + 1 })
    var cursor = scratch.start
    if let first { cursor.put(first.name) }
    for (index, piece) in all.enumerated() {
      if index > 0 { cursor.put(byte: 0x2C) }
      cursor.put(piece.start, count: piece.end - piece.start)
    }
    return cache.internWhole(scratch.start, count: cursor - scratch.start)
  }
}

extension EventKind {
  /// Whether an event of this kind must have a promise.
  var needsPromise: Bool {
    switch self {
    case .noted, .lost, .ended, .alive, .unknown: false
    default: true
    }
  }
}
