// Watch the first row: how full the hotel is. Below it is every guest, a chain
// of four promises each, a million in all; press f to follow the guest who came
// last. Once the hotel is full, guests leave as fast as others arrive, and their
// rows are evicted: `no longer kept`. Some guests get no coffee and complain,
// and their rows stay longest. In the end everyone goes home.

import PromiseScope

extension Flow {
  /// Fills the hotel, lets guests come and go, and empties it again, a hundred times a second.
  static let million = Flow(
    real: { HotelPlan(promises: $0.count ?? 1_000_000) },
    scripted: { options, _ in HotelPlan(promises: options.count ?? 20) },
    { scene, plan, _ in
      let hotel = Hotel(scene, plan)
      let house = scene.wrap("the hotel") { hotel.open(whenEmpty: $0) }
      hotel.tell { house.report($0) }
      return house
    })
}

extension Hotel {
  /// One guest: a promise that is pending for the length of the stay, and three that wait for it.
  func letIn() {
    let guest = Promise<Int>(pending: "wrap", site: SourceSite(#fileID, #line, #function)).named("guest")
    guest
      .then { number in
        if number % 250 == 3 { throw NoCoffee(guest: number) }
        return "cup \(number)"
      }
      .named("breakfast")
      .recover { _ in "a voucher" }
      .named("complaint")
      .always { self.sayGoodbye() }
      .named("goodbye")
    take(guest)
  }
}

/// Why a guest complains.
struct NoCoffee: Error, CustomStringConvertible {
  let guest: Int

  var description: String { "no coffee for guest \(guest)" }
}
