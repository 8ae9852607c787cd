// The sources of a program inside its log, so that a log shows its code on any machine. Owns their form: a member `sources` of the header, an
// object with the text of each file by its path.

import Foundation
import PlainText
import PromiseTrace

/// Source files in the header of a log.
enum EmbeddedSources {
  /// The files in a header, by the paths that the call sites have; empty without any.
  static func files(in header: LogHeader) -> [String: String] {
    guard header.extra.contains("\"sources\""),
      let members = try? JSONSerialization.jsonObject(with: Data("{\(header.extra)}".utf8)) as? [String: Any]
    else { return [:] }
    return members["sources"] as? [String: String] ?? [:]
  }

  /// The same run with the sources of its call sites in its header.
  ///
  /// - Returns: A source with all events of the run in memory.
  static func adding(
    to source: any EventSource, find: (String) -> [String]?
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
    if !files.isEmpty, self.files(in: header).isEmpty,
      let data = try? JSONSerialization.data(
        withJSONObject: ["sources": files], options: [.sortedKeys, .withoutEscapingSlashes])
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
