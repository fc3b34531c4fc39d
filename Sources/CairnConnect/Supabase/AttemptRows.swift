import Cairn
import CairnActions
import CairnStore

/// The table `attempts`: the attempts at climbs.
extension Attempt: RowRecord {
  static var rowColumns: [RowColumn<Attempt>] {
    [
      RowColumn("session_id", .uuid, stored: { _ in .null }) { attempt, source in
        try attempt.climbFields(in: source)?["session"].rowID ?? .null
      },
      RowColumn("climb_id", .uuid) { attempt in .uuid(attempt.climb.record) }.required(),
      RowColumn("attempt_number", .integer) { attempt in .integer(attempt.number) }.required(),
      RowColumn("outcome", .text) { attempt in .name(attempt.result) }
        .required(else: .name(AttemptResult.fell)),
      RowColumn("send_type", .text, stored: { .name($0.explicitTick) }) { attempt, source in
        guard attempt.result == .sent else { return .null }
        return .name(try attempt.explicitTick ?? source.tick(of: attempt))
      },
      RowColumn("occurred_at", .time) { attempt in attempt.at?.rowValue ?? .null },
    ]
  }

  static func new(
    _ id: RecordID,
    _ values: RowValues,
    in writer: LogWriter,
    _ owner: RowOwner
  ) throws -> Attempt {
    guard let number = values.integer("attempt_number") else {
      throw RowValues.missing("attempt_number")
    }
    let climb = Identifier<Climb>(try values.id("climb_id"))
    return try Attempt(id: Identifier(id), climb: climb, number: number, result: nil)
  }

  /// Applies changed values; numbers need not be unique, so no attempt keeps another one out (spec/climbing.md 5.3-1).
  mutating func apply(_ values: RowValues, in writer: LogWriter, _ owner: RowOwner) throws {
    let climb = values.has("climb_id") ? try values.id("climb_id") : self.climb.record
    guard try writer.changedRecords.find(Climb.recordKind, climb) != nil else {
      throw RowValues.unknownReference("climb_id")
    }
    let number = values.integer("attempt_number") ?? self.number
    guard (1...1_000_000_000).contains(number) else {
      throw RowValues.refused("attempt_number", "\(number)")
    }
    let result =
      values.has("outcome") ? try values.named("outcome", as: AttemptResult.self) : self.result
    // A send type that is none of Cairn’s, such as “project”, or that of a fall is kept as a value of the app.
    let sent =
      values.has("send_type")
      ? values.text("send_type").flatMap(Tick.init(name:)) : explicitTick
    self = try Attempt(
      id: id,
      climb: Identifier(climb),
      number: number,
      result: result,
      tick: result == .sent ? sent : nil,
      at: values.has("occurred_at") ? values.instant("occurred_at", at: writer.now) : at
    )
  }

  private func climbFields(in source: ChangedRecords) throws -> Fields? {
    try source.find(Climb.recordKind, climb.record)?.record.fields
  }

  func ancestors(in source: ChangedRecords) throws -> [ChangedRecord] {
    try climb.withAncestors(in: source)
  }

  func title(_ change: RowChange) -> String { "Attempt \(change.rawValue): \(label)" }
}

extension FieldValue {
  /// The id in a field as a value of a row; null without one.
  var rowID: RowValue {
    guard case .text(let text) = self, let id = RecordID(text: text) else { return .null }
    return .uuid(id)
  }
}
