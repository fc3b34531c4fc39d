import Cairn
import CairnActions
import CairnReports
import CairnStore

/// The table `sessions`: climbing sessions.
extension Session: RowRecord where Detail == Climbing {
  static var rowColumns: [RowColumn<Session>] {
    [
      RowColumn("discipline", .text) { session in .name(session.detail.discipline) }
        .required(else: .name(Discipline.bouldering)),
      RowColumn("started_at", .time) { session in session.timeline.start.rowValue }.required(),
      // A phone that missed the end of a session sends it as running; the end stays.
      RowColumn("ended_at", .time) { session in session.timeline.end?.rowValue ?? .null }
        .ignoringNull,
      rating("mental_readiness", .mental), rating("physical_readiness", .physical),
      rating("rpe", .exertion), rating("pump_level", .pump),
      RowColumn("notes", .text) { session in session.note.map(RowValue.text) ?? .null },
      RowColumn("is_private", .bool) { session in .bool(session.detail.isPrivate) }.required(),
    ]
  }

  private static func rating(_ name: String, _ scale: ClimbingScale) -> RowColumn<Session> {
    RowColumn(name, .integer) { session in session.detail[scale].map(RowValue.integer) ?? .null }
  }

  static func new(
    _ id: RecordID,
    _ values: RowValues,
    in writer: LogWriter,
    _ owner: RowOwner
  ) throws -> Session {
    try Session(
      id: SessionID(id),
      detail: Climbing(),
      startingAt: values.instant("started_at", at: writer.now) ?? writer.now,
      zone: owner.zone
    )
  }

  mutating func apply(_ values: RowValues, in writer: LogWriter, _ owner: RowOwner) throws {
    try setTimes(values, now: writer.now, owner)
    if values.has("discipline") {
      detail.discipline = try values.named("discipline", as: Discipline.self)
    }
    for (name, scale) in [
      ("mental_readiness", ClimbingScale.mental), ("physical_readiness", .physical),
      ("rpe", .exertion), ("pump_level", .pump),
    ] where values.has(name) {
      try detail.set(scale, values.integer(name))
    }
    if values.has("notes") { note = values.text("notes").flatMap { $0.isEmpty ? nil : $0 } }
    if let isPrivate = values.bool("is_private") { detail.isPrivate = isPrivate }
  }

  /// Sets start and end; a time that the session cannot be without stays.
  ///
  /// Sessions of two devices may overlap, because they meet only here (docs/sync.md).
  private mutating func setTimes(
    _ values: RowValues,
    now: Instant,
    _ owner: RowOwner
  ) throws {
    let start = try values.instant("started_at", at: now)
    guard let end = try values.instant("ended_at", at: now) else {
      return try resize(start: start, end: nil)
    }
    // An app that cuts times to seconds gives a session of less than one the same start and end (spec/climbing.md 5.3-2).
    let ends = end == start ?? timeline.start ? end + Milliseconds(1) : end
    if timeline.isEnded { return try resize(start: start, end: ends) }
    try resize(start: start, end: nil)
    try self.end(at: ends, zone: owner.zone, allowShort: true)
  }

  /// Of two running sessions the one that was started or resumed last continues, and the other ends at that moment, as
  /// between devices (docs/sync.md).
  mutating func makeRoom(in writer: LogWriter, _ owner: RowOwner) throws {
    guard !timeline.isEnded, let open = try writer.openSession(Climbing.kind), open.id != id else {
      return
    }
    var other = try writer.session(open.id, as: NoDetail.self)
    if timeline.claim >= other.timeline.claim {
      try other.end(at: timeline.claim, zone: owner.zone, allowShort: true)
      try writer.save(other)
    } else {
      try end(at: other.timeline.claim, zone: owner.zone, allowShort: true)
    }
  }

  func ancestors(in source: ChangedRecords) -> [ChangedRecord] { [] }

  func title(_ change: RowChange) -> String {
    switch change {
    case .added: timeline.isEnded ? "Climbing session tracked" : "Started climbing"
    default: "Climbing session \(change.rawValue)"
    }
  }
}

extension RowValue {
  /// Returns the stored name of a value of a list; null for nil.
  static func name(_ value: (some Named)?) -> RowValue { value.map { .text($0.name) } ?? .null }

  /// Returns a text; null for nil.
  static func optional(_ text: String?) -> RowValue { text.map(RowValue.text) ?? .null }
}
