import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// The page of an ended session with the forms that change it.
struct SessionPage {
  let frame: PageFrame
  let row: SessionRow
  let clock: WallClock
  let isHomeZone: Bool
  /// Nearby sessions of the same book or story, or of another kind, that this one can be merged with.
  let near: [SessionRow]
  /// The readings of the book, and the one the session belongs to.
  let readings: [ReadingRow]
  let reading: Identifier<ReadThrough>?
  /// Titles of books or stories to suggest.
  let titles: [String]
  /// The climbing details; nil for other kinds.
  let climbing: Climbing?
  /// The details of a kind whose details are fields; nil for other kinds.
  let activity: ActivityFields?
  /// The amount and pace of such a session, as far as known.
  let figures: [String]
  let climbs: [ClimbRow]
  let choices: ClimbChoices?
  let places: [String]
  let conflicts: ConflictNotice
  let formError: FormError?

  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    frame = try await PageFrame(context)
    row = try await context.session()
    clock = SessionZones(context).clock(row)
    isHomeZone = clock.zone.name == context.zone.name
    near = try await Self.near(row, context.log)
    (readings, reading) = try await Self.readings(row, context.log)
    titles = try await Self.titles(row, context.log)
    climbing = try await context.log.climbing(row)
    activity = try await Self.activity(row, context)
    figures = context.modules[row.kind]?.figures(row.amount, in: row.active) ?? []
    climbs = try await context.log.climbs(of: row.id)
    choices = climbing == nil ? nil : try await ClimbChoices(context.log)
    places = climbing == nil ? [] : try await context.log.climbingPlaces()
    conflicts = try await ConflictNotice(of: row.id.record, context.log)
    self.formError = formError
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

  var html: HTML {
    frame.page(
      row.subject,
      in: .history,
      """
      <header class="head"><h1><bdi>\(row.subject)</bdi></h1>
      <p class="quiet"><a href="/history?day=\(row.day.text)">\(CalendarText.day(row.day))</a></p></header>
      \(fragment: conflicts.html)
      <section class="card" aria-label="The session">\(fragment: facts)\
      \(fragment: row.note.map { "<p class=\"note\">\($0)</p>" })\(fragment: book)\(fragment: publicLink)</section>
      \(fragment: choices.map(climbed))
      \(fragment: SessionForms(page: self).html)
      """
    )
  }

  private func climbed(_ choices: ClimbChoices) -> HTML {
    let add = AddClimbForm(
      frame: frame,
      row: row,
      choices: choices,
      formError: formError(at: .climb)
    )
    return """
      <section class="stack" aria-labelledby="climbs"><h2 id="climbs">Climbs</h2>
      \(fragment: climbs.isEmpty ? "<p class=\"card empty\">No climbs logged.</p>" : ClimbList(climbs: climbs, frame: frame).html)
      \(fragment: add.html)</section>
      """
  }

  /// A link to the public page, if the session is visible to others.
  private var publicLink: HTML? {
    guard let person = frame.person, climbing?.isPrivate == false else { return nil }
    return "<p><a href=\"\(person.publicPath)\">Preview your public page</a></p>"
  }

  private var book: HTML? {
    if let story = row.listening?.story {
      return "<p><a href=\"/stories/\(story.record.text)\">View story</a></p>"
    }
    guard let id = row.entry else { return nil }
    return "<p><a href=\"/books/\(id.record.text)\">View book</a></p>"
  }

  private var facts: HTML {
    let pauses = row.pauses.count
    let all: [(String, String?)] = [
      ("Time", row.active.length),
      ("From", hasClock ? moment(row.startedAt) : nil),
      ("To", hasClock ? row.endedAt.map(moment) : nil),
      ("Time of day", hasClock ? nil : "unknown"),
      ("Pauses", pauses == 0 ? nil : "\(pauses)"),
      ("Pages", pages),
      ("Pace", pace),
      ("Climbs", row.climbing.map { "\($0.climbs)" }),
      ("Attempts", row.climbing.map { "\($0.attempts)" }),
      ("Sent", row.climbing.map { "\($0.sends)" }),
    ]
    return DescriptionList(
      all + listening + felt + (activity?.facts ?? []) + [
        ("Mood", mood),
        ("Place", row.sessionContext.place),
        ("Time zone", isHomeZone ? nil : row.zone),
        isFromListeningApp ? ("Added by", "a listening app") : ("Imported from", row.source),
      ]
    ).html
  }

  private var isFromListeningApp: Bool { row.source == ListeningReport.source }

  /// Whether times of day are known.
  private var hasClock: Bool { row.listening?.isDayOnly != true }

  /// The known details of a listening session.
  private var listening: [(String, String?)] {
    guard let listening = row.listening else { return [] }
    return [
      ("Start position", listening.startPosition?.clockText),
      ("End position", listening.endPosition?.clockText),
      ("Length", listening.duration?.clockText),
      ("Speed", listening.speed.map(SessionSummaryText.speed)),
      ("Finished", listening.isCompleted ? "yes" : "no"),
    ]
  }

  /// The known details of a climbing session.
  private var felt: [(String, String?)] {
    guard let climbing else { return [] }
    let scales = ClimbingScale.felt.map { scale in
      (scale.label, climbing[scale].map { "\($0) of \(scale.range.upperBound)" })
    }
    return scales + [
      ("Where", climbing.isOutdoor.map { $0 ? "outdoors" : "indoors" }),
      ("Partners", climbing.partners.isEmpty ? nil : climbing.partners.joined(separator: ", ")),
      ("Conditions", climbing.conditions),
      ("Temperature", climbing.temperature.map { "\($0.tenthsText) °C" }),
      ("Humidity", climbing.humidity.map { "\($0) %" }),
      ("Visible to", climbing.isPrivate ? nil : "everyone here"),
    ]
  }

  /// Returns `00:20 (6 Jan)`, and which of the two if the clock showed that time twice.
  private func moment(_ instant: Instant) -> String {
    clock.time(instant) + clock.date(instant, unless: row.day)
      + clock.zone.occurrenceSuffix(instant)
  }

  private var pages: String? {
    let places = [row.startPosition, row.endPosition].map {
      $0?.page(in: $0?.total).map(String.init)
    }
    guard let amount = row.pages else { return places[1].map { "up to \($0)" } }
    guard let from = places[0], let to = places[1] else { return "\(amount)" }
    return "\(amount), from \(from) to \(to)"
  }

  private var pace: String? {
    guard row.kind == Reading.kind else { return figures.dropFirst().first }
    let sums = PaceSums(pages: row.amount ?? 0, time: row.active, counted: 1, excluded: 0)
    return (row.amount ?? 0) > 0
      ? pagesPerHour(sums).value.map { "\($0.wholeText) pages an hour" } : nil
  }

  private var mood: String? {
    let (before, after) = (row.sessionContext.moodBefore, row.sessionContext.moodAfter)
    guard before != nil || after != nil else { return nil }
    return "\(before.map(String.init) ?? "?") before, \(after.map(String.init) ?? "?") after"
  }

  /// Returns the error if it belongs to the form.
  func formError(at formID: FormError.FormID) -> FormError? {
    formError.flatMap { $0.formID == formID ? $0 : nil }
  }
}

/// A description list that omits names without a value.
struct DescriptionList {
  private let all: [(name: String, value: String?)]

  init(_ all: [(String, String?)]) {
    self.all = all
  }

  var html: HTML {
    """
    <dl class="facts">
    \(fragment: HTML(all.compactMap { name, value in value.map { row(name, $0) } }))
    </dl>
    """
  }

  private func row(_ name: String, _ value: String) -> HTML {
    "<div><dt>\(name)</dt><dd><bdi>\(value)</bdi></dd></div>\n"
  }
}

extension AuthenticatedContext {
  /// Returns the session in the path; throws `session.not_found`.
  func session() async throws -> SessionRow {
    let id = try sessionID()
    guard let row = try await log.session(id) else { throw CairnError.noSession(id.record.text) }
    return row
  }
}
