// A source of events without what may be confidential: labels, values, errors, stages, notes, and the command line become stand-ins. Owns what
// is replaced. Code stays: operators, functions, files relative to their project, queues, and types of errors.

import PromiseTrace

extension EventSource {
  /// The same events with stand-ins for the texts of the program, `label 1`, `value 2`; equal texts have equal ones.
  package var redacted: PassedSource {
    let redaction = Redaction(self)
    return PassedSource(
      self, texts: redaction.texts,
      header: { header in
        var header = header
        (header.sourceRoot, header.pidNamespace, header.extra, header.arguments) = ("", "", "", nil)
        return header
      },
      read: { events, limit in
        var batch: [Event] = []
        defer { events += batch.map(redaction.redacted) }
        return try self.read(into: &batch, limit: limit)
      })
  }
}

/// The stand-ins of a source; its memory grows with the number of different texts.
private final class Redaction {
  let texts = TextTable()
  private let source: any EventSource
  private var standIns: [String: [String: String]] = [:]

  init(_ source: any EventSource) { self.source = source }

  func redacted(_ event: Event) -> Event {
    var event = event
    // Members that this version does not know may hold anything.
    event.extra = .none
    switch event.kind {
    case .created, .named: event.text = standIn(event.text, "label")
    case .fulfilled: event.text = standIn(event.text, "value")
    case .rejected: event.text = standIn(event.text, "error")
    case .progressed: event.text = standIn(event.text, "stage")
    case .noted: event.text = note(event)
    case .ended, .held: event.text = copy(event.text)
    case .unknown:
      event.kind = .noted
      event.text = texts.intern("an event of an unknown kind")
    default: event.text = .none
    }
    event.operation = copy(event.operation)
    event.type = copy(event.type)
    event.queue = copy(event.queue)
    event.thread = copy(event.thread)
    event.site.file = source.texts[event.site.file].map { texts.intern(file($0)) } ?? .none
    event.site.function = copy(event.site.function)
    return event
  }

  private func copy(_ id: TextID) -> TextID { source.texts[id].map(texts.intern) ?? .none }

  private func standIn(_ id: TextID, _ kind: String) -> TextID {
    source.texts[id].map { texts.intern(standIn($0, kind)) } ?? .none
  }

  private func standIn(_ text: String, _ kind: String) -> String {
    if let known = standIns[kind]?[text] { return known }
    let new = "\(kind) \((standIns[kind]?.count ?? 0) + 1)"
    standIns[kind, default: [:]][text] = new
    return new
  }

  /// A note of the library says nothing that is confidential, except the reason that the program gave.
  private func note(_ event: Event) -> TextID {
    if event.promise == 0, let text = source.texts[event.text], LibraryNote.unrecorded(text) != nil {
      return texts.intern(text)
    }
    guard event.promise != 0, let text = source.texts[event.text], let note = LibraryNote(text) else {
      return standIn(event.text, "note")
    }
    guard case .expectedPending(let reason) = note else { return texts.intern(text) }
    return texts.intern(LibraryNote.expectedPending(reason: standIn(reason, "note")).text)
  }

  /// A path without the folders outside of the project, which name users and customers.
  private func file(_ path: String) -> String {
    let root = source.header.sourceRoot
    if !root.isEmpty, path.hasPrefix(root + "/") { return String(path.dropFirst(root.count + 1)) }
    guard path.hasPrefix("/") || path.contains("://") || path.contains(":\\") || path.hasPrefix("..") else {
      return path
    }
    return path.split { $0 == "/" || $0 == "\\" }.suffix(2).joined(separator: "/")
  }
}
