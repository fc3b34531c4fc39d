import Cairn

/// One row of a list of books, read by a mapping.
struct AnyListRow {
  var cells: RowCells
  /// The first date that can be read in two ways.
  private(set) var ambiguous: ImportError?

  private let mapping: ColumnMapping
  private let order: DateOrder?

  init(_ cells: RowCells, _ mapping: ColumnMapping, _ order: DateOrder?) {
    (self.cells, self.mapping, self.order) = (cells, mapping, order)
  }

  /// The book of the row, or nil when it has no title.
  mutating func book() -> ImportedBook? {
    guard let title = cells.title(mapping[.title] ?? "") else { return nil }
    let authors = authors
    let isbn = mapping[.isbn].map { cells.isbn($0) }
    let key = isbn?.valid?.text ?? "\(title)\n\(authors.first ?? "")"
    var book = ImportedBook(
      line: cells.row.line,
      key: key,
      title: collapsed(title),
      raw: cells.raw
    )
    (book.sourceID, book.authors) = (key, authors)
    (book.isbn, book.invalidISBN) = (isbn?.valid, isbn?.invalid)
    describe(&book)
    stand(&book)
    return book
  }

  private mutating func describe(_ book: inout ImportedBook) {
    (book.series, book.seriesNumber) = (text(.series), text(.number))
    (book.publisher, book.format) = (text(.publisher), text(.format))
    book.pages = mapping[.pages].flatMap { cells.pages($0) }
    book.firstYear = mapping[.year].flatMap { cells.year($0) }
    book.quarterStars = mapping[.rating].flatMap { cells.quarterStars($0) }
    book.shelves = mapping[.shelves].map { cells.parts($0) } ?? []
    book.tags = mapping[.tags].map { cells.parts($0) } ?? []
    (book.review, book.notes) = (text(.review), text(.notes))
    book.added = date(.added)?.day
    for (field, kind) in ColumnField.facts {
      if let column = mapping[field] { book.facts[kind] = cells.fact(column, kind) }
    }
  }

  /// How the person stands to the book: by the word, else by the days it was read.
  private mutating func stand(_ book: inout ImportedBook) {
    var days = ReadingDays(started: date(.started), ended: date(.finished))
    let stopped = date(.stopped)
    let told: ReadingStatus? =
      days.ended != nil
      ? .read : stopped != nil ? .didNotFinish : days.started != nil ? .reading : nil
    book.status = mapping[.status].flatMap { cells.nearStatus($0) } ?? told
    let column = book.status == .didNotFinish && days.ended == nil ? ColumnField.stopped : .finished
    if column == .stopped { days.ended = stopped }
    days = cells.possible(days, mapping[column] ?? "")
    let reads = mapping[.reads].map { cells.count($0) } ?? 0
    book.setReadings(days == ReadingDays() ? [] : [days], count: reads)
  }

  private func text(_ field: ColumnField) -> String? {
    mapping[field].flatMap { cells.text($0) }
  }

  /// Names between semicolons or commas; `Austen, Jane` is one.
  private var authors: [String] {
    guard let column = mapping[.authors], let text = cells.text(column) else { return [] }
    if text.contains(";") { return cells.parts(column, separator: ";") }
    let names = cells.names(column)
    guard names.count == 2, !names[0].contains(" ") else { return names }
    return ["\(names[1]) \(names[0])"]
  }

  private mutating func date(_ field: ColumnField) -> PartialDay? {
    guard let column = mapping[field], let text = cells.text(column) else { return nil }
    guard let date = WrittenDate(text, order: order) else {
      cells.noteDay(column, text)
      return nil
    }
    if date.days.count > 1 { ambiguous = ambiguous ?? error(column, text, date.days) }
    return date.days.first
  }

  private func error(_ column: String, _ text: String, _ days: [PartialDay]) -> ImportError {
    let both = days.map(\.text).joined(separator: " or ")
    return ImportError(
      "import.ambiguous_date",
      "Line \(cells.row.line): \(column) “\(text.prefix(40))” can be \(both).",
      hint: "Say which comes first with --dates dmy (day) or --dates mdy (month)."
    )
  }
}
