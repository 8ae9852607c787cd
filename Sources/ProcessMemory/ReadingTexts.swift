// The texts of a reading, each of them once.

import PromiseTrace

/// Collects the texts of events.
package struct ReadingTexts {
  package let table = TextTable()
  private let folder: String
  private var known: [String: TextID] = [:]
  private var siteMembers: [Site: TextID] = [:]

  /// - Parameter folder: The folder that call sites are relative to.
  package init(relativeTo folder: String) { self.folder = folder.hasSuffix("/") ? folder : folder + "/" }

  package subscript(_ id: TextID) -> String? { table[id] }

  package mutating func intern(_ text: String) -> TextID {
    if let id = known[text] { return id }
    let id = table.intern(text)
    known[text] = id
    return id
  }

  /// A call site, with its file relative to the folder; the function may be empty.
  package mutating func site(_ file: String, _ line: Int, _ function: String) -> Site {
    Site(
      file: intern(file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : file), line: UInt32(clamping: line),
      function: function.isEmpty ? .none : intern(function))
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
