/// A target share of a category among the books finished in each month, in each year or ever.
///
/// There is one per category and period; setting it again changes it.
public struct ShareGoal: Recorded {
  /// `share_goal`.
  public static let recordKind = RecordKind("share_goal")
  /// The dimension of the category.
  public let dimension: Dimension
  /// The stored category.
  public let value: String
  /// Monthly, yearly, or nil for all time.
  public let cadence: Cadence?
  /// The share in percent, 1 to 100; nil if the goal has ended.
  public let percent: Int64?

  /// Creates a goal; a nil share ends it.
  ///
  /// Throws `diversity.unknown_value` for a category that the dimension does not have, and
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
        "A share goal is 1 to 100 %, not \(percent ?? 0) %.",
        hint: "Give a number in this range, or remove the goal."
      )
    }
    (self.dimension, self.cadence, self.percent) = (dimension, cadence, percent)
    value = try dimension.value(typed: category)
  }

  /// The record ID, the same on every device that sets this goal.
  public var recordID: RecordID {
    // Custom values are equal regardless of case.
    let word = dimension.categories.isEmpty ? folded(value) : value
    return RecordID(derivedFrom: ["share_goal", dimension.name, word, cadence?.name ?? "ever"])
  }

  /// Reads a goal from stored fields; throws `record.malformed`.
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

  /// The target as text: `50 % Female`.
  public var text: String { DiversityText.goal(percent ?? 0, dimension.label(of: value)) }
}
