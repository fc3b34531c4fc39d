import Cairn
import CairnSQL

/// The table `climb`.
///
/// A climb keeps its row when its session is deleted, and so does an attempt when its climb is. The joins of
/// ``ClimbQuery`` hide them, so that the order in which records arrive does not matter (spec/climbing.md 5.3-17,
/// 5.3-22).
struct ClimbProjection: EntityProjection {
  let tables: [SQLTable] = [.climb]

  func insert(_ climb: Climb, in context: ProjectionContext) throws {
    var row = (session: nil as SessionID?, day: nil as LocalDay?, place: nil as String?)
    var isOutdoor: Bool?
    switch climb.climbContext {
    case .session(let id): row.session = id
    case .day(let day, let place, let outdoor):
      (row.day, row.place, isOutdoor) = (day, place, outdoor)
    }
    try context.connection.run(
      """
      INSERT INTO climb (id, short, session, day, place, is_outdoor, position, at, name, folded,
        discipline, grade, scale, style, pitches, notes, source, angle)
      VALUES (\(climb.id), \(ShortID(climb.id.record).number), \(row.session), \(row.day),
        \(row.place), \(isOutdoor), \(climb.position), \(climb.at), \(climb.name),
        \(climb.name.map { indexed(folded($0)) }), \(climb.discipline?.name), \(climb.grade?.text),
        \(climb.grade?.scale.name), \(climb.style?.name), \(climb.pitches), \(climb.notes),
        \(climb.source), \(climb.angle))
      """
    )
    context.sumDeltas.routes.climbs.insert(climb.id.record)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    if case .text(let name) = record.fields["name"] {
      context.sumDeltas.routes.names.insert(indexed(folded(name)))
    }
    context.sumDeltas.routes.climbs.insert(record.id)
    try context.connection.run("DELETE FROM climb WHERE id = \(record.id)")
  }
}

/// The table `attempt`.
struct AttemptProjection: EntityProjection {
  let tables: [SQLTable] = [.attempt]

  func insert(_ attempt: Attempt, in context: ProjectionContext) throws {
    try context.connection.run(
      """
      INSERT INTO attempt (climb, number, id, result, tick, at)
      VALUES (\(attempt.climb), \(attempt.number), \(attempt.id), \(attempt.result?.name),
        \(attempt.explicitTick?.name), \(attempt.at))
      """
    )
    context.sumDeltas.routes.climbs.insert(attempt.climb.record)
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    let attempt = try Attempt(recordID: record.id, fields: record.fields)
    try context.connection.run(
      """
      DELETE FROM attempt
      WHERE climb = \(attempt.climb) AND number = \(attempt.number) AND id = \(attempt.id)
      """
    )
    context.sumDeltas.routes.climbs.insert(attempt.climb.record)
  }
}

/// The table `tag_mark`.
struct TagMarkProjection: EntityProjection {
  typealias Entity = TagMark
  let tables: [SQLTable] = [.tagMark]

  func insert(_ mark: TagMark, in context: ProjectionContext) throws {
    try context.connection.run(
      """
      INSERT INTO tag_mark (climb, tag, id, impact)
      VALUES (\(mark.climb), \(mark.tag.text), \(mark.recordID), \(mark.impact.name))
      """
    )
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    let mark = try TagMark(recordID: record.id, fields: record.fields)
    try context.connection.run(
      """
      DELETE FROM tag_mark
      WHERE climb = \(mark.climb) AND tag = \(mark.tag.text) AND id = \(record.id)
      """
    )
  }
}
