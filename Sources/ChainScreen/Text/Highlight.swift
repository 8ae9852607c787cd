// Where a text that is searched for stands in another one.

enum Highlight {
  /// Where a text contains another one, ignoring case; nil if it does not.
  static func range(of part: String, in text: String) -> Range<String.Index>? {
    let wanted = part.lowercased()
    var start = text.startIndex
    while start < text.endIndex {
      var (index, rest) = (start, wanted[...])
      while index < text.endIndex, !rest.isEmpty, rest.hasPrefix(text[index].lowercased()) {
        rest = rest.dropFirst(text[index].lowercased().count)
        index = text.index(after: index)
      }
      if rest.isEmpty { return start..<index }
      start = text.index(after: start)
    }
    return nil
  }
}
