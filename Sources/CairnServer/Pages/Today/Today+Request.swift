import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension Welcome {
  /// Reads the questions; nil once anything was done in the log.
  fileprivate init?(_ context: AuthenticatedContext) async throws {
    guard try await context.log.history(limit: 1).isEmpty else { return nil }
    let chooses = context.identity != nil || context.server.dependencies.defaultZone?.choose != nil
    self.init(zones: chooses ? SystemZones.names : [], zone: context.zone.name)
  }
}

extension Today {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let frame = try await PageFrame(context)
    let (log, day) = (context.log, try await context.today())
    let goals = try await Goals(of: log)
    let activity = try await log.activity(nil, until: day, hasFinishes: goals.counts(.books))
    let open = try await log.openSessions()
    let kinds = Set(open.map(\.kind))
    let climb = open.first { $0.kind == Climbing.kind }
    let climbing: Climbing? = if let climb { try await log.climbing(climb) } else { nil }
    let known = try await log.recentStories(limit: kinds.contains(Listening.kind) ? 20 : 200)
    let (isReading, stories) = (
      kinds.contains(Reading.kind), open.compactMap { $0.listening?.story }
    )
    let books = try await log.openBooks(limit: 8).filter { book in
      !open.contains { $0.entry == book.id }
    }
    let wanted: String? =
      if let formError { try await Self.wantedTitle(formError.typed, log) } else { nil }
    self.init(
      now: context.now,
      frame: frame,
      figures: try await TodayFigures(day, activity, log, zone: context.zone),
      week: try await log.kindDays(in: day - 6...day),
      open: open,
      activeDevice: try await log.activeDevice(of: open.map(\.id)),
      devices: try await log.deviceNames(),
      ended: try await Self.ended(day, log),
      sessionsToday: try await Self.sessions(on: day, log),
      goals: goals.now(activity, today: day),
      onThisDay: OnThisDay(
        years: try await OnThisDayYear.all(on: day, in: log, mostSessions: 2),
        zones: SessionZones(context),
        modules: context.modules
      ),
      reading: isReading ? Array(books.prefix(3)) : books,
      books: try await Self.books(of: open, log),
      titles: isReading ? [] : try await log.recentTitles(),
      forgotten: try await Self.each(open) { try await Self.forgotten($0, context) },
      details: try await Self.each(open) { try await log.details(of: $0) },
      modules: context.modules,
      activities: try await log.chosenActivities().among(context.modules),
      welcome: try await Welcome(context),
      stories: Array(
        known.filter { !$0.isDone && !stories.contains($0.id) }.prefix(stories.isEmpty ? 4 : 2)
      ),
      storyTitles: known.map(\.title),
      climbing: climbing,
      places: try await log.climbingPlaces(),
      question: try await QuestionCard(context, key: frame.key),
      deletions: try await BulkDeletionNotice(log),
      formError: formError,
      wanted: wanted
    )
  }

  /// Returns the title of what a form starts.
  private static func wantedTitle(_ form: FormValues, _ log: Log) async throws -> String? {
    if let id = form["book"].flatMap({ RecordID(text: $0) }) {
      return try await log.book(Identifier(id))?.title
    }
    if let id = form["story"].flatMap({ RecordID(text: $0) }) {
      return try await log.story(Identifier(id))?.title
    }
    return try form.text("title")
  }

  private static func ended(_ day: LocalDay, _ log: Log) async throws -> [SessionRow] {
    var filter = SessionFilter(limit: 50)
    filter.days = day...day
    return try await log.sessions(filter).filter { $0.endedAt != nil }
  }

  private static func sessions(on day: LocalDay, _ log: Log) async throws -> [SessionRow] {
    var filter = SessionFilter(limit: 50)
    filter.activeOn = day...day
    return try await log.sessions(filter)
  }

  private static func books(of open: [SessionRow], _ log: Log) async throws -> [EntryRow] {
    var books: [EntryRow] = []
    for id in open.compactMap(\.entry) {
      if let book = try await log.book(id) { books.append(book) }
    }
    return books
  }

  private static func each<Value>(
    _ rows: [SessionRow],
    _ value: (SessionRow) async throws -> Value?
  ) async throws -> [SessionID: Value] {
    var all: [SessionID: Value] = [:]
    for row in rows { all[row.id] = try await value(row) }
    return all
  }

  private static func forgotten(_ row: SessionRow, _ context: AuthenticatedContext) async throws
    -> ForgottenTimer?
  {
    let earlier = try await context.log.recentLengths(row.kind)
    return ForgottenTimer(row.timeline, now: context.now, earlier: earlier)
  }
}
