import Cairn
import CairnTestKit
import Testing

@Suite struct `Books as stored` {
  @Test func `read back as themselves`() throws {
    var book = try ReadingStatus.didNotFinish.reached()
    book.work.series = "Highbury"
    book.work.seriesNumber = "0.5"
    book.work.firstYear = -44
    book.work.credits = [
      Credit(author: Identifier(RecordID(high: 7, low: 1))),
      Credit(author: Identifier(RecordID(high: 7, low: 2)), isContributor: true),
    ]
    book.entry.shelves = ["to re-read", "6 stars"]
    book.entry.isBorrowed = true
    book.entry.review = "good\nbook"
    book.entry.source = "goodreads"
    book.entry.sourceID = "42"
    book.entry.sourceRow = "a,b"
    book.entry.added = try day("2026-01-01")
    book.edition?.isbn = "9780439420891"
    book.edition?.format = "Paperback"
    book.readThroughs[0].reason = "too long"
    book.readThroughs[0].rating = 20
    try same(book.work)
    try same(book.entry)
    try same(#require(book.edition))
    try same(book.readThroughs[0])
    try same(Author(id: Identifier(RecordID(high: 7, low: 1)), name: "Jane Austen"))
  }

  @Test func `read back as themselves when little is known`() throws {
    for status in ReadingStatus.all {
      let book = try status.reached(pages: nil)
      try same(book.work)
      try same(book.entry)
      for reading in book.readThroughs { try same(reading) }
    }
  }

  private func same<Entity: Recorded>(_ thing: Entity) throws {
    var fields = Fields()
    thing.write(to: &fields)
    fields["newer"] = .integer(1)
    let read = try Entity(recordID: thing.recordID, fields: fields)
    #expect(read == thing)
    read.write(to: &fields)
    #expect(fields["newer"] == .integer(1), "fields of a newer version stay")
  }

  @Test(arguments: [
    ("work", FieldValue.null), ("status", .null), ("status", .text("lost")),
    ("added", .text("soon")), ("rating", .text("good")), ("shelves", .integer(1)),
    ("isBorrowed", .integer(1)),
  ])
  func `are malformed with an invalid field`(name: String, value: FieldValue) throws {
    let entry = try book().entry
    var fields = Fields()
    entry.write(to: &fields)
    fields[name] = value
    let damaged = fields
    let refusal = code { () throws(CairnError) in
      _ = try Entry(recordID: entry.recordID, fields: damaged)
    }
    #expect(refusal == "record.malformed")
  }

  @Test(arguments: [
    ("entry", FieldValue.null), ("outcome", .text("lost")), ("started", .text("2026-02-30")),
    ("position", .text("page:6/5")),
  ])
  func `are malformed with an invalid read-through`(name: String, value: FieldValue) throws {
    let reading = try ReadingStatus.read.reached().readThroughs[0]
    var fields = Fields()
    reading.write(to: &fields)
    fields[name] = value
    let damaged = fields
    let refusal = code { () throws(CairnError) in
      _ = try ReadThrough(recordID: reading.recordID, fields: damaged)
    }
    #expect(refusal == "record.malformed")
  }

  @Test(arguments: ["x", "+", "0198f0aa-1c2d-7e3f-8a9b-0c1d2e3f4a5b x"])
  func `are malformed with credits that are not IDs`(credits: String) throws {
    var fields = Fields()
    try book().work.write(to: &fields)
    fields.set("credits", credits)
    let damaged = fields
    let refusal = code { () throws(CairnError) in
      _ = try Work(recordID: RecordID(high: 1, low: 1), fields: damaged)
    }
    #expect(refusal == "record.malformed")
  }

  @Test(arguments: ["", " ", "\n\t "])
  func `need a title`(title: String) {
    let refusal = code { () throws(CairnError) in
      _ = try Work(id: Identifier(RecordID(high: 1, low: 1)), title: title)
    }
    #expect(refusal == "reading.title_missing")
  }
}
