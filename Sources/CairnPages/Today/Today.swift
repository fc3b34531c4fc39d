package import Cairn
package import CairnInsights
package import CairnReports
import CairnHTML

/// The contents of the Today page.
package struct Today: Sendable {
  package let now: Instant
  package let frame: PageFrame
  package let figures: TodayFigures
  /// The last seven days by kind.
  package let week: KindDays
  package let open: [SessionRow]
  /// The device on which each open session runs.
  package let activeDevice: [SessionID: ActiveDevice]
  package let devices: DeviceNames
  /// The sessions that began and ended today, newest first.
  package let ended: [SessionRow]
  /// The sessions with any time today.
  package let sessionsToday: [SessionRow]
  /// The progress of the goals today.
  package let goals: [GoalProgress]
  package let onThisDay: OnThisDay
  /// The books being read, most recently read first.
  package let reading: [EntryRow]
  /// The books of the open sessions.
  package let books: [EntryRow]
  /// Titles to suggest; a script searches for others.
  package let titles: [String]
  /// The probable ends of the open sessions with a forgotten timer.
  package let forgotten: [SessionID: ForgottenTimer]
  /// The details of the open sessions of activity kinds.
  package let details: [SessionID: Fields]
  /// The kinds of session that the server knows.
  package let modules: [KindModule]
  /// The activities that the page offers to start.
  package let activities: ChosenActivities
  /// The questions of an empty log; nil once they are answered or anything is logged.
  package let welcome: Welcome?
  /// Unfinished stories, most recently heard or added first.
  package let stories: [StoryRow]
  /// Titles of stories to suggest.
  package let storyTitles: [String]
  /// The details of the open climbing session.
  package let climbing: Climbing?
  /// Gyms and crags to suggest.
  package let places: [String]
  /// The question shown after the session in the address.
  package let question: QuestionCard?
  /// The notice of bulk deletions on other devices.
  package let deletions: BulkDeletionNotice
  package let formError: FormError?
  /// The title of the book or story that a rejected form would start; nil if it starts none.
  package let wanted: String?

  /// Creates the today.
  package init(
    now: Instant,
    frame: PageFrame,
    figures: TodayFigures,
    week: KindDays,
    open: [SessionRow],
    activeDevice: [SessionID: ActiveDevice],
    devices: DeviceNames,
    ended: [SessionRow],
    sessionsToday: [SessionRow],
    goals: [GoalProgress],
    onThisDay: OnThisDay,
    reading: [EntryRow],
    books: [EntryRow],
    titles: [String],
    forgotten: [SessionID: ForgottenTimer],
    details: [SessionID: Fields],
    modules: [KindModule],
    activities: ChosenActivities,
    welcome: Welcome?,
    stories: [StoryRow],
    storyTitles: [String],
    climbing: Climbing?,
    places: [String],
    question: QuestionCard?,
    deletions: BulkDeletionNotice,
    formError: FormError?,
    wanted: String? = nil
  ) {
    (self.now, self.frame, self.figures, self.week) = (now, frame, figures, week)
    (self.open, self.activeDevice, self.devices) = (open, activeDevice, devices)
    (self.ended, self.sessionsToday, self.goals) = (ended, sessionsToday, goals)
    (self.onThisDay, self.reading, self.books) = (onThisDay, reading, books)
    (self.titles, self.forgotten, self.details) = (titles, forgotten, details)
    (self.modules, self.stories, self.storyTitles) = (modules, stories, storyTitles)
    (self.activities, self.welcome) = (activities, welcome)
    (self.climbing, self.places, self.question) = (climbing, places, question)
    (self.deletions, self.formError, self.wanted) = (deletions, formError, wanted)
  }

  package var clock: WallClock { frame.clock }
  package var key: String { frame.key }

  /// The activity kinds without an open session.
  package var startableActivities: [KindModule] { modules.fielded.filter { offers($0.kind) } }

  /// Returns whether the page offers to start a session of the kind: if it is chosen, and none is open.
  package func offers(_ kind: SessionKind) -> Bool { activities.contains(kind) && !isOpen(kind) }

  /// Whether nothing was ever logged, so that every figure would be zero.
  package var isNew: Bool {
    open.isEmpty && figures.streak.longest == 0 && figures.totals.time == .zero
  }

  /// Returns whether a session of the kind is open.
  package func isOpen(_ kind: SessionKind) -> Bool { open.contains { $0.kind == kind } }

  /// Returns the error if it belongs to this session's form; another session may be open by now.
  package func formError(at formID: FormError.FormID, of row: SessionRow) -> FormError? {
    formError.at(formID).flatMap { $0.session == row.id ? $0 : nil }
  }

  /// The error of a form that is no longer on the page, for example because its session ended elsewhere.
  package var orphanedFormError: FormError? {
    guard let formError else { return nil }
    let isShown =
      switch formError.formID {
      case .welcome: welcome != nil
      case .start: offers(Reading.kind)
      case .listenStart: offers(Listening.kind)
      case .climbStart: offers(Climbing.kind)
      case .activityStart:
        startableActivities.contains { $0.kind.name == formError.typed["kind"] }
      case .timer, .stop, .listenEnd: open.contains { $0.id == formError.session }
      default: false
      }
    return isShown ? nil : formError
  }
}
