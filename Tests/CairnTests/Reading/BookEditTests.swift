import Cairn
import Testing

@Suite struct `Editing a book` {
  private func edited(_ change: (inout BookEdit) -> Void) throws -> Book {
    var (book, edit) = (try book(), BookEdit())
    change(&edit)
    try book.apply(edit, credits: nil, newID: { RecordID(high: 9, low: 9) })
    return book
  }

  @Test func `changes only the given values`() throws {
    #expect(try edited { _ in } == book())
    let other = try edited {
      $0.title = "Emma, a novel"
      $0.edition.publisher = "Penguin"
    }
    #expect((other.work.title, other.edition?.publisher) == ("Emma, a novel", "Penguin"))
    #expect((other.pages, other.entry.rating) == (300, 16))
  }

  @Test func `clears values given as empty text`() throws {
    let full = try edited {
      ($0.series, $0.seriesNumber, $0.notes, $0.review) = ("Novels", "4", "a", "b")
      ($0.firstYear, $0.rating) = (1815, 12)
      ($0.edition.format, $0.edition.year, $0.edition.language) = ("Paperback", 1996, "English")
    }
    #expect((full.work.seriesNumber, full.entry.rating, full.edition?.year) == ("4", 12, 1996))
    var (bare, edit) = (full, BookEdit())
    (edit.series, edit.notes, edit.review, edit.firstYear) = ("", "", "", .some(nil))
    (edit.edition.format, edit.edition.year, edit.edition.language) = ("", .some(nil), "")
    (edit.rating, edit.edition.pages) = (.some(nil), .some(nil))
    try bare.apply(edit, credits: nil, newID: { RecordID(high: 9, low: 9) })
    #expect((bare.work.series, bare.work.seriesNumber, bare.work.firstYear) == (nil, nil, nil))
    #expect((bare.entry.notes, bare.entry.review, bare.entry.rating) == (nil, nil, nil))
    #expect((bare.edition?.format, bare.edition?.language, bare.pages) == (nil, nil, nil))
  }

  @Test func `creates an edition if the edit has values for one`() throws {
    var book = try book()
    (book.edition, book.entry.edition) = (nil, nil)
    var edit = BookEdit()
    edit.isBorrowed = true
    try book.apply(edit, credits: nil, newID: { RecordID(high: 9, low: 9) })
    #expect(book.edition == nil)
    edit.edition.isbn = "9780441013593"
    try book.apply(edit, credits: nil, newID: { RecordID(high: 9, low: 9) })
    #expect(book.entry.edition?.record == RecordID(high: 9, low: 9))
    #expect(book.edition?.isbn == "9780441013593")
  }

  @Test(
    arguments: [
      (" ", nil, nil, "reading.title_missing"), (nil, 0, nil, "reading.invalid_pages"),
      (nil, 100_001, nil, "reading.invalid_pages"), (nil, nil, 10_000, "reading.invalid_year"),
    ] as [(String?, Int64?, Int64?, String)]
  )
  func `is rejected as a whole`(
    title: String?,
    pages: Int64?,
    year: Int64?,
    code: String
  ) throws {
    var (book, edit) = (try book(), BookEdit())
    (edit.title, edit.notes) = (title, "kept out")
    if let pages { edit.edition.pages = pages }
    if let year { edit.edition.year = year }
    let before = book
    let error = #expect(throws: CairnError.self) {
      try book.apply(edit, credits: nil, newID: { RecordID(high: 9, low: 9) })
    }
    #expect(error?.code == code)
    #expect(book == before)
  }
}

@Suite struct `The reason for giving up` {
  private func note(_ book: inout Book, _ reason: String) throws {
    let id = RecordID(high: 4, low: 99)
    try book.setReason(reason: reason, today: day("2026-03-03"), newID: { id })
  }

  @Test func `stays with the read-through that was given up`() throws {
    var book = try ReadingStatus.didNotFinish.reached()
    try note(&book, "too dry")
    #expect(book.readThroughs.map(\.reason) == ["too dry"])
  }

  @Test func `is stored for a book that was never started`() throws {
    var book = try ReadingStatus.toRead.reached()
    try book.changeStatus(.didNotFinish, on: "2026-03-03")
    try note(&book, "too long")
    #expect(book.summaries == ["?–3.3. gave_up"])
    #expect(book.readThroughs.last?.reason == "too long")
  }

  @Test(arguments: ReadingStatus.all.filter { $0 != .didNotFinish })
  func `is rejected for any other book`(status: ReadingStatus) throws {
    var book = try status.reached()
    let error = #expect(throws: CairnError.self) { try note(&book, "why") }
    #expect(error?.code == "reading.reason_not_applicable")
  }
}
