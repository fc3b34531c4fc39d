import Foundation
import Testing

@testable import CairnCLI

@Suite struct `The shelf on the command line` {
  @Test func `keeps every fact of a book`() async throws {
    let me = try Person()
    let added = await me.types(
      ["book", "add", "Dune", "--author", "Frank Herbert", "--series", "Dune", "--number", "1"]
        + ["--page-count", "604", "--isbn", "0-441-01359-7", "--format", "Paperback"]
        + ["--publisher", "Ace", "--published", "1990", "--language", "English", "--borrowed"]
        + ["--first-published", "1965", "--shelf", "Club", "--tag", "a", "--tag", "b"]
        + ["--notes", "from Ann", "--status", "paused"]
    )
    #expect(added.exit == .done)
    let dune = try await me.reads("book", "show", "dune")
    let texts = [
      "series": "Dune, #1", "authors": "Frank Herbert", "isbn": "9780441013593", "publisher": "Ace",
      "format": "Paperback", "language": "English", "notes": "from Ann", "status": "paused",
      "added": "2026-03-05",
    ]
    for (key, value) in texts { #expect(dune[key] as? String == value, "\(key)") }
    #expect(dune["tags"] as? [String] == ["a", "b"])
    #expect(dune["shelves"] as? [String] == ["Club"])
    #expect((dune["year"] as? Int, dune["first_year"] as? Int) == (1990, 1965))
    #expect((dune["borrowed"] as? Bool, dune["pages"] as? Int) == (true, 604))
    await me.types("book", "edit", "Dune", "--series", "", "--published", "", "--owned")
    let edited = try await me.reads("book", "show", "Dune")
    #expect(edited["series"] is NSNull && edited["year"] is NSNull)
    #expect(edited["borrowed"] as? Bool == false)
    #expect(edited["publisher"] as? String == "Ace")
  }

  @Test(arguments: [
    (["book", "add", "Dune", "--isbn", "9780441013594"], "isbn.checksum"),
    (["book", "edit", "Emma"], "usage.missing"),
    (["book", "edit", "Emma", "--owned", "--borrowed"], "usage.ownership"),
    (["book", "edit", "Emma", "--title", " "], "reading.title_missing"),
    (["book", "page", "Emma"], "usage.position"),
    (["book", "page", "Emma", "5", "--percent", "4"], "usage.position"),
    (["book", "page", "Emma", "475"], "reading.page_beyond_end"),
    (["book", "page", "Emma", "+475"], "reading.page_beyond_end"),
    (["book", "status", "Emma", "read", "--reason", "x"], "reading.reason_not_applicable"),
    (["book", "merge", "Emma", "emma"], "reading.same_book"),
    (["book", "restore", "Emma"], "reading.not_deleted"),
    (["book", "untag", "Emma", "x"], "reading.tag_not_found"),
    (["shelves", "rename", "x", "y"], "reading.shelf_not_found"),
    (["edition", "use", "Emma", "9780441013593"], "reading.edition_not_found"),
    (["shelf", "--sort", "pages"], "usage.value"),
  ])
  func `refuses by name, and changes nothing`(words: [String], code: String) async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "474")
    let before = await me.types("export").out
    #expect(await me.types(words + ["--json"]).err.hasPrefix(#"{"code":"\#(code)","#))
    #expect(await me.types("export").out == before)
  }

  @Test(arguments: ["to-read", "wishlist"])
  func `shows no progress of a book put back, and keeps one read-through`(
    status: String
  ) async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "300")
    await me.types("book", "dates", "Emma", "--started", "2025-06-01", "--finished", "2025-06-10")
    let readings = await me.types("book", "readings", "Emma").out
    for words in [["status", "Emma", status], ["show", "Emma"]] {
      #expect(!(await me.types(["book"] + words).out.contains("300/300")))
    }
    let again = await me.types("book", "status", "Emma", "read").out
    #expect(again.contains("no reading was added. Add one with `cairn book reread "))
    #expect(await me.types("book", "readings", "Emma").out == readings)
    #expect(try await me.reads("book", "show", "Emma")["finished"] as? String == "2025-06-10")
    await me.types("book", "status", "Emma", "reading")
    #expect(!(await me.types("book", "status", "Emma", "read").out.contains("reread")))
  }

  @Test func `explains a merged status that changed, and otherwise keeps it`() async throws {
    let me = try Person()
    for (title, status) in [("Dune", "did-not-finish"), ("Dunes", "reading"), ("Dawn", "read")] {
      await me.types("book", "add", title, "--status", status)
    }
    let kept = await me.types("book", "merge", "Dune", "Dawn").out
    #expect(kept.hasSuffix(", did not finish\n"))
    let open = await me.types("book", "merge", "Dune", "Dunes").out
    #expect(
      open.contains(", reading")
        && open.contains("  It was “did not finish”; it now has the status of ")
    )
    #expect(try await me.lists("book", "readings", "Dune").count == 3)
  }

  @Test func `filters by all given options`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--shelf", "Club", "--tag", "classic")
    await me.types("book", "add", "Dune", "--shelf", "Club", "--borrowed")
    await me.types("book", "add", "Dawn", "--status", "wishlist")
    for (words, titles) in [
      (["--shelf", "club"], ["Dune", "Emma"]), (["--shelf", "club", "--tag", "CLASSIC"], ["Emma"]),
      (["--borrowed"], ["Dune"]), (["--owned"], ["Emma"]), (["wishlist"], ["Dawn"]),
      (["--sort", "title", "--reverse"], ["Emma", "Dune", "Dawn"]), (["--search", "da"], ["Dawn"]),
      (["--search", "club d"], ["Dune"]), (["to-read", "--search", "club"], ["Dune", "Emma"]),
    ] {
      let shown = await me.types(["shelf"] + words + ["--json"])
      let rows = try JSONSerialization.jsonObject(with: Data(shown.out.utf8)) as? [[String: Any]]
      #expect(rows?.map { $0["title"] as? String } == titles, "\(words)")
    }
    #expect(await me.types("shelf", "--tag", "none").exit == .refused)
  }

  @Test func `asks at the last page if it may not finish the book automatically`() async throws {
    var me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "474")
    await me.types("config", "autoFinish", "no")
    let noted = await me.types("book", "page", "Emma", "474")
    #expect(
      noted.err.contains(
        "this is the last page. Mark the book as finished with `cairn book status "
      )
    )
    await me.types("start", "read", "Emma", "--at", "21:30")
    #expect(await me.types("stop", "--page", "474").err.contains("Mark the book as finished"))
    me.now = "2026-03-06T21:00:00Z"
    #expect(
      await me.types("track", "20:00-20:30", "Emma").err.contains("Mark the book as finished")
    )
    await me.types("book", "status", "Emma", "read")
    #expect(try await me.reads("book", "show", "Emma")["status"] as? String == "read")
    await me.types("config", "autoFinish", "default")
    await me.types("book", "add", "Dune", "--page-count", "600")
    #expect(await me.types("book", "page", "Dune", "600").err == "")
    #expect(try await me.reads("book", "show", "Dune")["status"] as? String == "read")
  }

  @Test func `reports that the last page finished the book, for every command`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "100")
    await me.types("track", "19:00-19:30", "Emma", "--page", "40")
    let beyond = await me.types("edit", "last", "--page", "120")
    #expect(beyond.exit == .refused && beyond.err.contains("set the page count with --page-count"))
    #expect(try await me.lists("log").first?["pages"] as? Int == 40)
    let said = "  Last page: “Emma” is finished.\n"
    #expect(await me.types("edit", "last", "--page", "100").out.hasSuffix(said))
    #expect(!(await me.types("edit", "last", "--note", "lovely").out.contains("finished")))
    await me.types("start", "read", "Emma", "--at", "21:00")
    #expect(await me.types("stop", "--page", "100").out.contains(said))
    await me.types("config", "autoFinish", "no")
    await me.types("track", "20:00-20:20", "Dune", "--page-count", "50", "--page", "10", "--new")
    #expect(
      await me.types("edit", "last", "--page", "50").err.contains("“Emma” is no longer finished")
    )
    #expect(await me.types("edit", "@2", "--page", "50").err.contains("Mark the book as finished"))
  }

  @Test(arguments: [("4.5", 18), ("5", 20), ("0.25", 1), ("3.75", 15)])
  func `rates in quarter stars`(stars: String, quarters: Int) async throws {
    let me = try Person()
    await me.types("book", "add", "Emma")
    #expect(await me.types("book", "rate", "Emma", stars).out.hasPrefix("Edited: “Emma”"))
    let none = await me.types("book", "rate", "Emma", "4", "--reading", "1")
    #expect(none.exit == .refused, "it was not read")
    #expect(try await me.reads("book", "show", "Emma")["rating_quarters"] as? Int == quarters)
    for wrong in ["0", "5.25", "4.1", "x", ""] {
      #expect(await me.types("book", "rate", "Emma", wrong).exit == .usage, "\(wrong)")
    }
    await me.types("book", "status", "Emma", "read")
    await me.types("book", "rate", "Emma", "2", "--reading", "1")
    await me.types("book", "rate", "Emma", "none")
    #expect(try await me.reads("book", "show", "Emma")["rating_quarters"] is NSNull)
    let readings = try await me.lists("book", "readings", "Emma")
    #expect(readings.map { $0["rating_quarters"] as? Int } == [8])
  }

  // D19
  @Test func `shows both start pages when a page is set by hand`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "474")
    await me.types("book", "page", "Emma", "200")
    await me.types("start", "read", "Emma", "--at", "21:00")
    let noted = await me.types("book", "page", "Emma", "+20").out
    #expect(noted.contains("220/474 pages · 46 %"))
    #expect(noted.contains("The open session started at page 200 of 474: 20 pages so far."))
    let before = await me.types("book", "page", "Emma", "220", "--before").out
    #expect(before.contains("The open session started at page 220 of 474.\n"))
    #expect(await me.types("stop", "--page", "230").out.contains("10 pages to page 230"))
  }

  @Test func `completes titles, shelves, tags and deleted books`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--shelf", "Book club", "--tag", "classic")
    await me.types("book", "add", "Dune")
    await me.types("book", "delete", "Dune")
    for (source, word) in [
      ("titles", "Emma"), ("shelves", "Book club"), ("tags", "classic"), ("deleted", "Dune"),
    ] {
      #expect(await me.types("__complete", source, "").out.hasPrefix(word), "\(source)")
    }
  }
}
