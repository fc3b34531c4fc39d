/// A streak minimum that applies to each day or week, starting with the one that contains a day.
///
/// A changed minimum is another record with a later first day, so that past days keep the minimum
/// they had.
public struct StreakMinimumSetting: Recorded {
  /// `streak_minimum`.
  public static let recordKind = RecordKind("streak_minimum")
  /// The period that the minimum applies to: `daily` or `weekly`.
  public let cadence: Cadence
  /// A day in the first period to which it applies.
  public let from: LocalDay
  /// The minimum.
  public let minimum: StreakMinimum

  /// Creates a minimum from a day on; a cadence that is not weekly counts as daily.
  public init(_ cadence: Cadence, _ minimum: StreakMinimum, from day: LocalDay) {
    self.cadence = cadence == .weekly ? .weekly : .daily
    self.minimum = minimum
    from = day
  }

  /// The record ID, the same on every device that sets a minimum from this day on.
  public var recordID: RecordID { RecordID(derivedFrom: ["dose", cadence.name, from.text]) }

  /// Reads a streak minimum from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    cadence = try fields.required("cadence", fields.text("cadence").flatMap { Cadence(name: $0) })
    from = try fields.required("from", fields.day("from"))
    minimum = try fields.required(
      "minimum",
      fields.text("minimum").flatMap { StreakMinimum(text: $0) }
    )
    guard self.recordID == recordID else {
      throw Fields.malformed("from", "that of the minimum with its id")
    }
  }

  /// Sets every field of a streak minimum.
  public func write(to fields: inout Fields) {
    fields.set("cadence", cadence.name)
    fields.set("from", from.text)
    fields.set("minimum", minimum.text)
  }
}
