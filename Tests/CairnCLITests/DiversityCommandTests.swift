import Cairn
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Diversity on the command line` {
  private func reader() async throws -> Person {
    var me = try Person()
    me.zone = "UTC"
    await me.types("book", "add", "Things Fall Apart", "--author", "Chinua Achebe")
    await me.types("book", "add", "No Longer at Ease", "--author", "Chinua Achebe")
    await me.types("book", "add", "Emma", "--author", "Jane Austen")
    return me
  }

  @Test func `stores facts of an author for all their books`() async throws {
    let me = try await reader()
    let said = await me.types(
      "author",
      "set",
      "chinua achebe",
      "--region",
      "africa",
      "--gender",
      "male"
    )
    #expect(said.exit == .done && said.out.contains("cultural region  Africa"))
    let shown = await me.types("diversity").out
    #expect(shown.contains("3 books, 27 % of details filled in"), "\(shown)")
    #expect(shown.contains("Cultural origin: unknown for 1 of 3 books."))
    let why = await me.types("diversity", "cultural", "--why", "Africa").out
    #expect(why.contains("No Longer at Ease") && !why.contains("Emma"))
    await me.types("undo")
    #expect(await me.types("diversity").out.contains("0 % of details filled in"))
  }

  @Test func `stores facts of a book that differ from its author's`() async throws {
    let me = try await reader()
    await me.types("author", "set", "Jane Austen", "--region", "Europe")
    let edit = ["book", "edit", "Emma", "--original-language", "English", "--region", "Asia"]
    #expect(await me.types(edit).exit == .done)
    #expect(await me.types("diversity", "cultural", "--why", "Asia").out.contains("Emma"))
    await me.types("book", "edit", "Emma", "--region", "")
    #expect(await me.types("diversity", "cultural", "--why", "Europe").out.contains("Emma"))
    #expect(await me.types("book", "edit", "Emma").exit == .usage)
  }

  @Test(arguments: [
    (["author", "set", "Jane Austen", "--region", "European"], "Europe"),
    (["book", "edit", "Emma", "--own-voices", "perhaps"], "Yes"),
    (["author", "show", "Austen"], "Jane Austen"),
  ])
  func `refuses unknown values and lists the valid ones`(
    words: [String],
    hint: String
  ) async throws {
    let me = try await reader()
    let said = await me.types(words)
    #expect(said.exit == .refused && said.err.contains(hint), "\(said.err)")
  }

  @Test func `asks, accepts an answer, and reports the change and the points`() async throws {
    let me = try await reader()
    #expect(await me.types("ask", "Things Fall Apart").out.contains("Chinua Achebe from?"))
    let said = await me.types("ask", "Things Fall Apart", "--answer", "Africa").out
    #expect(said == "Known: 0 % → 13 %, +6 points\n")
    #expect(
      await me.types("curator").out
        .hasPrefix("6 points, level “First stone”; next “Small cairn” at 50\n")
    )
    await me.types("ask", "Things Fall Apart", "--never")
    let next = await me.types("ask", "Things Fall Apart").out
    #expect(next.hasPrefix("In which language was “Things Fall Apart” written?"))
    await me.types("ask", "Emma", "--answer", "Europe", "--this-book")
    #expect(await me.types("author", "show", "Jane Austen").out == "Jane Austen, 1 book\n")
  }

  @Test func `changes only the given facts, once`() async throws {
    let me = try await reader()
    let words = ["ask", "Emma", "--about", "gender", "--answer", "other"]
    #expect(await me.types(words).out == "Known: 0 % → 7 %, +5 points\n")
    let again = await me.types(words)
    #expect(again.exit == .refused && again.out == "No questions left.\n")
    let shown = await me.types("author", "show", "Jane Austen").out
    #expect(shown == "Jane Austen, 1 book\n  gender  Other\n")
  }

  @Test(arguments: [
    ["goal", "share", "gender", "female", "50", "--monthly", "--yearly"],
    ["diversity", "cultural", "--chart", "completeness"],
    ["diversity", "--by-year", "--scope", "library"],
  ])
  func `refuses contradicting options`(words: [String]) async throws {
    let me = try await reader()
    #expect(await me.types(words).exit == .usage)
  }

  @Test func `ends no missing goal, and refuses a future year`() async throws {
    let me = try await reader()
    let ended = await me.types("goal", "share", "gender", "female", "none")
    #expect(ended.exit == .refused && ended.err.contains("There is no share goal for Female."))
    let died = await me.types("author", "set", "Jane Austen", "--died", "2090")
    #expect(died.exit == .refused && died.err.contains("is in the future"))
    await me.types("book", "edit", "Emma", "--own-voices", "no")
    await me.types("book", "edit", "Emma", "--own-voices", "not sure")
    #expect(await me.types("diversity", "ownVoices").out.contains("Unknown  3"))
  }

  @Test func `lists an author once when given twice`() async throws {
    let me = try await reader()
    let said = await me.types("book", "add", "Twice", "--author", "Ab", "--author", "ab")
    #expect(said.out.contains("“Twice” by Ab ("), "\(said.out)")
  }

  @Test func `suggests a question after a session, as the pages do`() async throws {
    var me = try await reader()
    me.now = "2026-03-06T21:00:00Z"
    await me.types("start", "read", "Emma", "--at", "20:00")
    let said = await me.types("stop").out
    #expect(
      said.hasSuffix("Which part of the world is Jane Austen from? Answer with `cairn ask`.\n")
    )
    await me.types("config", "askAfterReading", "no")
    me.now = "2026-03-07T21:00:00Z"
    await me.types("start", "read", "Emma", "--at", "20:00")
    #expect(!(await me.types("stop").out.contains("cairn ask")))
  }

  @Test func `sets share goals, reports what is missing, and ends them`() async throws {
    let me = try await reader()
    #expect(await me.types("goal", "share").exit == .refused)
    await me.types("author", "set", "Jane Austen", "--gender", "female")
    await me.types("author", "set", "Chinua Achebe", "--gender", "male")
    await me.types("book", "status", "Things Fall Apart", "read")
    let set = await me.types("goal", "share", "gender", "female", "50", "--yearly").out
    #expect(set.contains("50 % Female  this year"), "\(set)")
    #expect(set.contains("0 % of 1 known book. 1 more book to reach the goal."), "\(set)")
    await me.types("book", "status", "Emma", "read")
    #expect(await me.types("goal", "share").out.contains("Reached: 50 % of 2 known books."))
    let ended = await me.types("goal", "share", "gender", "female", "none", "--yearly")
    #expect(ended.exit == .refused && ended.out.contains("No share goals yet."))
    #expect(await me.types("goal", "share", "gender").exit == .usage)
    #expect(await me.types("goal", "share", "gender", "female", "0").exit == .refused)
    #expect(await me.types("goal", "share", "gender", "lady", "9").exit == .refused)
  }

  @Test func `draws shares by year`() async throws {
    let me = try await reader()
    #expect(await me.types("diversity", "--chart", "trend").exit == .refused)
    await me.types("author", "set", "Jane Austen", "--gender", "female")
    await me.types("book", "status", "Emma", "read")
    let shown = await me.types("diversity", "gender", "--chart", "trend").out
    #expect(shown.hasPrefix("Gender by year\n2026"), "\(shown)")
    #expect(await me.types("diversity", "--chart", "trend", "--svg", "-").out.hasPrefix("<svg"))
    #expect(await me.types("diversity", "--chart", "trend", "--table").out.contains("2026"))
  }

  @Test func `prints years, tables and JSON consistently`() async throws {
    let me = try await reader()
    await me.types("author", "set", "Jane Austen", "--region", "Europe")
    await me.types("book", "status", "Emma", "read")
    let json = try await me.reads("diversity", "--scope", "finished")
    #expect(json["books"] as? Int == 1)
    #expect((json["completeness"] as? [String: Any])?["percent_hundredths"] as? Int == 2_000)
    #expect(await me.types("diversity", "--by-year").out.contains("2026"))
    #expect(await me.types("diversity", "cultural", "--table").out.contains("Europe"))
    #expect(
      await me.types("diversity", "--chart", "representation", "--svg", "-").out.hasPrefix("<svg")
    )
    #expect(await me.types("diversity", "--in", "2020").exit == .refused)
  }
}
