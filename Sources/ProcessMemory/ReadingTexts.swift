// The texts of a reading, each of them once.

import PromiseTrace

/// Collects the texts of events.
package struct ReadingTexts {
  package let table = TextTable()
  private var known: [String: TextID] = [:]
  private var siteMembers: [Site: TextID] = [:]

  package init() {}

  package subscript(_ id: TextID) -> String? { table[id] }

  package mutating func intern(_ text: String) -> TextID {
    if let id = known[text] { return id }
    let id = table.intern(text)
    known[text] = id
    return id
  }

  /// The site with the member `inferred`, which an event has no field for.
  package mutating func inferredMember(_ site: Site) -> TextID {
    guard site.line > 0 else { return .none }
    if let known = siteMembers[site] { return known }
    var bytes = Array("\"site\":{\"file\":".utf8)
    func quote(_ text: TextID) { LogEncoder.quote(table[text] ?? "", into: &bytes) }
    quote(site.file)
    bytes += Array(",\"line\":\(site.line)".utf8)
    if site.function != .none {
      bytes += Array(",\"function\":".utf8)
      quote(site.function)
    }
    bytes += Array(",\"inferred\":true}".utf8)
    let member = table.intern(String(decoding: bytes, as: UTF8.self))
    siteMembers[site] = member
    return member
  }
}
