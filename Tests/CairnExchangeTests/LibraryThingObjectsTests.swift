import Cairn
import CairnExchange
import Testing

private func parsed(_ members: String) throws -> (ImportedBook, [RowIssue]) {
  let text = #"{"7":{"books_id":"7","title":"Emma""# + members + "}}"
  let library = try LibraryThingExport.parse(Array(text.utf8))
  return (try #require(library.books.first), library.issues)
}

@Suite struct `Parsing the JSON of LibraryThing` {
  @Test func `uses every member of a full book`() throws {
    let library = try LibraryThingExport.parse(try fixture("librarything.json"))
    let book = try #require(library.books.first)
    #expect(library.issues.map(\.code) == ["import.isbn"])
    #expect(book.line == 2 && book.sourceID == "1001")
    #expect(book.title == "Les Misérables")
    #expect(book.authors == ["Victor Hugo"])
    #expect(book.isbn?.text == "9782253096344")
    #expect(book.quarterStars == 18 && book.pages == 590 && book.year == 1985)
    #expect(book.format == "Broché" && book.publisher == "Exemple (1985), Poche")
    #expect(book.added?.text == "2006-08-09")
    #expect(book.tags == ["roman", "français"] && book.shelves == [])
    #expect(book.status == .read)
    #expect(book.readings.map(\.started?.text) == ["2007-04-16"])
    #expect(book.readings.map(\.ended?.text) == ["2007-05-08"])
  }

  @Test func `separates authors from contributors, the first author apart`() throws {
    let (book, _) = try parsed(
      #","primaryauthor":"King, Stephen","authors":[{"lf":"King, Stephen"},"#
        + #"{"lf":"Straub, Peter","role":"Author"},{"lf":"Wyeth, N. C.","role":"Illustrator"}]"#
    )
    #expect(book.authors == ["Stephen King", "Peter Straub"])
    #expect(book.contributors == ["N. C. Wyeth"])
  }

  @Test func `returns a sparse book, undated`() throws {
    let book = try LibraryThingExport.parse(try fixture("librarything.json")).books[1]
    #expect(book.status == .toRead && book.readings == [])
    #expect(book.year == nil && book.isbn == nil && book.invalidISBN == "B000K0BNEW")
  }

  @Test(arguments: [
    #","isbn":{"2":"9782253096344"}"#, #","isbn":["9782253096344"]"#,
    #","originalisbn":"2253096342""#, #","originalisbn":"B000K0BNEW","isbn":["9782253096344"]"#,
  ])
  func `finds the ISBN in every structure`(member: String) throws {
    #expect(try parsed(member).0.isbn?.text == "9782253096344")
  }

  @Test(arguments: [
    #","authors":[]"#, #","authors":{},"tags":{},"format":[],"isbn":[]"#, #","tags":null"#,
    #","collections":7,"authors":"x","format":"x""#,
  ])
  func `accepts empty lists in every structure`(members: String) throws {
    let (book, issues) = try parsed(members)
    #expect(book.title == "Emma" && issues == [])
  }

  @Test func `reports a book without a title, with its line`() throws {
    let text = "{\n\"7\":{\"books_id\":\"7\"},\n\"8\":3}"
    let library = try LibraryThingExport.parse(Array(text.utf8))
    #expect(library.issues.map(\.line) == [2, 3])
    #expect(library.issues.map(\.code) == ["import.title", "import.title"])
  }

  @Test(arguments: [
    ("{}", "import.empty"), (#"{"7":{"title":"Emma"}"#, "json.invalid"),
    (#"{"7":{"title":"a","title":"b"}}"#, "json.invalid"), ("{\"7\":{}} x", "json.invalid"),
  ])
  func `rejects an incomplete file`(text: String, code: String) {
    let error = #expect(throws: CairnError.self) { try LibraryThingExport.parse(Array(text.utf8)) }
    #expect(error?.code == code)
  }
}
