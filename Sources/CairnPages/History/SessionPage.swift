package import Cairn
package import CairnHTML
package import CairnInsights
package import CairnReports

/// The page of an ended session with the forms that change it.
package struct SessionPage {
  package let frame: PageFrame
  package let row: SessionRow
  package let clock: WallClock
  package let isHomeZone: Bool
  /// Nearby sessions of the same book or story, or of another kind, that this one can be merged with.
  package let near: [SessionRow]
  /// The readings of the book, and the one the session belongs to.
  package let readings: [ReadingRow]
  package let reading: Identifier<ReadThrough>?
  /// Titles of books or stories to suggest.
  package let titles: [String]
  /// The climbing details; nil for other kinds.
  package let climbing: Climbing?
  /// The details of an activity kind; nil for other kinds.
  package let activity: ActivityFields?
  /// The amount and pace of such a session, as far as known.
  package let figures: [String]
  package let climbs: [ClimbRow]
  package let choices: ClimbChoices?
  package let places: [String]
  package let conflicts: ConflictNotice
  package let formError: FormError?

  /// Creates the page.
  package init(
    frame: PageFrame,
    row: SessionRow,
    clock: WallClock,
    isHomeZone: Bool,
    near: [SessionRow],
    readings: [ReadingRow],
    reading: Identifier<ReadThrough>?,
    titles: [String],
    climbing: Climbing?,
    activity: ActivityFields?,
    figures: [String],
    climbs: [ClimbRow],
    choices: ClimbChoices?,
    places: [String],
    conflicts: ConflictNotice,
    formError: FormError?
  ) {
    (self.frame, self.row, self.clock) = (frame, row, clock)
    (self.isHomeZone, self.near, self.readings) = (isHomeZone, near, readings)
    (self.reading, self.titles, self.climbing) = (reading, titles, climbing)
    (self.activity, self.figures) = (activity, figures)
    (self.climbs, self.choices, self.places) = (climbs, choices, places)
    (self.conflicts, self.formError) = (conflicts, formError)
  }

  package var html: HTML {
    frame.page(
      row.subject,
      in: .log,
      hue: Hue(row.kind),
      """
      <header class="head"><h1><bdi>\(row.subject)</bdi></h1>
      <p class="quiet"><a href="/history?day=\(row.day.text)">\(CalendarText.day(row.day))</a></p></header>
      \(fragment: conflicts.html)
      <section class="card" aria-label="The session">\(fragment: facts)\
      \(fragment: row.note.map { "<p class=\"note\">\($0)</p>" })\(fragment: book)\(fragment: publicLink)\
      \(fragment: SessionLabel.links(of: row))</section>
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
      formError: formError.at(.climb)
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
    let scales = ClimbingScale.ratings.map { scale in
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
}

/// A description list that omits names without a value.
package struct DescriptionList {
  private let all: [(String, String?)]

  package init(_ all: [(String, String?)]) {
    self.all = all
  }

  package var html: HTML {
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
