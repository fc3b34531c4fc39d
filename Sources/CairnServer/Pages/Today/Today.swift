import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// What the page Today shows.
struct Today: Sendable {
  let now: Instant
  let frame: PageFrame
  let figures: TodayFigures
  let open: [SessionRow]
  /// On which device each of them goes on.
  let whereabouts: [SessionID: ActiveDevice]
  /// What the devices are called.
  let devices: DeviceNames
  /// The sessions that began today and have ended, newest first.
  let ended: [SessionRow]
  /// Those that have any time today.
  let touching: [SessionRow]
  /// How far the goals of today are.
  let goals: [GoalProgress]
  let remembered: OnThisDay
  /// The books that are being read, those read last first.
  let reading: [EntryRow]
  /// The books of the open sessions.
  let books: [EntryRow]
  /// Titles to choose from while typing; a script looks for others.
  let titles: [String]
  /// When an open timer of reading that was forgotten probably ended.
  let forgotten: ForgottenTimer?
  /// When an open timer of climbing that was forgotten probably ended.
  let forgottenClimbing: ForgottenTimer?
  /// When an open timer of listening that was forgotten probably ended.
  let forgottenListening: ForgottenTimer?
  /// The stories heard or added last that are not heard to their end, to go on with.
  let stories: [StoryRow]
  /// Titles of stories to choose from while typing.
  let storyTitles: [String]
  /// What the climber says of the climbing session that is open.
  let climbing: Climbing?
  /// Gyms and crags to choose from while typing.
  let places: [String]
  /// The question that follows the session the address names.
  let question: QuestionCard?
  /// What another device deleted in bulk.
  let deletions: DeletionNote
  let formError: FormError?

  var clock: WallClock { frame.clock }
  var key: String { frame.key }

  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    now = context.now
    frame = try await PageFrame(context)
    let (log, day) = (context.log, try await context.today())
    let goals = try await Goals(of: log)
    let activity = try await log.activity(nil, until: day, hasFinishes: goals.counts(.books))
    figures = try await TodayFigures(context, day, activity)
    self.goals = goals.now(activity, today: day)
    deletions = try await DeletionNote(log)
    open = try await log.openSessions()
    whereabouts = try await log.whereabouts(of: open.map(\.id))
    devices = try await log.deviceNames()
    ended = try await Self.ended(day, log)
    touching = try await Self.touching(day, log)
    remembered = OnThisDay(
      years: try await OnThisDayYear.all(on: day, in: log, mostSessions: 3),
      zones: SessionZones(context)
    )
    books = try await Self.books(of: open, log)
    let climb = open.first { $0.kind == Climbing.kind }
    let read = open.first { $0.kind == Reading.kind }
    let heard = open.first { $0.kind == Listening.kind }
    let known = heard == nil ? try await log.recentStories(most: 200) : []
    stories = Array(known.filter { !$0.isDone }.prefix(4))
    storyTitles = known.map(\.title)
    reading = read == nil ? try await log.openBooks(most: 8) : []
    titles = read == nil ? try await log.recentTitles() : []
    forgotten = try await Self.forgotten(read, context)
    forgottenListening = try await Self.forgotten(heard, context)
    forgottenClimbing = try await Self.forgotten(climb, context)
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

  private static func touching(_ day: LocalDay, _ log: Log) async throws -> [SessionRow] {
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

  private static func forgotten(_ row: SessionRow?, _ context: AuthenticatedContext) async throws -> ForgottenTimer?
  {
    guard let row else { return nil }
    let earlier = try await context.log.recentLengths(row.kind)
    return ForgottenTimer(row.timeline, now: context.now, earlier: earlier)
  }

  /// Whether a session of a kind is open.
  func isOpen(_ kind: SessionKind) -> Bool { open.contains { $0.kind == kind } }

  /// The refusal of a form, if it was that one.
  func formError(at place: FormError.Place) -> FormError? {
    formError.flatMap { $0.place == place ? $0 : nil }
  }

  /// The same of a form about an open session, which may be another by now.
  func formError(at place: FormError.Place, of row: SessionRow) -> FormError? {
    formError(at: place).flatMap { $0.session == row.id ? $0 : nil }
  }

  /// The refusal of a form that the page has no more, as when its session was ended elsewhere.
  var strayed: FormError? {
    guard let formError else { return nil }
    let isShown =
      switch formError.place {
      case .start: !isOpen(Reading.kind)
      case .listenStart: !isOpen(Listening.kind)
      case .climbStart: !isOpen(Climbing.kind)
      case .timer, .stop, .listenEnd: open.contains { $0.id == formError.session }
      default: false
      }
    return isShown ? nil : formError
  }
}
