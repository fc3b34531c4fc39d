import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension SessionPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let (frame, log) = (try await PageFrame(context), context.log)
    let row = try await context.session()
    let clock = SessionZones(context).clock(row)
    let (readings, reading) = try await Self.readings(row, log)
    let climbing = try await log.climbing(row)
    self.init(
      frame: frame,
      row: row,
      clock: clock,
      isHomeZone: clock.zone.name == context.zone.name,
      near: try await Self.near(row, log),
      readings: readings,
      reading: reading,
      titles: try await Self.titles(row, log),
      climbing: climbing,
      activity: try await Self.activity(row, context),
      figures: context.modules[row.kind]?.figures(row.amount, in: row.active) ?? [],
      climbs: try await log.climbs(of: row.id),
      choices: climbing == nil ? nil : try await ClimbChoices(log),
      places: climbing == nil ? [] : try await log.climbingPlaces(),
      conflicts: try await ConflictNotice(of: row.id.record, log),
      formError: formError
    )
  }

  private static func activity(
    _ row: SessionRow,
    _ context: AuthenticatedContext
  ) async throws -> ActivityFields? {
    guard let module = context.modules[row.kind],
      let values = try await context.log.details(of: row)
    else { return nil }
    return ActivityFields(module: module, values: values)
  }

  private static func titles(_ row: SessionRow, _ log: Log) async throws -> [String] {
    switch row.kind {
    case Reading.kind: try await log.books().prefix(500).map(\.title)
    case Listening.kind: try await log.recentStories(limit: 200).map(\.title)
    default: []
    }
  }

  private static func readings(
    _ row: SessionRow,
    _ log: Log
  ) async throws -> ([ReadingRow], Identifier<ReadThrough>?) {
    guard let book = row.entry else { return ([], nil) }
    let session = try await log.session(row.id, as: Reading.self)
    return (try await log.readings(of: book, summed: false), session?.detail.readThrough)
  }

  private static func near(_ row: SessionRow, _ log: Log) async throws -> [SessionRow] {
    let story = row.listening?.story
    let isAlike = row.kind != Reading.kind && row.kind != Listening.kind
    guard row.entry != nil || story != nil || isAlike else { return [] }
    var filter = SessionFilter(limit: 10)
    filter.story = story
    (filter.entry, filter.days) = (row.entry, (row.day - 1)...(row.day + 1))
    filter.kind = row.kind
    return try await log.sessions(filter).filter { $0.id != row.id && $0.endedAt != nil }
  }
}

extension AuthenticatedContext {
  /// Returns the session in the path; throws `session.not_found`.
  func session() async throws -> SessionRow {
    let id = try sessionID()
    guard let row = try await log.session(id) else { throw CairnError.noSession(id) }
    return row
  }
}
