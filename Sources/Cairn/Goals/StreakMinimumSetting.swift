/// What a person asks of each day or week of a streak, from the one that holds a day on.
///
/// A minimum that changes is another record with a later first day, so that days gone by keep the minimum
/// they had.
public struct StreakMinimumSetting: Recorded {
  /// `minimum`.
  public static let recordKind = RecordKind("streak_minimum")
  /// `daily` or `weekly`: what the minimum is for.
  public let cadence: Cadence
  /// A day of the first day or week it holds for.
  public let from: LocalDay
  /// The least.
  public let minimum: StreakMinimum

  /// Asks for a minimum from a day on; a cadence that is not weekly counts as daily.
  public init(_ cadence: Cadence, _ minimum: StreakMinimum, from day: LocalDay) {
    self.cadence = cadence == .weekly ? .weekly : .daily
    self.minimum = minimum
    from = day
  }

  /// The identity, the same on every device that asks for a minimum from this day on.
  public var recordID: RecordID { RecordID(derivedFrom: ["dose", cadence.name, from.text]) }

  /// Reads a minimum; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    cadence = try fields.required("cadence", fields.text("cadence").flatMap { Cadence(name: $0) })
    from = try fields.required("from", fields.day("from"))
    minimum = try fields.required("minimum", fields.text("minimum").flatMap { StreakMinimum(text: $0) })
    guard self.recordID == recordID else {
      throw Fields.malformed("from", "that of the minimum with its id")
    }
  }

  /// Sets every field of a minimum.
  public func write(to fields: inout Fields) {
    fields.set("cadence", cadence.name)
    fields.set("from", from.text)
    fields.set("minimum", minimum.text)
  }
}
