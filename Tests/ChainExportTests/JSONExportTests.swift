// The object of a JSON export: its members, the losses, and the schema in docs/. `make test-exports` has jq read it.

@Suite struct JSONExportTests {
  @Test func hasTheLogsFactsThenThePromises() throws {
    try expectEqual(
      exported(.json, twoPromises),
      """
      {
        "schema": "promisescope.history",
        "version": 1,
        "unit": "ns",
        "started": "2026-11-21T09:00:00.000Z",
        "program": "app",
        "pid": 1,
        "values": "preview",
        "excerpt": null,
        "ended": true,
        "ending": null,
        "end": 4000000,
        "events": 5,
        "lost": 5,
        "evicted": 0,
        "losses": [
          {
            "seq": 4,
            "t": 3000000,
            "count": 5,
            "damaged": false
          }
        ],
        "problems": [],
        "counts": {
          "total": 2,
          "pending": 1,
          "fulfilled": 1,
          "rejected": 0,
          "canceled": 0,
          "unhandled": 0,
          "leaked": 0,
          "unknown": 1
        },
        "findings": [],
        "promises": [
          {"promise":1,"state":"fulfilled","operation":"async","label":"load","file":"App/Main.swift","line":3,"created":0,\
      "settled":2000000,"duration":2000000,"waiting":0,"queued":0,"own":2000000,"running":0,"cause":"resolver",\
      "value":"20 items","handlers":0},
          {"promise":2,"state":"unknown","operation":"then","file":"App/Main.swift","line":4,"created":1000000,\
      "duration":3000000,"waiting":3000000,"queued":0,"own":0,"running":0,"from":1,"handlers":0}
        ]
      }

      """)
  }

  @Test func aRejectionHasItsOriginAndTheFindingThatItCauses() throws {
    let text = try exported(.json, rejection)
    #expect(text.contains(#""rule": "unhandled-rejection""#))
    #expect(text.contains(#""error":"no route","type":"URLError","handled":false,"origin":1"#))
    #expect(text.contains(#""findings":["unhandled-rejection"]"#))
  }

  @Test(
    .enabled(if: Python.hasSchemas, "python3 with the package jsonschema validates against the schema"),
    arguments: [twoPromises, rejection, "{\"schema\":\"promisescope.log\",\"version\":1}\n"])
  func satisfiesTheSchema(log: String) throws {
    try expectEqual(Python.violations(in: exported(.json, log), schema), [])
  }

  private var schema: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/exports.schema.json")
  }
}

/// A rejection that no handler takes.
let rejection = """
  {"schema":"promisescope.log","version":1}
  {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"load","site":{"file":"App/Main.swift","line":3}}
  {"seq":2,"t":0,"ev":"created","p":2,"kind":"then","from":1,"site":{"file":"App/Main.swift","line":4}}
  {"seq":3,"t":0,"ev":"registered","p":1,"by":2,"handles":["fulfilled"]}
  {"seq":4,"t":10,"ev":"rejected","p":1,"error":"no route","type":"URLError","cause":"resolver","cancelled":false}
  {"seq":5,"t":20,"ev":"rejected","p":2,"error":"no route","type":"URLError","cause":"passthrough","via":1,"cancelled":false}
  {"seq":6,"t":30,"ev":"released","p":1,"state":"rejected"}
  {"seq":7,"t":40,"ev":"released","p":2,"state":"rejected"}
  {"seq":8,"t":40,"ev":"unhandled","p":2}
  {"seq":9,"t":50,"ev":"ended"}

  """
