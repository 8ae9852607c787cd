// The events of an archive as a source, from the first one that it still has. Owns the position, and the event for those that were evicted.

import PromiseTrace

/// Reads an archive once, from its start.
package final class ArchiveSource: EventSource {
  package let header: LogHeader
  package let texts: TextTable
  package let diagnostics: [LogDiagnostic] = []
  private let archive: any EventArchive
  private var position: UInt64
  /// The number of events before the first one that are to be reported as lost.
  private var evicted: UInt64

  /// Starts at the first event that an archive has.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - texts: The texts of its events.
  ///   - header: The header of the log.
  ///   - reportsEvicted: Whether it starts with a `lost` event if the archive has evicted events.
  package init(
    _ archive: any EventArchive, _ texts: TextTable, _ header: LogHeader = LogHeader(), reportsEvicted: Bool = false
  ) {
    (self.archive, self.texts, self.header) = (archive, texts, header)
    position = archive.positions.lowerBound
    evicted = reportsEvicted ? position : 0
  }

  package func read(into events: inout [Event], limit: Int) throws -> SourceStatus {
    if evicted > 0 {
      var lost = Event(.lost)
      (lost.count, evicted) = (evicted, 0)
      events.append(lost)
      return .more
    }
    let count = events.count
    try archive.read(from: position, into: &events, limit: limit)
    position += UInt64(events.count - count)
    return events.count == count ? .ended : .more
  }
}
