import Testing

@testable import CairnCLI

@Suite struct `A dry run of an import` {
  private func imports(_ me: Person, _ text: String, _ options: String...) async throws -> RunResult
  {
    try me.scratch.write(text, to: "list.csv")
    return await me.types(["import", "csv", me.scratch.path + "/list.csv"] + options)
  }

  @Test func `lists each change once in words`() async throws {
    let me = try Person()
    let header = "title,author,pages,rating,finished,tags\n"
    _ = try await imports(me, header + "Emma,Jane Austen,,3,2020-01-02,\n")
    let richer = header + "Emma,Jane Austen,474,4,2020-01-02,own\nEmma,Jane Austen,,,2024-05-06,\n"
    let ran = try await imports(me, richer, "--dry-run")
    #expect(
      ran.out.contains(
        "\n  ~ line 2: Emma (rating, tags, an edition, rating of the reading, a reading)\n"
      )
    )
    #expect(try await imports(me, richer, "--json").out.contains(#""fields":["edition","#))
    #expect(try await imports(me, richer, "--dry-run").out.contains("0 changed, 1 unchanged"))
  }

  @Test func `keeps a book as its first source has it`() async throws {
    let me = try Person()
    _ = try await imports(me, "title,author\nEmma,Jane Austen\n")
    let ran = try await imports(me, "title,pages\nEmma,\n", "--dry-run")
    #expect(ran.out.contains("0 added, 0 changed, 1 unchanged"))
  }

  @Test func `names the columns of a list that has no titles`() async throws {
    let ran = try await imports(try Person(), "Date,Name\n2026-01-05,Grocery\n")
    #expect(ran.exit == .badInput)
    #expect(
      ran.err.contains("its columns are Date, Name.") && ran.err.contains("--map title=COLUMN")
    )
  }
}
