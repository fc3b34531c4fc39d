import Cairn
import CairnActions
import CairnInsights

/// The data of the offline page: open sessions, suggestions, recent days and their figures.
///
/// All texts are formatted here as on the other pages; JavaScript only lays them out.
struct View {
  private let log: OfflineLog
  private let request: WasmRequest
  private let today: LocalDay

  init(_ log: OfflineLog, _ request: WasmRequest) {
    (self.log, self.request) = (log, request)
    today = log.localDay(at: log.now, zone: log.zones.own.name)
  }

  func write(to writer: inout JSONWriter) {
    let sessions = log.sessions
    writer.member("today", today.text)
    writer.list("running", sessions.filter { !$0.timeline.isEnded }) { write($0, to: &$1) }
    writer.list("books", books) { write($0, to: &$1) }
    writer.list("stories", stories) { write($0, to: &$1) }
    writeChoices(to: &writer)
    let ended = sessions.filter { $0.timeline.isEnded }
    let figures = DayFigures(log, ended, request, today)
    writer.key("figures")
    figures.write(to: &writer)
    let days = History(log, ended, today).days
    writer.list("days", days) { $0.write(to: &$1) }
  }

  private func write(_ session: Session<NoDetail>, to writer: inout JSONWriter) {
    let timer = TimerState(session.timeline)
    let clock = log.clock(session)
    writer.beginObject()
    writer.member("id", session.id.record.text)
    writer.member("kind", session.kind.name)
    writer.member("title", log.subject(of: session))
    writer.member("state", timer.name)
    writer.member("elapsed", timer.elapsed(at: log.now).count)
    writer.member("started", clock.text(session.timeline.start))
    let device = log.activeDevice(of: session.id)
    if let words = device.since.flatMap({ device.text(since: clock.text($0)) }) {
      writer.member("elsewhere", words)
    }
    writer.member("note", session.note ?? "")
    if let place = session.sessionContext.place { writer.member("place", place) }
    if let forgotten = log.forgotten(session) {
      writer.member("ran", forgotten.running.hoursAndMinutes)
      writer.member("proposed", clock.field(forgotten.proposedEnd))
    }
    if session.kind == Reading.kind { writeLocation(session.id.record, to: &writer) }
    if session.kind == Climbing.kind {
      writer.list("climbs", log.climbs(of: session.id)) { write($0, to: &$1) }
    }
    writer.endObject()
  }

  private func writeLocation(_ id: RecordID, to writer: inout JSONWriter) {
    guard let detail = (try? log.find(Session<Reading>.self, id))?.detail else { return }
    let book = try? log.book(detail.entry)
    let pages = detail.startPosition?.total ?? book?.pages
    let position = book?.position ?? detail.startPosition
    if let page = position?.page(in: pages), page > 0 { writer.member("page", page) }
    if let pages { writer.member("pages", pages) }
    if let start = detail.startPosition, start.unit == .page {
      writer.member("from", start.value)
    }
  }

  private func write(_ climb: Climb, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", climb.id.record.text)
    writer.member("title", climb.title)
    writer.list("attempts", log.attempts(at: climb)) { $1.string($0.label) }
    writer.endObject()
  }
}

extension View {
  /// Writes the scales and disciplines as `[[name, label]]`.
  private func writeChoices(to writer: inout JSONWriter) {
    writer.list("scales", GradeScale.all) { $1.pair($0.name, $0.title) }
    writer.list("disciplines", Discipline.all) { $1.pair($0.name, $0.label) }
  }

  /// The unfinished stories of the last days, most recently heard first.
  private var stories: [Story] {
    let listeningSessions = log.all(Session<Listening>.self)
      .ordered { SortKey($0.timeline.start.milliseconds, $0.id.record) }
    var seen: Set<Identifier<Story>> = []
    let latest = listeningSessions.reversed().filter {
      seen.insert($0.detail.story).inserted && !$0.detail.isCompleted
    }
    return latest.prefix(5).compactMap { try? log.find(Story.self, $0.detail.story.record) }
  }

  private func write(_ story: Story, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", story.id.record.text)
    writer.member("title", story.title)
    writer.endObject()
  }

  /// The books being read, most recently read first.
  private var books: [Book] {
    var last: [RecordID: Instant] = [:]
    for session in log.all(Session<Reading>.self) {
      let entry = session.detail.entry.record
      last[entry] = max(last[entry] ?? .earliest, session.timeline.start)
    }
    return log.all(Entry.self).filter { $0.status == .reading }
      .compactMap { try? log.book($0.id) }
      .ordered { book in
        let id = book.entry.id.record
        return SortKey(-(last[id] ?? .earliest).milliseconds, id)
      }
  }

  private func write(_ book: Book, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", book.entry.id.record.text)
    writer.member("title", book.work.title)
    let authors = book.work.credits.compactMap { credit in
      (try? log.find(Author.self, credit.author.record))?.name
    }
    writer.member("authors", authors.joined(separator: ", "))
    if let page = book.position?.page(in: book.pages) { writer.member("page", page) }
    if let pages = book.pages { writer.member("pages", pages) }
    writer.endObject()
  }
}

extension JSONWriter {
  /// Appends an array of two strings.
  fileprivate mutating func pair(_ one: String, _ other: String) {
    beginArray()
    string(one)
    string(other)
    endArray()
  }

  /// Appends a named array.
  mutating func list<Element>(
    _ name: String,
    _ elements: [Element],
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { write(element, &self) }
    endArray()
  }
}
