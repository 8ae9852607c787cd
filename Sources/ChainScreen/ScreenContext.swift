// Everything that a pane may read. Nothing here can be changed.

import ChainModel

struct ScreenContext {
  let store: ChainStore
  let outline: Outline
  let state: ScreenState
  let stream: StreamState
  let options: ScreenOptions
  let glyphs: ScreenGlyphs
  /// Nanoseconds since the start of the log; the durations of pending promises end here.
  let now: Int64
  let name: String
  /// The number of events that have arrived since the view was paused.
  let behind: UInt64
  /// The fraction of the log that has been read, from 0 to 1; nil when it is complete.
  let reading: Double?
  let badLines: Int
  let notice: String?
  let rate: EventRate
}
