import Cairn

/// A generator of record ids from random bits supplied by the browser.
///
/// A module without imports has no source of randomness: the seed of a request is 256 random bits, and each
/// id comes from a hash of the seed and a counter.
final class SeededIDs {
  private let seed: [UInt8]
  private var count: UInt8 = 0
  private let now: Instant
  private var request: RequestIDs?

  /// Creates a generator; `request` is the idempotency key of a form without a response, if there is one.
  init(seed: [UInt8], now: Instant, request: String? = nil, in node: UInt32 = 0) {
    (self.seed, self.now) = (seed, now)
    self.request = request.map { RequestIDs($0, in: node) }
  }

  /// The id of the mutation.
  var mutation: RecordID { request?.mutation ?? next() }

  /// Returns the id of a new record, equal to the one the server creates for the same request.
  func next<Value: Recorded>(of type: Value.Type) -> Identifier<Value> {
    Identifier(request?.next(Value.recordKind) ?? next())
  }

  /// Returns the next id; a request uses fewer than 65,536.
  func next() -> RecordID {
    var words = HashedWords(seed + [round, count])
    count &+= 1
    if count == 0 { round &+= 1 }
    return RecordID(at: now, random: &words)
  }

  private var round: UInt8 = 0
}

/// A generator that returns the words of one hash in turn.
private struct HashedWords: RandomNumberGenerator {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ message: [UInt8]) {
    bytes = SHA256.digest(message)
  }

  mutating func next() -> UInt64 {
    let word = (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[(offset + $1) % 32]) }
    offset += 8
    return word
  }
}
