/// A day off that keeps a streak alive and adds nothing to it.
public struct RestDay: Recorded {
  /// `rest_day`.
  public static let recordKind = RecordKind("rest_day")
  /// The calendar day, in the past or future.
  public let day: LocalDay

  /// Creates a rest day.
  public init(_ day: LocalDay) {
    self.day = day
  }

  /// The record ID, the same on every device that sets this rest day.
  public var recordID: RecordID { RecordID(derivedFrom: ["freeze", day.text]) }

  /// Reads a rest day from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    day = try fields.required("day", fields.day("day"))
    guard self.recordID == recordID else {
      throw Fields.malformed("day", "that of the rest day with its id")
    }
  }

  /// Sets every field of a rest day.
  public func write(to fields: inout Fields) {
    fields.set("day", day.text)
  }
}
