// What a line says that this version does not understand, kept as it stands so that a log read and written again loses nothing.

extension LogDecoder {
  /// The members to carry through, as JSON without braces, in the order of the line.
  ///
  /// `rest` holds the known members that this kind of event does not have, or whose word is not known. A site among those of a
  /// `created` comes first, where the encoder looks for it.
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
    var place = scratch.start
    if site != nil { place.put(LogEncoder.siteMember) }
    for (index, piece) in all.enumerated() {
      if index > 0 { place.put(byte: 0x2C) }
      place.put(piece.start, count: piece.end - piece.start)
    }
    return cache.intern(scratch.start, count: place - scratch.start)
  }
}
