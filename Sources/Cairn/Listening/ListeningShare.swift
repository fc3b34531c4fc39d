/// A link that shows others what was listened to on some days, for a limited time.
///
/// Anyone with the secret of the link can see the page; only its hash is stored (docs/adr/0015).
public struct ListeningShare: Recorded {
  /// `share`.
  public static let recordKind = RecordKind("share")
  /// The ID.
  public let id: Identifier<ListeningShare>
  /// The SHA-256 of the secret in hexadecimal digits.
  public let hash: String
  /// The days that the page shows.
  public let days: ClosedRange<LocalDay>
  /// Whether the page shows the titles of stories.
  public var hasTitles = false
  /// When it was created.
  public let made: Instant
  /// When it expires.
  public let end: Instant

  /// The valid lifetimes in days.
  public static let lifetimes: ClosedRange<Int64> = 1...365
  /// The default lifetime in days.
  public static let lifetime: Int64 = 7

  /// Creates a link with a lifetime in days; throws `listening.share_lifetime`.
  public init(
    id: Identifier<ListeningShare>,
    hash: String,
    days: ClosedRange<LocalDay>,
    made: Instant,
    for lifetime: Int64
  ) throws(CairnError) {
    guard Self.lifetimes.contains(lifetime) else {
      throw CairnError(
        "listening.share_lifetime",
        "A link can be valid for 1 to 365 days, not \(lifetime).",
        hint: "Choose a number of days in this range."
      )
    }
    (self.id, self.hash, self.days, self.made) = (id, hash, days, made)
    end = made + .hours(24 * lifetime)
  }

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads a link from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    hash = try fields.required("hash", fields.text("hash"))
    let first = try fields.required("from", fields.text("from").flatMap { LocalDay(text: $0) })
    let last = try fields.required("to", fields.text("to").flatMap { LocalDay(text: $0) })
    days = first...max(first, last)
    hasTitles = try fields.bool("hasTitles") ?? false
    made = try fields.required("createdAt", fields.instant("createdAt"))
    end = try fields.required("expiresAt", fields.instant("expiresAt"))
  }

  /// Sets every field of a link.
  public func write(to fields: inout Fields) {
    fields.set("hash", hash)
    fields.set("from", days.lowerBound.text)
    fields.set("to", days.upperBound.text)
    fields.set("hasTitles", hasTitles ? true : nil)
    fields.set("createdAt", made)
    fields.set("expiresAt", end)
  }
}
