import Testing

@testable import CairnCLI

@Suite struct `A table for other programs` {
  @Test func `is CSV with plain numbers and quoted commas`() async throws {
    let said = try await Self.reader().types("log", "--csv")
    #expect(said.out.hasPrefix("id,day,time,active,pages,what\r\n"), "\(said.out)\(said.err)")
    #expect(said.out.contains(",1h 00m,1200,\"Emma, part | 1\"\r\n"))
  }

  @Test func `is Markdown with its numbers to the right`() async throws {
    let lines = try await Self.reader().types("log", "--md").out.split(separator: "\n")
    #expect(lines[0] == "| id | day | time | active | pages | what |")
    #expect(lines[1] == "|---|---|---|---:|---:|---|")
    #expect(lines[2].hasSuffix(" | 1h 00m | 1200 | Emma, part \\| 1 |"))
  }

  @Test(arguments: [
    "log", "shelf", "history", "stories", "logbook", "annotations", "shelves", "tags",
    "author list", "listen log", "stats --by month",
  ])
  func `contains nothing else`(command: String) async throws {
    let me = try await Self.reader()
    await me.types("track", "18:00-19:00", "listen", "Emma")
    await me.types("track", "16:00-17:00", "climb")
    await me.types("book", "tag", "Emma, part | 1", "classic")
    await me.types("book", "shelve", "Emma, part | 1", "Favourites")
    for format in ["--csv", "--md"] {
      let said = await me.types(command.split(separator: " ").map(String.init) + [format])
      let lines = said.out.split(whereSeparator: \.isNewline)
      #expect(
        lines.allSatisfy { $0.contains(format == "--csv" ? "," : "| ") || $0.hasPrefix("|-") },
        "\(said.out)\(said.err)"
      )
    }
  }

  @Test(arguments: ["log --csv --md", "log --json --csv", "stats --csv"])
  func `is refused where it cannot be`(line: String) async throws {
    #expect(await (try Person()).types(line.split(separator: " ").map(String.init)).exit == .usage)
  }

  private static func reader() async throws -> Person {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma, part | 1", "--pages", "1200", "--allow-fast")
    return me
  }
}
