// Everything a pane may look at, and nothing it may change.

import ChainModel

struct ScreenContext {
  let store: ChainStore
  let outline: Outline
  let state: ScreenState
  let stream: StreamState
  let options: ScreenOptions
  let glyphs: ScreenGlyphs
  /// Nanoseconds since the log's start, up to which what is pending is measured.
  let now: Int64
  let name: String
  /// Events that came while the view is paused.
  let behind: UInt64
  /// How much of a log was read, from 0 to 1, as long as it is being read.
  let reading: Double?
  let badLines: Int
  let notice: String?
  let rate: EventRate
}
