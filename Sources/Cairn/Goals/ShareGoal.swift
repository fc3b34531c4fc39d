/// A share of the books finished in each month or year, or ever, that a person wants of a category.
///
/// There is one for a category and a period; setting it anew changes it.
public struct ShareGoal: Recorded {
  /// `share_goal`.
  public static let recordKind = RecordKind("share_goal")
  /// What the books differ in.
  public let dimension: Dimension
  /// The category, as it is stored.
  public let value: String
  /// Each month, each year, or nil for all time.
  public let cadence: Cadence?
  /// The share in percent, 1 to 100; nil where the goal has ended.
  public let percent: Int64?

  /// Sets a goal; nil ends it.
  ///
  /// Throws `diversity.unknown_value` for a category the dimension does not have, and
  /// `goal.invalid_share` outside 1...100.
  public init(
    _ dimension: Dimension,
    _ category: String,
    _ cadence: Cadence?,
    percent: Int64?
  ) throws(CairnError) {
    guard percent.map({ (1...100).contains($0) }) ?? true else {
      throw CairnError(
        "goal.invalid_share",
        "A goal cannot be \(percent ?? 0) % of the books.",
        hint: "Give a number from 1 to 100, or remove the goal."
      )
    }
    (self.dimension, self.cadence, self.percent) = (dimension, cadence, percent)
    value = try dimension.value(typed: category)
  }

  /// The identity, the same on every device that sets this goal.
  public var recordID: RecordID {
    // Words of a person's own are the same whatever their case.
    let word = dimension.categories.isEmpty ? folded(value) : value
    return RecordID(derivedFrom: ["share_goal", dimension.name, word, cadence?.name ?? "ever"])
  }

  /// Reads a goal; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    dimension = try fields.required(
      "dimension",
      fields.text("dimension").flatMap { Dimension(name: $0) }
    )
    value = try fields.required("value", fields.text("value"))
    cadence = try fields.text("cadence").flatMap { Cadence(name: $0) }
    percent = try fields.integer("percent", in: 1...100)
  }

  /// Sets every field of a goal.
  public func write(to fields: inout Fields) {
    fields.set("dimension", dimension.name)
    fields.set("value", value)
    fields.set("cadence", cadence?.name)
    fields.set("percent", percent)
  }

  /// What is wanted: `50 % Female`.
  public var text: String { DiversityWords.goal(percent ?? 0, dimension.label(of: value)) }
}
