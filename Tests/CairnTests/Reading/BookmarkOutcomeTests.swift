import Cairn
import CairnTestKit
import Testing

@Suite struct `Reading a book` {
  @Test func `begins at its first page`() throws {
    for status in [ReadingStatus.wishlist, .toRead, .read] {
      var book = try status.reached()
      try book.changeStatus(.reading, on: "2026-03-01")
      #expect(book.position == (try .page(0, of: 300)))
    }
    var unknown = try book(pages: nil)
    try unknown.changeStatus(.reading, on: "2026-03-01")
    #expect(unknown.position == (try .page(0, of: nil)))
  }

  @Test func `counts the pages of the first session`() throws {
    var book = try ReadingStatus.toRead.reached()
    try book.changeStatus(.reading, on: "2026-03-01")
    var reading = Reading.open(at: book.position)
    try reading.reach(book.page(30))
    #expect(reading.amount == 30)
  }

  @Test func `again opens a new read-through and keeps the old one`() throws {
    var book = try ReadingStatus.read.reached()
    let old = book.readThroughs[0]
    try book.changeStatus(.reading, on: "2026-03-01")
    #expect(book.readThroughs.first == old)
    #expect(book.readThroughs.count == 2)
    #expect(book.readThroughs[0].id != book.readThroughs[1].id)
    #expect(book.openReading == book.readThroughs[1])
    #expect(old.finished == PartialDay(text: "2026-02-18"))
  }

  @Test func `that was given up continues where it stopped`() throws {
    var book = try ReadingStatus.reading.reached()
    try book.reach(.page(150, of: 300), on: "2026-02-08")
    try book.changeStatus(.didNotFinish, on: "2026-02-10")
    book.readThroughs[0].reason = "too long"
    try book.changeStatus(.reading, on: "2026-03-01")
    #expect(book.position == (try .page(150, of: 300)))
    #expect(book.readThroughs.count == 1)
    #expect(book.readThroughs[0].stopped == nil)
  }

  @Test func `that was given up long ago and put back starts over`() throws {
    var book = try ReadingStatus.didNotFinish.reached()
    try book.changeStatus(.toRead, on: "2026-02-20")
    try book.changeStatus(.reading, on: "2026-03-01")
    #expect(book.summaries == ["1.2.–10.2. gave_up", "1.3.–? open"])
  }

  @Test func `from the wishlist is reading a borrowed one`() throws {
    var wished = try ReadingStatus.wishlist.reached()
    try wished.changeStatus(.reading, on: "2026-03-01")
    #expect(wished.entry.isBorrowed)
    var owned = try ReadingStatus.toRead.reached()
    try owned.changeStatus(.reading, on: "2026-03-01")
    #expect(!owned.entry.isBorrowed)
  }

  @Test func `stays at its page through a pause`() throws {
    var book = try ReadingStatus.reading.reached()
    try book.reach(.page(120, of: 300), on: "2026-02-04")
    try book.changeStatus(.paused, on: "2026-02-05")
    #expect(book.position == (try .page(120, of: 300)))
    try book.changeStatus(.reading, on: "2026-03-01")
    #expect(book.position == (try .page(120, of: 300)))
    #expect(book.summaries == ["1.2.–? open"])
  }

  @Test func `to its end moves the bookmark to the last page`() throws {
    let book = try ReadingStatus.read.reached()
    #expect(book.readThroughs[0].position == (try .page(300, of: 300)))
  }

  @Test func `to the end without a page count is 100 percent, once it was started`() throws {
    var book = try ReadingStatus.reading.reached(pages: nil)
    try book.reach(.percent(hundredths: 9_000), on: "2026-02-17")
    try book.changeStatus(.read, on: "2026-02-18")
    #expect(book.readThroughs[0].position == (try .percent(hundredths: 10_000)))
    var atOnce = try ReadingStatus.toRead.reached(pages: nil)
    try atOnce.changeStatus(.read, on: "2026-02-18")
    #expect(atOnce.readThroughs[0].position == nil, "page 0 would say it was not read at all")
  }
}

@Suite struct `Setting the position in a book` {
  @Test func `moves the bookmark and opens a read-through if there is none`() throws {
    for status in ReadingStatus.all {
      var book = try status.reached()
      try book.reach(.page(40, of: 300), on: "2026-03-01")
      #expect(book.entry.status == .reading)
      #expect(book.position == (try .page(40, of: 300)))
      #expect(book.openReading?.started != nil)
    }
  }

  @Test func `at the last page finishes the book`() throws {
    var book = try ReadingStatus.reading.reached()
    let isFinished = try book.reach(.page(300, of: 300), on: "2026-03-01")
    #expect(isFinished && book.entry.status == .read)
    #expect(book.summaries == ["1.2.–1.3. finished"])
  }

  @Test func `at the last page finishes nothing when the person does not want it`() throws {
    var book = try ReadingStatus.reading.reached()
    let isFinished = try book.reach(.page(300, of: 300), finishesAtEnd: false, on: "2026-03-01")
    #expect(!isFinished && book.entry.status == .reading)
    #expect(book.position?.isAtEnd == true)
  }

  @Test func `at a hundred percent finishes a book without pages`() throws {
    var book = try ReadingStatus.reading.reached(pages: nil)
    try book.reach(.percent(hundredths: 10_000), on: "2026-03-01")
    #expect(book.entry.status == .read)
    #expect(book.readThroughs[0].position == (try .percent(hundredths: 10_000)))
  }

  @Test func `without a known page count finishes nothing`() throws {
    var book = try ReadingStatus.reading.reached(pages: nil)
    #expect(try !book.reach(.page(300, of: nil), on: "2026-03-01"))
  }

  @Test func `past the last page is rejected with a hint`() throws {
    let book = try ReadingStatus.reading.reached()
    #expect(try book.page(300) == .page(300, of: 300))
    #expect(try book.page(0) == .page(0, of: 300))
    #expect(code { () throws(CairnError) in _ = try book.page(301) } == "reading.page_beyond_end")
    #expect(code { () throws(CairnError) in _ = try book.page(-1) } == "reading.invalid_position")
    let unknown = try ReadingStatus.reading.reached(pages: nil)
    #expect(try unknown.page(5_000) == .page(5_000, of: nil))
  }

  @Test func `survives a new page count in the middle of the book`() throws {
    var book = try ReadingStatus.reading.reached()
    try book.reach(.page(150, of: 300), on: "2026-02-04")
    book.edition?.pages = 512
    #expect(book.position?.page(in: book.pages) == 256)
    #expect(book.position?.hundredths(in: book.pages) == 5_000)
    var session = Reading.open(at: book.position, pages: book.pages)
    try session.reach(book.page(300))
    #expect(session.amount == 44)
    #expect(try !book.reach(book.page(300), on: "2026-03-01"), "300 is no longer the end")
  }
}

@Suite struct `Finishing a book without a session` {
  @Test func `adds no page and no minute to any day`() throws {
    var book = try ReadingStatus.reading.reached()
    var session = try Session<Reading>.read(from: 0, to: 20, "18:00-19:00")
    let before = session.timeline.shares(zone: .utc, dayStartHour: 0, amount: session.detail.amount)
    try book.changeStatus(.read, on: "2026-03-01")
    session.detail.pageCount = book.pages
    let after = session.timeline.shares(zone: .utc, dayStartHour: 0, amount: session.detail.amount)
    #expect(before == after)
    #expect(after.map(\.amount) == [20])
  }
}
