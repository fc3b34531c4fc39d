import Cairn
import CairnExchange
package import CairnReports
import CairnStore

extension ExportTable {
  /// Returns the rows of ``books`` as the importer stores them when it reads the table.
  static func rows(_ shelved: [ShelvedBook]) throws -> Set<String> {
    guard !shelved.isEmpty else { return [] }
    var table = books
    for book in shelved { table.add(book) }
    return Set(try AnyListImport.parse(table.bytes).library.books.map(\.raw))
  }

  mutating func add(_ shelved: ShelvedBook) {
    let (book, entry, edition) = (shelved.book, shelved.book.entry, shelved.book.edition)
    let work = book.work
    let latest = book.readThroughs.last
    let finished = book.readThroughs.count { $0.outcome == .finished }
    let made: [String?] = [
      entry.id.record.text, work.title, shelved.authors.joined(separator: "; "),
      shelved.contributors.joined(separator: "; "), work.series, work.seriesNumber, edition?.isbn,
      edition?.unverifiedISBN, edition?.format, edition?.publisher, text(edition?.pages),
      text(edition?.year), text(work.firstYear),
    ]
    let mine: [String?] = [
      entry.status.label, stars(entry.rating), entry.added?.text, entry.isBorrowed ? "yes" : "no",
      entry.shelves.joined(separator: ", "), entry.tags.joined(separator: ", "),
      latest?.started?.text, latest?.finished?.text, latest?.stopped?.text, String(finished),
      entry.review, entry.notes,
      entry.source,
    ]
    add(made + mine)
  }

  mutating func add(_ reading: ReadThrough, of shelved: ShelvedBook) {
    add([
      reading.id.record.text, reading.entry.record.text, shelved.book.work.title,
      reading.started?.text, reading.finished?.text, reading.stopped?.text, reading.outcome?.name,
      reading.reason, stars(reading.rating), reading.position?.text,
    ])
  }

  mutating func add(_ edition: Edition, of shelved: ShelvedBook) {
    let entry = shelved.book.entry
    add([
      edition.id.record.text, entry.id.record.text, shelved.book.work.title,
      entry.edition == edition.id ? "yes" : "no", edition.isbn, edition.unverifiedISBN,
      edition.format, edition.publisher, text(edition.pages), text(edition.year), edition.language,
    ])
  }

  mutating func add(_ row: SessionRow, _ origin: SessionOrigin?, _ detail: Climbing?) {
    let segments = row.timeline.segments.map { "\($0.start.text)/\($0.end?.text ?? "")" }
    let known: [String?] = [
      row.id.record.text, row.kind.name, origin?.entry?.record.text, origin?.reading?.record.text,
      row.title, row.startedAt.text, row.endedAt?.text, row.zone, row.endZone, row.day.text,
      String(row.active.count),
      segments.joined(separator: " "), text(row.pages), row.startPosition?.text,
      row.endPosition?.text, text(row.sessionContext.moodBefore),
      text(row.sessionContext.moodAfter),
      row.sessionContext.place, row.sessionContext.tags.names.joined(separator: ", "), row.note,
      row.source,
    ]
    add(known + cells(detail))
  }

  /// Returns the climbing details of a session, without the names of partners.
  private func cells(_ detail: Climbing?) -> [String?] {
    guard let detail else { return Array(repeating: nil, count: 10) }
    let before: [String?] = [detail.discipline?.name, yesNo(detail.isOutdoor)]
    let ratings: [String?] = ClimbingScale.ratings.map { text(detail[$0]) }
    let after: [String?] = [
      detail.conditions, text(detail.temperature), text(detail.humidity), yesNo(detail.isPrivate),
    ]
    return before + ratings + after
  }

  /// Adds the story of a listening session; nothing for another kind.
  mutating func addListening(_ row: SessionRow) {
    guard let listening = row.listening else { return }
    add([
      row.id.record.text, listening.story.record.text, row.title, yesNo(listening.isCompleted),
      text(listening.startPosition?.count), text(listening.endPosition?.count),
      hundredths(listening.speed),
    ])
  }

  mutating func add(_ session: SessionID, _ details: Fields, of module: KindModule) {
    add([session.record.text] + (module.fields ?? []).map { $0.exported(details[$0.key]) })
  }

  mutating func add(_ story: StoryRow) {
    add([
      story.id.record.text, story.title, story.series, story.author, story.narrator,
      text(story.duration?.count), yesNo(story.isFavorite), story.added?.text,
      String(story.sessions), String(story.seconds * 1_000), String(story.completed),
      String(story.plays),
    ])
  }

  mutating func add(_ play: Play) { add([play.story.record.text, play.at.text]) }

  mutating func add(_ reached: ReachedMilestone) {
    add([reached.milestone.name, reached.at.text, reached.session.record.text])
  }

  /// Formats hundredths as a decimal: `1.25`.
  private func hundredths(_ number: Int64?) -> String? {
    number.map { "\($0 / 100).\($0 % 100 / 10)\($0 % 10)" }
  }

  mutating func add(_ pause: Pause, of row: SessionRow) {
    add([
      row.id.record.text, pause.start.text, pause.end?.text, text(pause.length?.count),
      pause.reason,
    ])
  }

  mutating func add(_ goal: Goal) {
    add([goal.measure.name, goal.cadence.name, goal.from.text, text(goal.target)])
  }

  mutating func add(_ minimum: StreakMinimumSetting) {
    add([minimum.cadence.name, minimum.from.text, minimum.minimum.text])
  }

  mutating func add(_ day: LocalDay) { add([day.text]) }

  mutating func add(_ row: AnnotationRow) {
    let annotation = row.annotation
    add([
      annotation.id.record.text, annotation.entry.record.text, row.title, annotation.form.name,
      annotation.text, text(annotation.page), text(annotation.location), annotation.made?.text,
      annotation.source,
    ])
  }

  package mutating func add(_ row: ClimbRow) {
    let climb = row.climb
    let known: [String?] = [
      climb.id.record.text, climb.session?.record.text, row.day.text, row.place,
      yesNo(row.isOutdoor), text(climb.position), climb.at?.text, climb.name,
      climb.discipline?.name, climb.grade?.text, climb.grade?.scale.name, climb.style?.name,
      text(climb.pitches),
    ]
    let tried: [String?] = [
      String(row.attempts.count), String(row.attempts.count { $0.result == .fell }),
      yesNo(row.isSent), yesNo(row.isFirstAttempt), row.send?.tick?.name, row.tags(.helped),
      row.tags(.hindered), climb.notes, climb.source, text(climb.angle), climb.stars?.text,
    ]
    add(known + tried)
  }

  mutating func add(_ attempt: Attempt, _ number: Int) {
    add([
      attempt.id.record.text, attempt.climb.record.text, String(number),
      attempt.result?.name, attempt.tick?.name, attempt.at?.text,
    ])
  }

  private func yesNo(_ value: Bool?) -> String? { value.map { $0 ? "yes" : "no" } }

  mutating func add(_ day: DayTotalRow, _ kind: String) {
    add([
      day.day.text, kind, String(day.time.count), String(day.sessions), String(day.amount),
    ])
  }

  private func text(_ number: Int64?) -> String? { number.map { String($0) } }
}

extension InputField {
  /// Returns a value as it is stored.
  fileprivate func exported(_ value: FieldValue) -> String? {
    switch value {
    case .integer(let number): String(number)
    case .text(let word): word
    case .null, .bool: nil
    }
  }
}

extension ClimbRow {
  /// Whether the climb was sent; nil if the results of its attempts leave that open.
  fileprivate var isSent: Bool? {
    if send != nil { return true }
    return attempts.contains { $0.result == nil } ? nil : false
  }

  /// Whether it was an onsight or a flash; nil if unknown.
  ///
  /// A send on the first attempt is neither if the climb was known before.
  fileprivate var isFirstAttempt: Bool? {
    if let tick = send?.tick { return tick.isFirstAttempt }
    return attempts.first?.result == .fell ? false : nil
  }

  /// Returns the tags of an impact as text: `hold:crimp; own:project`.
  fileprivate func tags(_ impact: TagImpact) -> String {
    marks.filter { $0.impact == impact }.map(\.tag.text).joined(separator: "; ")
  }
}
