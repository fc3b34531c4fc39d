import Cairn
import CairnActions
import CairnStore

/// The table `climbs`: the climbs of sessions.
extension Climb: RowRecord {
  static var rowColumns: [RowColumn<Climb>] {
    [
      RowColumn("session_id", .uuid) { climb in
        climb.session.map { .uuid($0.record) } ?? .null
      }.required(),
      RowColumn("discipline", .text, stored: { .name($0.discipline) }) { climb, source in
        .name(try climb.discipline ?? climb.sessionDiscipline(in: source))
      }.required(else: .name(Discipline.bouldering)),
      RowColumn(kept: "is_outdoor", .bool).required(else: .bool(false)),
      RowColumn("name", .text) { climb in .optional(climb.name) },
      RowColumn("grade_original", .text) { climb in .optional(climb.grade?.text) },
      RowColumn("grade_scale", .text) { climb in .name(climb.grade?.scale) },
      RowColumn(kept: "grade_score_min", .integer), RowColumn(kept: "grade_score_max", .integer),
      RowColumn(kept: "openbeta_climb_id", .text), RowColumn(kept: "openbeta_area_id", .text),
      RowColumn(kept: "location_display", .text),
      RowColumn(kept: "belay_partner_user_id", .uuid),
      RowColumn(kept: "belay_partner_name", .text),
      RowColumn("notes", .text) { climb in .optional(climb.notes) },
    ]
  }

  static func new(
    _ id: RecordID,
    _ values: RowValues,
    in writer: LogWriter,
    _ owner: RowOwner
  ) throws -> Climb {
    let session = SessionID(try values.id("session_id"))
    try session.requireClimbing(in: writer)
    let position = try writer.lastPosition(on: .session(session)) + 1
    return Climb(id: Identifier(id), climbContext: .session(session), position: position)
  }

  mutating func apply(_ values: RowValues, in writer: LogWriter, _ owner: RowOwner) throws {
    if values.has("session_id") {
      let session = SessionID(try values.id("session_id"))
      try session.requireClimbing(in: writer)
      climbContext = .session(session)
    }
    if values.has("discipline") {
      discipline = try values.named("discipline", as: Discipline.self)
    }
    if values.has("name") { setName(values.text("name")) }
    if values.has("notes") { notes = values.text("notes").flatMap { $0.isEmpty ? nil : $0 } }
    try setGrade(values)
  }

  /// Sets the grade as it is written; a text without a scale is only kept as a value of the app.
  private mutating func setGrade(_ values: RowValues) throws {
    guard values.has("grade_original") || values.has("grade_scale") else { return }
    let text = values.has("grade_original") ? values.text("grade_original") : grade?.text
    let scale =
      values.has("grade_scale")
      ? try values.named("grade_scale", as: GradeScale.self) : grade?.scale
    let new = scale.flatMap { scale in text.flatMap { Grade(lenient: $0, in: scale) } }
    let isOfDiscipline = new?.scale.isForBoulders == discipline?.isForBoulders
    try setGrade(discipline == nil || isOfDiscipline ? new : nil)
  }

  private func sessionDiscipline(in source: ChangedRecords) throws -> Discipline? {
    guard let fields = try ancestors(in: source).first?.record.fields,
      case .text(let name) = fields["discipline"]
    else { return nil }
    return Discipline(name: name)
  }

  func ancestors(in source: ChangedRecords) throws -> [ChangedRecord] {
    try [session.flatMap { try source.find(SessionRecord.kind, $0.record) }].compactMap(\.self)
  }

  func title(_ change: RowChange) -> String { "Climb \(change.rawValue): \(title)" }
}

extension Identifier<Climb> {
  /// Returns the climb and its session; none if there is no such climb.
  func withAncestors(in source: ChangedRecords) throws -> [ChangedRecord] {
    guard let found = try source.find(Climb.recordKind, record) else { return [] }
    let climb = try Climb(recordID: record, fields: found.record.fields)
    return [found] + (try climb.ancestors(in: source))
  }
}

extension SessionID {
  /// Throws the error `23503` unless there is a climbing session with this id, deleted or not.
  ///
  /// A climb may reach the server after its session was deleted elsewhere; it is kept with it (spec/climbing.md 5.3-22).
  fileprivate func requireClimbing(in writer: LogWriter) throws {
    let session = try writer.changedRecords.find(SessionRecord.kind, record)
    guard session?.record.fields["kind"] == .text(Climbing.kind.name) else {
      throw RowValues.unknownReference("session_id")
    }
  }
}
