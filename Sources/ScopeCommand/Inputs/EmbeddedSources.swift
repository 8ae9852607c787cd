// What a log carries in its header, so that it needs no other file: `sources`, an object with the text of each source file by its path, and
// `lesson`, the text of a lesson about the run.

import Foundation
import PlainText
import PromiseTrace

/// Source files in the header of a log.
enum EmbeddedSources {
  /// The files in a header, by the paths that the call sites have; empty without any.
  static func files(in header: LogHeader) -> [String: String] {
    member("sources", of: header) as? [String: String] ?? [:]
  }

  /// The file of a lesson in a header; nil without one.
  static func lesson(in header: LogHeader) -> String? { member("lesson", of: header) as? String }

  private static func member(_ name: String, of header: LogHeader) -> Any? {
    guard header.extra.contains("\"\(name)\"") else { return nil }
    let members = try? JSONSerialization.jsonObject(with: Data("{\(header.extra)}".utf8)) as? [String: Any]
    return members?[name]
  }

  /// The same run with the sources of its call sites in its header, and a lesson about it.
  ///
  /// - Parameters:
  ///   - source: The run.
  ///   - lesson: The file of the lesson; nil for none.
  ///   - find: Returns the lines of a source file; nil if it is not to be embedded.
  /// - Returns: A source with all events of the run in memory.
  static func adding(
    to source: any EventSource, lesson: String? = nil, find: (String) -> [String]?
  ) -> any EventSource {
    var pump = EventPump(source)
    let events = pump.rest()
    var files: [String: String] = [:]
    for event in events where event.site.line > 0 {
      guard let name = source.texts[event.site.file], files[name] == nil, let lines = find(name) else { continue }
      files[name] = lines.joined(separator: "\n")
    }
    var header = source.header
    // A log that has its sources keeps them.
    var added: [String: Any] = [:]
    if !files.isEmpty, self.files(in: header).isEmpty { added["sources"] = files }
    if self.lesson(in: header) == nil { added["lesson"] = lesson }
    if !added.isEmpty,
      let data = try? JSONSerialization.data(
        withJSONObject: added, options: [.sortedKeys, .withoutEscapingSlashes])
    {
      let members = String(decoding: data, as: UTF8.self).dropFirst().dropLast()
      header.extra += (header.extra.isEmpty ? "" : ",") + members
    }
    var rest = events
    return PassedSource(
      source, header: { _ in header },
      read: { [failure = pump.failure] read, _ in
        read += rest
        rest = []
        if let failure { throw failure }
        return .ended
      })
  }
}
