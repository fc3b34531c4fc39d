/// A target for each period, starting with the period that contains a day.
///
/// A changed goal is another record with a later first day, so that past periods keep their goal. The
/// day is stored, not the first day of its period, because the person may change the first day of
/// the week.
public struct Goal: Recorded {
  /// `goal`.
  public static let recordKind = RecordKind("goal")
  /// The measure that is counted.
  public let measure: Measure
  /// The period of the goal.
  public let cadence: Cadence
  /// A day of the first period to which it applies.
  public let from: LocalDay
  /// The target, 1 to 1000000; nil if the goal ends.
  public let target: Int64?

  /// Creates a goal from the period that contains `day` on; a nil target ends it.
  ///
  /// Throws `goal.invalid_target` outside 1...1000000.
  public init(
    _ measure: Measure,
    _ cadence: Cadence,
    target: Int64?,
    from day: LocalDay
  ) throws(CairnError) {
    if let target, !Self.targets.contains(target) {
      throw CairnError(
        "goal.invalid_target",
        "A goal must be between 1 and 1,000,000, not \(measure.counted(target)).",
        hint: "Give a number in this range, or remove the goal."
      )
    }
    self.measure = measure
    self.cadence = cadence
    self.target = target
    from = day
  }

  /// The record ID, the same on every device that sets this goal from this day.
  public var recordID: RecordID {
    RecordID(derivedFrom: ["goal", measure.name, cadence.name, from.text])
  }

  /// Reads a goal from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    measure = try fields.required(
      "measure",
      fields.text("measure").flatMap { Measure(name: $0) }
    )
    cadence = try fields.required(
      "cadence",
      fields.text("cadence").flatMap { Cadence(name: $0) }
    )
    from = try fields.required("from", fields.day("from"))
    target = try fields.integer("target", in: Self.targets)
    guard self.recordID == recordID else {
      throw Fields.malformed("from", "that of the goal with its id")
    }
  }

  /// Sets every field of a goal.
  public func write(to fields: inout Fields) {
    fields.set("measure", measure.name)
    fields.set("cadence", cadence.name)
    fields.set("from", from.text)
    fields.set("target", target)
  }

  private static let targets: ClosedRange<Int64> = 1...1_000_000
}
