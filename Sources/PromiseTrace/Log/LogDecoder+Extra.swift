// The members of a line that this version does not understand, preserved unchanged so that reading and writing a log loses nothing.

extension LogDecoder {
  /// The members to preserve, as JSON without braces, in the order of the line.
  ///
  /// `rest` contains the known members that this kind of event does not use, or whose word is unknown. The call site of a `created` comes
  /// first, where the encoder expects it.
  @inline(never)
  func extra(_ rest: LogMemberSet, isCreated: Bool) -> TextID {
    var pieces = unknown
    var site: Piece?
    for member in LogMember.allCases where rest.contains(member) {
      let value = self[member]
      if isCreated, member == .site, value.shape == .object {
        site = Piece(start: value.start, end: value.end)
      } else {
        pieces.append(Piece(start: value.member, end: value.memberEnd))
      }
    }
    if rest.bits != 0 { pieces.sort { $0.start < $1.start } }
    if pieces.count == 1, site == nil { return cache.intern(pieces[0].start, count: pieces[0].end - pieces[0].start) }
    return join(pieces, behind: site)
  }

  private func join(_ pieces: [Piece], behind site: Piece?) -> TextID {
    let all = (site.map { [$0] } ?? []) + pieces
    scratch.reserve(all.reduce(16) { $0 + ($1.end - $1.start) + 1 })
    var cursor = scratch.start
    if site != nil { cursor.put(LogEncoder.siteMember) }
    for (index, piece) in all.enumerated() {
      if index > 0 { cursor.put(byte: 0x2C) }
      cursor.put(piece.start, count: piece.end - piece.start)
    }
    return cache.intern(scratch.start, count: cursor - scratch.start)
  }
}
