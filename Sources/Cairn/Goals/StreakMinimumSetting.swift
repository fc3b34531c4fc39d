/// What a person asks of each day or week of a streak, from the one that holds a day on.
///
/// A dose that changes is another record with a later first day, so that days gone by keep the dose
/// they had.
public struct StreakMinimumSetting: Recorded {
  /// `dose`.
  public static let recordKind = RecordKind("dose")
  /// `daily` or `weekly`: what the dose is for.
  public let cadence: Cadence
  /// A day of the first day or week it holds for.
  public let from: LocalDay
  /// The least.
  public let dose: StreakMinimum

  /// Asks for a dose from a day on; a cadence that is not weekly counts as daily.
  public init(_ cadence: Cadence, _ dose: StreakMinimum, from day: LocalDay) {
    self.cadence = cadence == .weekly ? .weekly : .daily
    self.dose = dose
    from = day
  }

  /// The identity, the same on every device that asks for a dose from this day on.
  public var recordID: RecordID { RecordID(derivedFrom: ["dose", cadence.name, from.text]) }

  /// Reads a dose; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    cadence = try fields.required("cadence", fields.text("cadence").flatMap { Cadence(name: $0) })
    from = try fields.required("from", fields.day("from"))
    dose = try fields.required("dose", fields.text("dose").flatMap { StreakMinimum(text: $0) })
    guard self.recordID == recordID else {
      throw Fields.malformed("from", "that of the dose with its id")
    }
  }

  /// Sets every field of a dose.
  public func write(to fields: inout Fields) {
    fields.set("cadence", cadence.name)
    fields.set("from", from.text)
    fields.set("dose", dose.text)
  }
}
