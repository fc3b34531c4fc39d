import Cairn
import CairnStore

/// A place that is taken for as long as anyone has this.
final class Seat: Sendable {}

/// Who does how many things at the same time that last: listens, downloads.
actor Seats {
  private struct Taken {
    weak var seat: Seat?
  }

  private var taken: [String: [Taken]] = [:]

  /// Takes one of some places under a name; throws ``RateLimitExceeded`` when there is none.
  func take(_ name: String, of count: Int, or error: CairnError) throws(RateLimitExceeded) -> Seat {
    taken = taken.mapValues { $0.filter { $0.seat != nil } }.filter { !$0.value.isEmpty }
    guard taken[name, default: []].count < count else {
      throw RateLimitExceeded(error: error, seconds: 30)
    }
    let seat = Seat()
    taken[name, default: []].append(Taken(seat: seat))
    return seat
  }
}

extension Visit {
  /// Names whose log it is about, among all of this server.
  var owner: String { holder?.account.id.record.text ?? "own" }

  /// Takes one of some places of the person's; throws ``RateLimitExceeded`` when there is none.
  func seat(_ name: String, of count: Int, or error: CairnError) async throws -> Seat {
    try await server.seats.take("\(name) \(owner)", of: count, or: error)
  }
}
