import Testing

@testable import CairnCLI

@Suite struct `An invalid row of Goodreads` {
  @Test(arguments: ["0", "-5", "9223372036854775808", "1e3"])
  func `loses an impossible page count`(count: String) async throws {
    let me = try Person()
    let head = "Book Id,Title,Author,Exclusive Shelf,Number of Pages\n"
    try me.scratch.write(head + "1,Emma,Jane,read,\(count)\n", to: "books.csv")
    let ran = await me.types("import", "goodreads", me.scratch.path + "/books.csv")
    #expect(ran.exit == .done)
    #expect(ran.err.contains("! line 2: Number of Pages “\(count)” is not a whole number from 1"))
    #expect(await me.types("shelf").out.contains("Emma"))
  }

  @Test(arguments: ["\u{A0}", "\u{200B}", String(repeating: "a", count: 1_001)])
  func `is omitted without a valid title`(title: String) async throws {
    let me = try Person()
    let head = "Book Id,Title,Author,Exclusive Shelf\n"
    try me.scratch.write(head + "1,Emma,Jane,read\n2,\(title),Jane,read\n", to: "books.csv")
    let ran = await me.types("import", "goodreads", me.scratch.path + "/books.csv")
    #expect(ran.err.contains("! line 3: The row was skipped: "))
    #expect(ran.out.contains("1 added"))
  }
}

@Suite struct `An invalid title` {
  @Test(
    arguments: [["book", "add"], ["start", "read"], ["track", "20:00-21:00"]],
    [
      ("\u{A0}\u{200B}", "reading.title_missing"),
      (String(repeating: "a", count: 1_001), "reading.title_too_long"),
    ]
  )
  func `is refused wherever it is typed`(
    words: [String],
    title: (text: String, code: String)
  ) async throws {
    let ran = try await Person().types(words + [title.text, "--json"])
    #expect(ran.exit == .refused)
    #expect(ran.err.contains(title.code))
  }
}
