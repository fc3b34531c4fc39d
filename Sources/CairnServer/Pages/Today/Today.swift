import Cairn
import CairnHTTP
import CairnInsights
import CairnReports
import CairnStore

/// The contents of the Today page.
struct Today: Sendable {
  let now: Instant
  let frame: PageFrame
  let figures: TodayFigures
  let open: [SessionRow]
  /// The device on which each open session runs.
  let activeDevice: [SessionID: ActiveDevice]
  let devices: DeviceNames
  /// The sessions that began and ended today, newest first.
  let ended: [SessionRow]
  /// The sessions with any time today.
  let sessionsToday: [SessionRow]
  /// The progress of the goals today.
  let goals: [GoalProgress]
  let onThisDay: OnThisDay
  /// The books being read, most recently read first.
  let reading: [EntryRow]
  /// The books of the open sessions.
  let books: [EntryRow]
  /// Titles to suggest; a script searches for others.
  let titles: [String]
  /// The probable ends of the open sessions with a forgotten timer.
  let forgotten: [SessionID: ForgottenTimer]
  /// The details of the open sessions of kinds whose details are fields.
  let details: [SessionID: Fields]
  /// The kinds of session that the server knows.
  let modules: [KindModule]
  /// Unfinished stories, most recently heard or added first.
  let stories: [StoryRow]
  /// Titles of stories to suggest.
  let storyTitles: [String]
  /// The details of the open climbing session.
  let climbing: Climbing?
  /// Gyms and crags to suggest.
  let places: [String]
  /// The question shown after the session in the address.
  let question: QuestionCard?
  /// The notice of bulk deletions on other devices.
  let deletions: BulkDeletionNotice
  let formError: FormError?

  var clock: WallClock { frame.clock }
  var key: String { frame.key }

  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    now = context.now
    frame = try await PageFrame(context)
    let (log, day) = (context.log, try await context.today())
    let goals = try await Goals(of: log)
    let activity = try await log.activity(nil, until: day, hasFinishes: goals.counts(.books))
    figures = try await TodayFigures(day, activity, log, zone: context.zone)
    self.goals = goals.now(activity, today: day)
    deletions = try await BulkDeletionNotice(log)
    open = try await log.openSessions()
    activeDevice = try await log.activeDevice(of: open.map(\.id))
    devices = try await log.deviceNames()
    ended = try await Self.ended(day, log)
    sessionsToday = try await Self.sessions(on: day, log)
    onThisDay = OnThisDay(
      years: try await OnThisDayYear.all(on: day, in: log, mostSessions: 3),
      zones: SessionZones(context),
      modules: context.modules
    )
    books = try await Self.books(of: open, log)
    let climb = open.first { $0.kind == Climbing.kind }
    let read = open.first { $0.kind == Reading.kind }
    let openListening = open.first { $0.kind == Listening.kind }
    let known = openListening == nil ? try await log.recentStories(limit: 200) : []
    stories = Array(known.filter { !$0.isDone }.prefix(4))
    storyTitles = known.map(\.title)
    reading = read == nil ? try await log.openBooks(limit: 8) : []
    titles = read == nil ? try await log.recentTitles() : []
    forgotten = try await Self.each(open) { try await Self.forgotten($0, context) }
    details = try await Self.each(open) { try await log.details(of: $0) }
    modules = context.modules
    climbing = if let climb { try await log.climbing(climb) } else { nil }
    places = try await log.climbingPlaces()
    question = try await QuestionCard(context, key: frame.key)
    self.formError = formError
  }

  private static func ended(_ day: LocalDay, _ log: Log) async throws -> [SessionRow] {
    var filter = SessionFilter(limit: 50)
    filter.days = day...day
    return try await log.sessions(filter).filter { $0.endedAt != nil }
  }

  private static func sessions(on day: LocalDay, _ log: Log) async throws -> [SessionRow] {
    var filter = SessionFilter(limit: 50)
    filter.touching = day...day
    return try await log.sessions(filter)
  }

  private static func books(of open: [SessionRow], _ log: Log) async throws -> [EntryRow] {
    var books: [EntryRow] = []
    for id in open.compactMap(\.entry) {
      if let book = try await log.book(id) { books.append(book) }
    }
    return books
  }

  private static func forgotten(_ row: SessionRow, _ context: AuthenticatedContext) async throws
    -> ForgottenTimer?
  {
    let earlier = try await context.log.recentLengths(row.kind)
    return ForgottenTimer(row.timeline, now: context.now, earlier: earlier)
  }

  private static func each<Value>(
    _ rows: [SessionRow],
    _ value: (SessionRow) async throws -> Value?
  ) async throws -> [SessionID: Value] {
    var all: [SessionID: Value] = [:]
    for row in rows { all[row.id] = try await value(row) }
    return all
  }

  /// The kinds whose details are fields without an open session.
  var startableActivities: [KindModule] { modules.fielded.filter { !isOpen($0.kind) } }

  /// Returns whether a session of the kind is open.
  func isOpen(_ kind: SessionKind) -> Bool { open.contains { $0.kind == kind } }

  /// Returns the error if it belongs to the form.
  func formError(at formID: FormError.FormID) -> FormError? {
    formError.flatMap { $0.formID == formID ? $0 : nil }
  }

  /// Returns the error if it belongs to this session's form; another session may be open by now.
  func formError(at formID: FormError.FormID, of row: SessionRow) -> FormError? {
    formError(at: formID).flatMap { $0.session == row.id ? $0 : nil }
  }

  /// The error of a form that is no longer on the page, for example because its session ended elsewhere.
  var orphanedFormError: FormError? {
    guard let formError else { return nil }
    let isShown =
      switch formError.formID {
      case .start: !isOpen(Reading.kind)
      case .listenStart: !isOpen(Listening.kind)
      case .climbStart: !isOpen(Climbing.kind)
      case .activityStart:
        startableActivities.contains { $0.kind.name == formError.typed["kind"] }
      case .timer, .stop, .listenEnd: open.contains { $0.id == formError.session }
      default: false
      }
    return isShown ? nil : formError
  }
}
