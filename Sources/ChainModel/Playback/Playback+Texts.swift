// Which texts a playback keeps. A store that applies events keeps all texts that come; one that rests in the past of a live run keeps only those
// that had come before, however long it rests there.

import PromiseTrace

extension Playback {
  /// The number of rows whose texts are looked at for 4,096 events.
  static var textStep: Int { 16_384 }

  /// Keeps the texts of a store that has moved back to a stretch, which keeps texts since a round.
  mutating func keepTexts(since round: UInt32) {
    if round < store.hold.round { store.hold = store.texts.hold(since: round) }
  }

  /// Lets the store at the playhead keep the texts of the events that it is about to apply.
  mutating func openHolds() {
    store.openHold()
    if startHold.isClosed { startHold = store.texts.hold(since: startHold.round) }
  }

  /// Lets the store at the playhead, which rests in the past of a live run, keep only the texts that it may already refer to.
  mutating func closeHolds() {
    store.closeHold()
    startHold = store.texts.closedHold(since: startHold.round)
  }
}
