// What the tests of the formats share: a small log, and the export of a log as text.

import PromiseLog

/// A fulfilled promise, one in an unknown state, a loss and an end.
let twoPromises = """
  {"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","pid":1,\
  "sourceRoot":"","values":"preview","seed":null}
  {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"load","site":{"file":"App/Main.swift","line":3}}
  {"seq":2,"t":1000000,"ev":"created","p":2,"kind":"then","from":1,"site":{"file":"App/Main.swift","line":4}}
  {"seq":3,"t":2000000,"ev":"fulfilled","p":1,"value":"20 items","cause":"resolver"}
  {"seq":4,"t":3000000,"ev":"lost","count":5}
  {"seq":5,"t":4000000,"ev":"ended"}

  """

/// A log in memory as a source.
func source(_ log: String) -> LogReader { LogReader(bytes: Array(log.utf8)) }

/// A log in another format.
func exported(_ format: ExportFormat, _ log: String, _ options: ExportOptions = ExportOptions()) throws -> String {
  var bytes: [UInt8] = []
  try format.export(source(log), options: options) { bytes += $0 }
  return String(decoding: bytes, as: UTF8.self)
}
