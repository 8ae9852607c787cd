// What the events of a reading are made of: call sites, texts, and the note about what a thread runs.

import ProcessMemory
import PromiseTrace

extension HeapEvents {
  /// Says which functions a thread runs.
  mutating func note(_ stack: [UInt64]) {
    var names: [String] = []
    for function in stack {
      let number = graph.functions.site(of: function)
      guard !isInternal(site: number) else { continue }
      let site = site(of: number)
      let file = (texts[site.file] ?? "").split(separator: "/").last ?? ""
      let name = graph.functions.sites[number].name
      names.append("\(name.isEmpty ? "an anonymous function" : name)\(site.line > 0 ? " (\(file):\(site.line))" : "")")
    }
    guard !names.isEmpty else { return }
    var event = Event(.noted)
    event.text = texts.intern(Preview.line("running: " + names.prefix(4).joined(separator: " < ")))
    add(event)
  }

  mutating func suspension(of task: Int) -> Site {
    let (site, kind, continuation) = (graph.tasks[task].site, graph.tasks[task].kind, graph.tasks[task].continuation)
    return graph.functions.position(of: site, kind, continuation: continuation).map { self.site(of: site, at: $0) }
      ?? Site()
  }

  /// A position in a function, or where it begins.
  mutating func site(of number: Int, at position: Int? = nil) -> Site {
    let function = graph.functions.sites[number]
    guard let script = function.script, let position = position ?? function.range?.lowerBound else { return Site() }
    let (file, line) = graph.functions.scripts[script].place(at: position)
    return texts.site(file, line, function.name)
  }
}
