import Cairn
import CairnExchange
import Testing

/// Returns an uncompressed archive with the text as `books.backup`, or as another member.
private func archive(_ text: String, as name: String = "books.backup") -> [UInt8] {
  let (name, bytes) = (Array(name.utf8), Array(text.utf8))
  let facts =
    little(20, 2) + little(0, 8) + little(Int(checksum(bytes)), 4) + little(bytes.count, 4)
    + little(bytes.count, 4) + little(name.count, 2) + little(0, 2)
  let local = little(0x0403_4B50, 4) + facts + name + bytes
  let row = little(0x0201_4B50, 4) + little(20, 2) + facts + little(0, 6) + little(0, 8) + name
  return local + row + little(0x0605_4B50, 4) + little(0, 4) + little(1, 2) + little(1, 2)
    + little(row.count, 4) + little(local.count, 4) + little(0, 2)
}

private func little(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

private func checksum(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(UInt32.max) { sum, byte in
    (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }
}

private func parsed(_ members: String) throws -> ImportedBook? {
  let book = #"{"title":"Emma","author":"Jane Austen""# + members + "}"
  return try OpenreadsExport.parse(archive(book)).books.first
}

@Suite struct `Parsing an Openreads backup` {
  @Test func `returns the same as from the CSV file`() throws {
    let backup = try OpenreadsExport.parse(try fixture("openreads.backup"))
    var expected = try OpenreadsExport.parse(try fixture("openreads.csv")).books
    for index in expected.indices {
      (expected[index].raw, expected[index].line) = (backup.books[index].raw, index + 1)
    }
    #expect(backup.books == expected)
    #expect(backup.issues == [])
    #expect(backup.books[0].raw.contains(#""rating":45"#))
  }

  @Test(
    arguments: [
      (",\"status\":0", .read), (",\"status\":1", .reading), (",\"status\":2", .wishlist),
      (",\"status\":3", .didNotFinish), (",\"status\":4", nil), (",\"status\":-1", nil),
      (",\"status\":9223372036854775807", nil), (",\"status\":null", nil), ("", nil),
    ] as [(String, ReadingStatus?)]
  )
  func `recognises every status`(member: String, status: ReadingStatus?) throws {
    #expect(try parsed(member)?.status == status)
  }

  @Test(
    arguments: [
      (",\"rating\":45", 18), (",\"rating\":0", nil), (",\"rating\":null", nil),
      (",\"rating\":51", nil), (",\"rating\":-9223372036854775808", nil),
    ] as [(String, Int64?)]
  )
  func `accepts ratings in tenths of stars`(member: String, quarters: Int64?) throws {
    #expect(try parsed(member)?.quarterStars == quarters)
  }

  @Test func `accepts the two dates of older backups`() throws {
    let book = try parsed(
      #","status":0,"start_date":"2020-01-02T00:00:00.000","finish_date":null"#
    )
    #expect(book?.readings.map(\.started?.text) == ["2020-01-02"])
    #expect(book?.readings.map(\.ended) == [nil])
  }

  @Test func `keeps neither the cover nor its hash`() throws {
    let book = try parsed(#","cover":[255,216],"blur_hash":"LEHV","notes":"lent""#)
    #expect(book?.notes == "lent")
    #expect(book?.raw == #"{"author":"Jane Austen","notes":"lent","title":"Emma"}"#)
  }

  @Test(arguments: ["@@@@@", "|||||"])
  func `separates books, in the oldest backups too`(mark: String) throws {
    let book = #"{"title":"A","author":"B","tags":"c|||||d"}"#
    let text = book + mark + #"{"title":"E","author":"F","notes":"@@@@@"}"#
    let library = try OpenreadsExport.parse(archive(text))
    #expect(library.books.map(\.title) == ["A", "E"])
    #expect(library.books.map(\.tags) == [["c", "d"], []])
    #expect(library.books.map(\.notes) == [nil, "@@@@@"])
  }

  @Test func `reports a broken book, and returns the others`() throws {
    let text = #"{"title":}@@@@@{"title":"Emma","author":"Jane Austen"}"#
    let library = try OpenreadsExport.parse(archive(text))
    #expect(library.books.map(\.title) == ["Emma"])
    #expect(library.issues.map(\.line) == [1] && library.issues.map(\.code) == ["json.invalid"])
  }

  @Test func `excludes the trash`() throws {
    let text = #"{"title":"Emma","author":"Jane Austen","deleted":1}"#
    #expect(try OpenreadsExport.parse(archive(text)).issues.map(\.code) == ["openreads.deleted"])
  }

  @Test(arguments: [("", "books.backup", "import.empty"), ("{}", "x", "openreads.archive")])
  func `rejects an archive without books`(text: String, name: String, code: String) {
    let error = #expect(throws: CairnError.self) {
      try OpenreadsExport.parse(archive(text, as: name))
    }
    #expect(error?.code == code)
  }
}
