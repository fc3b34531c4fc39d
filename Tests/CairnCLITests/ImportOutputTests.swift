import Foundation
import Testing

@testable import CairnCLI

extension Person {
  /// Creates a file beside the log and returns its path.
  fileprivate func file(_ name: String, _ text: String) throws -> String {
    let path = scratch.path + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}

@Suite struct `The output of an import` {
  private let list = """
    title,author,isbn_10,status,mood
    Emma,Jane Austen,0306406152,to-read,calm
    Dune,Frank Herbert,,read,
    Dune: A Novel,Frank Herbert,,read,

    """

  @Test func `counts books by status and by ISBN before the import`() async throws {
    let me = try Person()
    let ran = await me.types("import", try me.file("books.csv", list), "--dry-run")
    #expect(
      ran.out.contains(
        "Books: 1 to read, 2 read; 1 with an ISBN, 2 without; 1 may be on the shelf already."
      )
    )
    #expect(ran.err.contains("“Dune: A Novel” may be “Dune”, by the same author"))
    #expect(ran.out.contains("Ignored columns: mood."))
  }

  @Test func `lists ignored columns after the import, too`() async throws {
    let me = try Person()
    let ran = await me.types("import", try me.file("books.csv", list))
    #expect(ran.out.contains("Ignored columns: mood."))
    #expect(!ran.out.contains("Taken: title"))
  }

  @Test func `treats to-read as the option sets it`() async throws {
    for (option, status) in [([], "to read"), (["--wishlist"], "wishlist")] {
      let me = try Person()
      let words = ["import", try me.file("books.csv", list)] + option
      #expect(await me.types(words).exit == .done)
      #expect(await me.types("book", "show", "Emma").out.contains(status))
    }
  }

  @Test func `imports only the rows of a tracker that are reading`() async throws {
    let me = try Person()
    let file = try me.file(
      "toggl.csv",
      """
      Project,Description,Start date,Start time,End date,End time,Duration
      Reading,Dune,2024-03-02,18:00:00,2024-03-02,19:00:00,01:00:00
      Work,Meeting,2024-03-03,09:00:00,2024-03-03,10:00:00,01:00:00

      """
    )
    let said = ["--map", "title=Description", "--only", "Project=Reading"]
    let ran = await me.types(["import", file] + said)
    #expect(ran.out.contains("2 added (1 book, 1 session)"))
    #expect(ran.err.contains("1 row of other entries skipped."))
    let refused = await me.types("import", "goodreads", file, "--only", "Project=Reading")
    #expect(refused.exit == .usage && refused.err.contains("--only"))
    let dates = await me.types("import", "thecrag", file, "--dates", "dmy")
    #expect(dates.exit == .usage && dates.err.contains("does not apply to a"))
  }
}
