import Foundation
import Testing

@testable import CairnCLI

/// A Goodreads export of a shelf with books of every kind.
@Suite struct `Our own Goodreads file` {
  private func reader() async throws -> Person {
    let me = try Person()
    let lines = [
      "book add Dune --author Frank_Herbert --series Dune_Chronicles --number 1 --tag sand "
        + "--shelf best --page-count 600 --status read",
      "book rate Dune 4.5", "book reread Dune --started 2019 --finished 2020-05",
      "book add Hyperion_(Hyperion_Cantos,_#1) --author Dan_Simmons --tag sand_or_not",
      "book add Solaris_(Lem,_#1) --status read",
      "book add Emma --author Jane_Austen --isbn 9780141439587 --status reading --tag a --tag b "
        + "--published 2003 --first-published 1815 --publisher Penguin --format Paperback",
      "book add Emma --author Alexander_McCall_Smith --status wishlist --borrowed",
      "book add Nameless", "book add Ulysses --author James_Joyce --status read",
      "book status Ulysses did-not-finish --reason long", "book rate Ulysses 0.25",
      "book add Middlemarch --published 1994 --review =good_&_<long>", "book page Middlemarch 12",
      "book status Middlemarch paused", "book tag Middlemarch paused read",
      "book add Persuasion --author Jane_Austen --author Ann_Editor --series Novels",
    ]
    for line in lines {
      let words = line.split(separator: " ").map { String($0).replacing("_", with: " ") }
      let ran = await me.types(words)
      #expect(ran.exit == .done, "\(line): \(ran.err)")
    }
    return me
  }

  @Test func `changes nothing in the log it was written from`() async throws {
    let me = try await reader()
    let file = me.scratch.path + "/mine.csv"
    await me.types("export", "goodreads", file)
    let before = await me.types("export").out
    let ran = await me.types("import", file)
    #expect(ran.err == "")
    #expect(
      ran.out
        == "Nothing new: 0 added, 0 changed, 9 unchanged.\n"
    )
    #expect(await me.types("export").out == before)
  }

  @Test func `changes nothing as a table of books either`() async throws {
    let me = try await reader()
    await me.types("export", "csv", me.scratch.path + "/tables")
    let before = await me.types("export").out
    let ran = await me.types("import", "csv", me.scratch.path + "/tables/books.csv")
    #expect(ran.out.hasSuffix("Nothing new: 0 added, 0 changed, 9 unchanged.\n"))
    #expect(await me.types("export").out == before)
  }

  @Test func `is the same file after import into an empty log`() async throws {
    let (me, other) = (try await reader(), try Person())
    let written = await me.types("export", "goodreads").out
    try other.scratch.write(written, to: "mine.csv")
    let ran = await other.types("import", other.scratch.path + "/mine.csv")
    #expect(ran.out.hasPrefix("Imported 9 books from Goodreads: 9 added, 0 changed"))
    #expect(await other.types("export", "goodreads").out == written)
  }

  @Test func `changes a log that went on only where the file is newer`() async throws {
    let me = try await reader()
    let file = me.scratch.path + "/mine.csv"
    await me.types("export", "goodreads", file)
    let editions = await me.types("export").out.split(separator: "\n")
      .count { $0.contains("\"record\":\"edition\"") }
    for title in ["Dune", "Hyperion (Hyperion Cantos, #1)", "Nameless", "Persuasion"] {
      await me.types("book", "rate", title, "3")
    }
    let ran = await me.types("import", file, "--json")
    #expect(ran.out.contains("\"added\":0,"))
    let after = await me.types("export").out.split(separator: "\n")
    #expect(after.count { $0.contains("\"record\":\"edition\"") } == editions)
    #expect(await me.types("book", "show", "Dune").out.contains("3"))
    let dune = await me.types("book", "show", "Dune", "--json").out
    #expect(dune.contains("\"shelves\":[\"best\"]") && dune.contains("\"tags\":[\"sand\"]"))
    #expect(await me.types("shelf").out.contains("Hyperion (Hyperion Cantos, #1)"))
  }
}
