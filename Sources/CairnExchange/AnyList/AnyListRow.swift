import Cairn

/// One row of a list of books, read with a column mapping.
struct AnyListRow {
  var cells: RowCells
  /// The error of the first ambiguous date.
  private(set) var ambiguous: ImportError?

  private let mapping: ColumnMapping
  private let order: DateOrder?
  private let scale: RatingScale

  init(
    _ cells: RowCells,
    _ mapping: ColumnMapping,
    _ order: DateOrder?,
    _ scale: RatingScale
  ) {
    (self.cells, self.mapping, self.order, self.scale) = (cells, mapping, order, scale)
  }

  /// Returns the book of the row, or nil if it has no title.
  mutating func book() -> ImportedBook? {
    guard let title = cells.title(mapping[.title] ?? "") else { return nil }
    let authors = authors
    let isbn = cells.isbn(mapping[.isbn] ?? "", mapping[.shortISBN] ?? "")
    let key = isbn.valid?.text ?? "\(title)\n\(authors.first ?? "")"
    var book = ImportedBook(
      line: cells.row.line,
      key: key,
      title: collapsed(title),
      raw: cells.raw
    )
    book.sourceID = key
    book.credit(authors)
    (book.isbn, book.invalidISBN) = (isbn.valid, isbn.invalid)
    describe(&book)
    setStatus(&book)
    return book
  }

  private mutating func describe(_ book: inout ImportedBook) {
    setSeries(&book)
    (book.publisher, book.format) = (text(.publisher), text(.format))
    book.pages = mapping[.pages].flatMap { cells.pages($0) }
    book.firstYear = mapping[.year].flatMap { cells.yearOfDate($0) }
    book.quarterStars = mapping[.rating].flatMap { cells.quarterStars($0, scale) }
    book.tags = mapping[.tags].map { cells.parts($0) } ?? []
    (book.review, book.notes) = (text(.review).map(withoutMarkup), text(.notes).map(withoutMarkup))
    book.added = date(.added)?.day
    for (field, kind) in ColumnField.facts {
      if let column = mapping[field] { book.facts[kind] = cells.fact(column, kind) }
    }
  }

  /// Sets the reading status from the status column, else from the reading dates.
  private mutating func setStatus(_ book: inout ImportedBook) {
    var days = ReadingDays(started: date(.started), ended: date(.finished))
    let stopped = date(.stopped)
    let impliedStatus: ReadingStatus? =
      days.ended != nil
      ? .read : stopped != nil ? .didNotFinish : days.started != nil ? .reading : nil
    book.status = mapping[.status].flatMap { cells.fuzzyStatus($0) } ?? impliedStatus
    book.isWishlisted = mapping[.status].flatMap { cells.text($0) }.map(folded) == "to read"
    book.shelves = shelves(book.status)
    let column = book.status == .didNotFinish && days.ended == nil ? ColumnField.stopped : .finished
    if column == .stopped { days.ended = stopped }
    days = cells.possible(days, mapping[column] ?? "")
    let reads = mapping[.reads].map { cells.count($0) } ?? 0
    book.setReadings(days == ReadingDays() ? [] : [days], count: reads)
  }

  /// Takes the series from the title, as Goodreads writes it, if there is no series column.
  private mutating func setSeries(_ book: inout ImportedBook) {
    if let part = SeriesPosition(text(.series), number: text(.number)) {
      (book.series, book.seriesNumber) = (part.name, part.number)
    } else if mapping[.series] == nil {
      let title = GoodreadsTitle(book.title)
      (book.title, book.series, book.seriesNumber) = (title.text, title.series, title.number)
    }
  }

  /// Returns the shelves without the one that only repeats the status.
  private func shelves(_ status: ReadingStatus?) -> [String] {
    let all = mapping[.shelves].map { cells.parts($0) } ?? []
    return all.filter { status == nil || ReadingStatus(word: $0) != status }
  }

  private func text(_ field: ColumnField) -> String? {
    mapping[field].flatMap { cells.text($0) }
  }

  /// The names between semicolons, `&` or commas; `Austen, Jane` is one name.
  private var authors: [String] {
    guard let column = mapping[.authors], let text = cells.text(column) else { return [] }
    if text.contains(";") { return cells.parts(column, separator: ";") }
    if text.contains("&") { return separated(text).map(firstNameFirst) }
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
    if date.days.count > 1 {
      ambiguous = ambiguous ?? ImportError(ambiguous: date.days, text, line: cells.row.line, column)
    }
    return date.days.first
  }
}

extension ImportError {
  /// Creates the error for a date with several interpretations.
  init(ambiguous days: [PartialDay], _ text: String, line: Int, _ column: String) {
    let both = days.map(\.text).joined(separator: " or ")
    self.init(
      "import.ambiguous_date",
      "Line \(line): \(column) “\(text.prefix(40))” is ambiguous: \(both).",
      hint: "Choose the order with --dates dmy (day first) or --dates mdy (month first)."
    )
  }
}
