import Cairn
import CairnExchange
import Testing

@Suite struct `Titles in Goodreads` {
  @Test(
    arguments: [
      ("Dune (Dune, #1)", "Dune", "Dune", "1"), ("Dune (Dune #1)", "Dune", "Dune", "1"),
      ("Dune  (Dune Chronicles,  #1) ", "Dune", "Dune Chronicles", "1"),
      ("The Prequel (S, #0.1)", "The Prequel", "S", "0.1"),
      ("Boxed Set (S, #1-3)", "Boxed Set", "S", "1-3"),
      (
        "The Colour of Magic (Discworld, #1; Rincewind, #1)", "The Colour of Magic", "Discworld",
        "1"
      ),
      ("Nested (Saga (Old), #2)", "Nested", "Saga (Old)", "2"),
      ("Two (parts) (S, #4)", "Two (parts)", "S", "4"),
      ("Catch-22 (Catch-22, #1, part 2)", "Catch-22", "Catch-22", "1, part 2"),
      ("Sub: A Title (S: The Series, #10)", "Sub: A Title", "S: The Series", "10"),
      ("Number #9 (Dream #9, #2)", "Number #9", "Dream #9", "2"),
      ("Plain", "Plain", nil, nil), ("Poems (1960)", "Poems (1960)", nil, nil),
      ("Notes (Annotated)", "Notes (Annotated)", nil, nil),
      ("C# (Advanced)", "C# (Advanced)", nil, nil),
      ("Learning (C#)", "Learning (C#)", nil, nil), ("(S, #1)", "(S, #1)", nil, nil),
      ("Odd) (S, #1", "Odd) (S, #1", nil, nil), ("Odd S, #1)", "Odd S, #1)", nil, nil),
      ("Only (#1)", "Only (#1)", nil, nil),
      ("Later (S, #1) again", "Later (S, #1) again", nil, nil),
      ("Liz    Moore's\tbook", "Liz Moore's book", nil, nil),
    ] as [(String, String, String?, String?)]
  )
  func `are split into title and series`(
    whole: String,
    text: String,
    series: String?,
    number: String?
  ) {
    let title = GoodreadsTitle(whole)
    #expect(title.text == text)
    #expect(title.series == series)
    #expect(title.number == number)
  }
}

@Suite struct `Reviews in Goodreads` {
  @Test(
    arguments: [
      ("plain", "plain"), ("one<br/>two<br />three<BR>four", "one\ntwo\nthree\nfour"),
      ("<b>bold</b> and <i class=\"x\">slanted</i>", "bold and slanted"),
      ("<p>one</p><p>two</p>", "one\n\ntwo"), ("<ul><li>a</li><li>b</li></ul>", "- a\n- b"),
      ("<a href=\"https://example.org/?a=1&amp;b=2\">link</a>", "link"),
      ("<spoiler>he did it</spoiler>", "he did it"),
      (
        "Tom &amp; Jerry &lt;3 &quot;x&quot; &#39;y&#39; &#x2014; &nbsp;z",
        "Tom & Jerry <3 \"x\" 'y' —  z"
      ),
      ("&amp;lt;", "&lt;"), ("AT&T; R&D & co; &bogus; &#0; &#xD800; &#99999999; &;", nil),
      ("I <3 this, 1 < 2 > 0, a<b", nil), ("<", nil), ("&", nil), ("<<<b>x", "<<x"),
      ("open <b", nil),
      ("<5 stars>", nil), ("  <br/> x  ", "x"), ("", nil),
    ] as [(String, String?)]
  )
  func `become plain text`(html: String, expected: String?) throws {
    let (book, _) = try goodreadsBook(["My Review": html, "Private Notes": html])
    let plain = expected ?? html
    #expect((book?.review ?? "") == plain)
    #expect((book?.privateNotes ?? "") == plain)
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["<", "&", "<a", "&a", "<&", "<a&b;"])
  func `take bounded time for hostile input`(piece: String) throws {
    let (book, _) = try goodreadsBook(["My Review": String(repeating: piece, count: 50_000)])
    #expect(book?.review?.isEmpty == false)
  }
}

@Suite struct `Detecting an import format` {
  @Test(arguments: [
    ("jelu-goodreads1.csv", FileFormat.goodreads), ("goodreads-2026-23col.csv", .goodreads),
    ("jelu-goodreads_library_export-2022.csv", .goodreads),
    ("koreader_statistics_example.sqlite3", .database),
  ])
  func `recognises real files`(file: String, format: FileFormat) throws {
    #expect(try FileFormat(sniffing: try fixture(file)) == format)
  }

  @Test func `recognises our own export`() throws {
    #expect(try FileFormat(sniffing: Array("{\"cairn\":1}\n".utf8)) == .cairn)
  }

  @Test(arguments: ["", "Name\n", "{\"other\":1}", "SQLite format 2", "PK\u{5}\u{6}\0\0"])
  func `lists the accepted formats if none matches`(text: String) {
    let error = #expect(throws: CairnError.self) { try FileFormat(sniffing: Array(text.utf8)) }
    #expect(error?.code == "import.unknown_format")
    #expect(error?.hint.contains("Goodreads") == true)
  }
}
