/// What a person wants to reach in each period, from the one that holds a day on.
///
/// A goal that changes is another record with a later first day, so that periods gone by keep the
/// goal they had. The day itself is kept, not the first of its period, since weeks may come to
/// begin on another day.
public struct Goal: Recorded {
  /// `goal`.
  public static let recordKind = RecordKind("goal")
  /// What is counted.
  public let measure: Measure
  /// How often it is to be reached.
  public let cadence: Cadence
  /// A day of the first period it holds for.
  public let from: LocalDay
  /// How much, 1 to 1000000; nil where a goal ends.
  public let target: Int64?

  /// Sets a goal for the period that holds `day` and those after it; a nil target ends it.
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
        "A goal cannot be \(measure.counted(target)).",
        hint: "Give a number from 1 to 1000000, or remove the goal."
      )
    }
    self.measure = measure
    self.cadence = cadence
    self.target = target
    from = day
  }

  /// The identity, the same on every device that sets this goal from this day on.
  public var recordID: RecordID {
    RecordID(derivedFrom: ["goal", measure.name, cadence.name, from.text])
  }

  /// Reads a goal; throws `record.malformed`.
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
