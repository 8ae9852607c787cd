// Logs of Node and asyncio, written event by event, for the rules about their programs.

import PromiseLog

/// Reads a log of Node, or of another runtime, from events without `seq` and `t`; `@` sets the time in milliseconds.
func nodeHistory(_ lines: String, runtime: String = "node 20.20.2") throws -> AnalyzedStore {
  var log = #"{"schema":"promisescope.log","version":1,"runtime":"\#(runtime)"}"# + "\n"
  var (sequence, time) = (0, 0)
  for line in lines.split(separator: "\n") {
    var members = line.trimmingPrefix(while: \.isWhitespace)
    if members.hasPrefix("@"), let space = members.firstIndex(of: " ") {
      time = (Int(members[members.index(after: members.startIndex)..<space]) ?? 0) * 1_000_000
      members = members[members.index(after: space)...]
    }
    sequence += 1
    log += "{\"seq\":\(sequence),\"t\":\(time),\(members)}\n"
  }
  let reader = LogReader(bytes: Array(log.utf8))
  let events = try reader.allEvents()
  expectEqual(reader.diagnostics, [])
  var history = AnalyzedStore(texts: reader.texts)
  for event in events { history.apply(event) }
  return history
}

/// Draws the findings of a log of Node.
func found(node lines: String) throws -> [String] { try nodeHistory(lines).found }

/// The call of an async function, whose body starts.
func function(_ id: Int, _ name: String, in context: Int = 0) -> String {
  let inside = context == 0 ? "" : "\"ctx\":\(context),"
  return """
    "ev":"created","p":\(id),\(inside)"kind":"async function","label":"\(name)","site":{"file":"app.js","line":\(id)}
    "ev":"started","p":\(id)
    """
}

/// A body of asyncio that starts: that of a task or, with that kind, of a coroutine.
func asyncioBody(_ id: Int, _ name: String, in context: Int = 0, kind: String = "task") -> String {
  function(id, name, in: context).replacing("async function", with: kind).replacing("app.js", with: "app.py")
}

/// A promise of asyncio that a body creates, such as a `sleep`.
func asyncioPromise(_ id: Int, _ kind: String, in context: Int = 1) -> String {
  #""ev":"created","p":\#(id),"ctx":\#(context),"kind":"\#(kind)","site":{"file":"app.py","line":\#(id)}"#
}

/// The end of a body that returned a value.
func returns(_ id: Int) -> String {
  """
  "ev":"finished","p":\(id),"outcome":"value"
  "ev":"fulfilled","p":\(id),"cause":"returned"
  """
}

/// The end of a body that threw an error.
func throwsError(_ id: Int) -> String {
  """
  "ev":"finished","p":\(id),"outcome":"threw"
  "ev":"rejected","p":\(id),"error":"no address","type":"Error","cause":"threw","cancelled":false
  """
}
