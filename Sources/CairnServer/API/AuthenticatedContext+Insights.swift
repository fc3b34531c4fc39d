import Cairn
import CairnActions
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Span {
  static let members = [
    SchemaField(
      "period",
      .choice(["today", "week", "month", "year", "all"]),
      "the period; default all"
    ),
    .from, .to,
  ]
}

extension SchemaField {
  static let ofBook = SchemaField("book", .id, "only this book")
  static let ofYear = SchemaField("year", .integer(1_000...9_999), "only this year")
  static let ofKind = SchemaField("kind", .text, "only this kind")
  /// The members that choose some sessions.
  static let ofSessions = [
    ofKind, ofBook, SchemaField("story", .text, "only this story"),
    SchemaField("place", .text, "only at this place, ignoring case and accents"),
    SchemaField("tag", .text, "only with this tag, ignoring case and accents"),
  ]
  static let ofMeasure = SchemaField("measure", Measure.schema, "the measure; default minutes")
}

extension AuthenticatedContext {
  /// Returns the filter of ``SchemaField/ofSessions``; throws `request.field`.
  func sessionFilter(limit: Int = 50) throws(CairnError) -> SessionFilter {
    var filter = SessionFilter(limit: limit)
    filter.kind = try kind("kind")
    filter.entry = query.id("book").map { Identifier($0) }
    filter.story = query.text("story").map { Story.id(client: $0) }
    (filter.place, filter.tag) = (query.text("place"), query.text("tag"))
    return filter
  }

  /// Returns the same filter; throws also `reading.not_on_shelf` for an unknown book.
  func existingFilter(limit: Int = 50) async throws -> SessionFilter {
    _ = try await book()
    return try sessionFilter(limit: limit)
  }

  /// Returns the requested period; throws `request.field`.
  func span() async throws -> Span {
    let (today, word) = (try await today(), query.text("period"))
    guard let days = try days() else { return try await span(word ?? "all", today) }
    guard word == nil else { throw CairnError.field("period", "cannot be combined with days") }
    let name = "\(days.lowerBound.text)/\(days.upperBound.text)"
    return Span(name: name, days: days, today: today)
  }

  private func span(_ word: String, _ today: LocalDay) async throws -> Span {
    guard word != "all" else { return Span(name: "all time", days: nil, today: today) }
    let cadence = Cadence.all.first { $0.noun == word } ?? .daily
    let days = cadence.period(of: today, try await log.weekStart())
    return Span(name: word, days: days, today: today)
  }

  /// Returns the book in the query, or nil; throws `reading.not_on_shelf`.
  func book() async throws -> EntryRow? {
    guard let id = query.id("book") else { return nil }
    guard let row = try await log.book(Identifier(id)) else { throw CairnError.notOnShelf }
    return row
  }

  /// The kind of session in the query; reading by default.
  ///
  /// Throws `request.field` for an unknown one.
  var kind: SessionKind {
    get throws(CairnError) { try kind("kind") ?? Reading.kind }
  }

  /// The measure in the query; minutes by default.
  var measure: Measure { query.text("measure").flatMap { Measure(name: $0) } ?? .minutes }

  /// Returns the activity of every day, for the kind in the query or for all kinds.
  func activity(until today: LocalDay, hasFinishes: Bool = true) async throws -> Activity {
    try await log.activity(kind("kind"), until: today, hasFinishes: hasFinishes)
  }

  /// Returns the given minimum for a streak, or nil; throws `request.field`.
  func minimum(in input: Input) throws(CairnError) -> StreakMinimum? {
    guard let text = input.text("minimum") else { return nil }
    guard let minimum = StreakMinimum(text: text) else {
      throw .field("minimum", "takes any, 10 minutes, 20 pages or 3 sessions")
    }
    return minimum
  }
}
