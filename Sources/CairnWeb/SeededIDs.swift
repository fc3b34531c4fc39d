import Cairn

/// New identities from random bits that the browser gives.
///
/// A module without imports has no source of chance; the seed of a call is 256 random bits, and each
/// word is a part of their hash with a number.
final class SeededIDs {
  private let seed: [UInt8]
  private var count: UInt8 = 0
  private let now: Instant
  private var request: RequestIDs?

  /// `request` names the form of a node's page whose answer never came, if the act is such a one.
  init(seed: [UInt8], now: Instant, request: String? = nil, in node: UInt32 = 0) {
    (self.seed, self.now) = (seed, now)
    self.request = request.map { RequestIDs($0, in: node) }
  }

  /// The identity of the mutation.
  var mutation: RecordID { request?.mutation ?? next() }

  /// The identity of a new record, as the server gives it to the same request.
  func next<Thing: Recorded>(of type: Thing.Type) -> Identifier<Thing> {
    Identifier(request?.next(Thing.recordKind) ?? next())
  }

  /// The identity of a reading that a rule of a book opens.
  func nextReading() -> RecordID { next(of: ReadThrough.self).record }

  /// The next identity; a call makes fewer than 65,536 of them.
  func next() -> RecordID {
    var words = HashedWords(seed + [round, count])
    count &+= 1
    if count == 0 { round &+= 1 }
    return RecordID(at: now, random: &words)
  }

  private var round: UInt8 = 0
}

/// The words of one hash, one after another.
private struct HashedWords: RandomNumberGenerator {
  private let bytes: [UInt8]
  private var place = 0

  init(_ message: [UInt8]) {
    bytes = SHA256.digest(message)
  }

  mutating func next() -> UInt64 {
    let word = (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[(place + $1) % 32]) }
    place += 8
    return word
  }
}
