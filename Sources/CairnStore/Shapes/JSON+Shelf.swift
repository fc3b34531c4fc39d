package import Cairn

extension EntryRow {
  /// Returns the JSON form of a book with its details, documented in `docs/cli.md`.
  package func json(with totals: EntryTotals, _ editions: [(edition: Edition, isUsed: Bool)])
    -> JSON
  {
    guard case .object(let members) = json else { return json }
    return .object(
      members + [
        .init("reason", .text(reason)),
        .init("notes", .text(notes)),
        .init("review", .text(review)),
        .init("editions", .array(editions.map { $0.edition.json(isUsed: $0.isUsed) })),
        .init("sessions", .integer(totals.sessions)),
        .init("active_seconds", .integer(totals.time.count / 1_000)),
        .init("pages_read", .integer(totals.pages)),
      ]
    )
  }
}

extension Edition {
  /// Returns the JSON form of an edition, documented in `docs/cli.md`.
  package func json(isUsed: Bool) -> JSON {
    .members(
      ("id", .string(id.record.text)),
      ("short", .string(ShortID(id.record).text)),
      ("used", .bool(isUsed)),
      ("isbn", .text(isbn)),
      ("pages", .number(pages)),
      ("format", .text(format)),
      ("publisher", .text(publisher)),
      ("year", .number(year)),
      ("language", .text(language))
    )
  }
}

extension DeletedBookRow {
  /// The JSON form of a deleted book, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("id", .string(id.record.text)),
      ("short", .string(shortID.text)),
      ("title", .string(title)),
      ("sessions", .integer(totals.sessions)),
      ("active_seconds", .integer(totals.time.count / 1_000)),
      ("pages_read", .integer(totals.pages))
    )
  }
}

extension LabelRow {
  /// The JSON form of a shelf or tag, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("name", .string(name)),
      ("books", .integer(books)),
      ("read", .integer(read)),
      ("reading", .integer(reading))
    )
  }
}

extension ReadingRow {
  /// The JSON form of a read-through, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("id", .string(reading.id.record.text)),
      ("short", .string(shortID.text)),
      ("number", .number(number.map { Int64($0) })),
      ("started", .text(reading.started?.text)),
      ("finished", .text(reading.finished?.text)),
      ("stopped", .text(reading.stopped?.text)),
      ("outcome", .text(reading.outcome?.name)),
      ("days_to_read", .number(reading.days.map { Int64($0) })),
      ("reading_year", .number(reading.readingYear.map { Int64($0) })),
      ("reading_month", .number(reading.readingMonth.map { Int64($0) })),
      ("reason", .text(reading.reason)),
      ("rating_quarters", .number(reading.rating)),
      ("position", .position(reading.position)),
      ("sessions", .integer(totals.sessions)),
      ("active_seconds", .integer(totals.time.count / 1_000)),
      ("pages_read", .integer(totals.pages))
    )
  }
}
