package import Cairn
package import CairnReports

// The JSON form of books, documented in `docs/cli.md`.

extension Position: JSONModel {
  package static let fields = JSONFields<Position>(
    named: "Position",
    [
      .init("unit", .choice(Unit.all.map(\.name)), \.unit.name),
      .init("value", \.value),
      .init("total", \.total),
    ]
  )
}

extension EntryRow: JSONModel {
  package static let fields = JSONFields<EntryRow>(
    named: "BookRow",
    [
      .init("id", \.id),
      .init("short", \.shortID),
      .init("title", \.title),
      .init("series", \.series),
      .init("authors", \.authors),
      .init("status", \.status),
      .init("added", \.added),
      .init("pages", \.pages),
      .init("rating_quarters", .integer(Entry.ratings), \.rating),
      .init("shelves") { lines($0.shelves) },
      .init("tags") { lines($0.tags) },
      .init("borrowed", \.isBorrowed),
      .init("isbn", \.isbn),
      .init("format", \.format),
      .init("publisher", \.publisher),
      .init("year", .integer, \.year),
      .init("language", \.language),
      .init("first_year", .integer, \.firstYear),
      .init("started", \.started),
      .init("finished", \.finished),
      .init("days_to_read", .integer, \.days),
      .init("reading_year", .integer) { $0.displayedFinish?.year },
      .init("reading_month", .integer(1...12)) { $0.displayedFinish?.month },
      .init("position", \.displayedPosition),
      .init("progress_hundredths", .percent) { $0.displayedPosition?.hundredths(in: $0.pages) },
    ]
  )

  private static func lines(_ text: String?) -> [String] {
    text?.split(separator: "\n").map { String($0) } ?? []
  }
}

extension BookDetails: JSONModel {
  package static let fields = JSONFields<BookDetails>(
    named: "Book",
    EntryRow.fields.flattened(\.row),
    [
      .init("reason", \.row.reason),
      .init("notes", \.row.notes),
      .init("review", \.row.review),
      .list("editions", \.editions, editionFields),
    ],
    EntryTotals.fields.flattened(\.totals)
  )

  /// The fields of an edition.
  package static let editionFields = JSONFields<(edition: Edition, isUsed: Bool)>(
    named: "Edition",
    [
      .init("id") { $0.edition.id },
      .init("short") { ShortID($0.edition.id.record) },
      .init("used") { $0.isUsed },
      .init("isbn") { $0.edition.isbn },
      .init("pages") { $0.edition.pages },
      .init("format") { $0.edition.format },
      .init("publisher") { $0.edition.publisher },
      .init("year", .integer) { $0.edition.year },
      .init("language") { $0.edition.language },
    ]
  )
}

extension EntryTotals: JSONModel {
  package static let fields: JSONFields<EntryTotals> = [
    .init("sessions", \.sessions),
    .init("active_seconds", \.time),
    .init("pages_read", \.pages),
  ]
}

extension DeletedBookRow: JSONModel {
  package static let fields = JSONFields<DeletedBookRow>(
    named: "DeletedBook",
    [
      .init("id", \.id),
      .init("short", \.shortID),
      .init("title", \.title),
    ],
    EntryTotals.fields.flattened(\.totals)
  )
}

extension LabelRow: JSONModel {
  package static let fields = JSONFields<LabelRow>(
    named: "Label",
    [
      .init("name", \.name),
      .init("books", \.books),
      .init("read", \.read),
      .init("reading", \.reading),
    ]
  )
}

extension ReadingRow: JSONModel {
  package static let fields = JSONFields<ReadingRow>(
    named: "Reading",
    [
      .init("id", \.reading.id),
      .init("short", \.shortID),
      .init("number", \.number),
      .init("started", \.reading.started),
      .init("finished", \.reading.finished),
      .init("stopped", \.reading.stopped),
      .init("outcome", \.reading.outcome),
      .init("days_to_read", .integer, \.reading.days),
      .init("reading_year", .integer, \.reading.readingYear),
      .init("reading_month", .integer(1...12), \.reading.readingMonth),
      .init("reason", \.reading.reason),
      .init("rating_quarters", .integer(Entry.ratings), \.reading.rating),
      .init("position", \.reading.position),
    ],
    EntryTotals.fields.flattened(\.totals)
  )
}

extension AnnotationRow: JSONModel {
  package static let fields: JSONFields<AnnotationRow> = [
    .init("id", \.annotation.id),
    .init("short", \.shortID),
    .init("book_id", \.annotation.entry),
    .init("title", \.title),
    .init("kind", \.annotation.form.name),
    .init("text", \.annotation.text),
    .init("page", \.annotation.page),
    .init("location", \.annotation.location),
    .init("created") { $0.annotation.made?.text },
    .init("source", \.annotation.source),
  ]
}
