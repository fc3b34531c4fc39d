public import Cairn
import CairnActions
import CairnSQL

extension LogWriter {
  /// Returns a session for lists with the changes of this mutation so far; throws `session.not_found`.
  ///
  /// Commands print this row, because another process may change the session right after the commit.
  public func row(_ id: SessionID) throws -> SessionRow {
    guard let row = try SessionQuery.find(id, in: connection) else {
      throw CairnError.noSession(id)
    }
    return row
  }

  /// Splits a session in two and returns both parts.
  public func split<Detail>(
    _ id: SessionID,
    as detail: Detail.Type,
    at cut: Instant
  ) throws -> (Session<Detail>, Session<Detail>) {
    var earlier = try session(id, as: detail)
    let later = try earlier.split(at: cut, newID: SessionID(newID()))
    try save(earlier)
    try save(later)
    return (earlier, later)
  }

  /// Merges session `other` into `id` and deletes `other`, which keeps a reference to `id`.
  public func merge<Detail>(
    _ id: SessionID,
    _ other: SessionID,
    as detail: Detail.Type
  ) throws -> Session<Detail> {
    guard id != other else {
      throw CairnError(
        "session.same",
        "A session cannot be merged with itself.",
        hint: "Choose two sessions."
      )
    }
    var session = try session(id, as: detail)
    let second = try self.session(other, as: detail)
    try requireNothing(between: session, second)
    try session.merge(second)
    var gone = Fields()
    gone[RecordField.deleted] = .text(Deletion.byPerson)
    gone.set("mergedInto", id)
    try set(gone, SessionRecord.kind, other.record)
    try requireFree(session.interval)
    try save(session)
    return session
  }

  /// Throws `session.between` if a session of the same book is between two, because its pages would count twice.
  private func requireNothing<Detail>(
    between first: Session<Detail>,
    _ second: Session<Detail>
  ) throws {
    let (one, other) = (first.timeline, second.timeline)
    guard first.kind == Reading.kind, let end = one.end, let last = other.end else { return }
    let gap = Segment(start: min(end, last), end: max(one.start, other.start))
    guard gap.start < max(one.start, other.start) else { return }
    let span = try Timeline(ended: [gap])
    let between = try SessionQuery.overlapping(span, first.kind, in: connection).first {
      ![first.id, second.id].contains($0.id) && $0.entry?.record == first.detail.subject
    }
    if let between { throw Self.between(between) }
  }

  /// Restores a deleted session; does nothing if it is not deleted.
  ///
  /// Throws `session.not_found` for an unknown id, and `session.overlap` if its time was taken since.
  public func restoreSession(_ id: SessionID) throws {
    guard let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection),
      record.deletion == nil || record.deletion == Deletion.byPerson
    else { throw CairnError.noSession(id) }
    var fields = Fields()
    fields[RecordField.deleted] = .null
    fields["mergedInto"] = .null
    try set(fields, SessionRecord.kind, id.record)
    try requireFree(session(id, as: NoDetail.self))
  }

  /// The suffix of the history title for trimmed sessions: ` (trimmed “Emma” and 1 more)`.
  var trimmedSuffix: String {
    guard let first = effects.trimmed.first else { return "" }
    let what = first.title.map { "“\($0)”" } ?? first.kind.name
    let others = effects.trimmed.count > 1 ? " and \(effects.trimmed.count - 1) more" : ""
    return " (trimmed \(what)\(others))"
  }

  /// Throws `session.overlap` if another session takes the time.
  func requireFree(_ session: Session<NoDetail>) throws {
    if let conflict = try conflicts(of: session).first { throw CairnError.overlap(conflict) }
  }

  private static func between(_ row: SessionRow) -> CairnError {
    CairnError(
      "session.between",
      "Session \(row.shortID.text)\(row.ofTitle) is between the two: it started at \(row.startedAt.text).",
      hint: "Merge with that session first."
    )
  }
}
