import Cairn
import Testing

@testable import CairnCLI

@Suite struct `The databases for logs` {
  @Test func `are named by lines of a file`() throws {
    let text = """
      # where logs lie

      west postgresql://cairn_server@west/cairn
        east-2\tpostgres://cairn_server:secret@east:6432/cairn  pooled
      """
    let lines = try ShardLine.all(text.split { $0.isNewline })
    #expect(lines.map(\.name) == ["west", "east-2"])
    #expect(lines.map(\.isPooled) == [false, true])
    #expect(lines[1].address == "postgres://cairn_server:secret@east:6432/cairn")
  }

  @Test(arguments: [
    ("west", "“west” has no address"),
    ("west /cairn", "the address of “west” does not begin with postgresql://"),
    ("West postgres://u:s@a/b", "“West” has more than letters from a to z, digits and “-”"),
    ("home postgres://u:secret@a/b", "“home” is the database of the accounts"),
    ("postgres://u:secret@a/b west", "a name comes before the address"),
    ("a postgres://u:secret@a/b b", "the third word of “a” is not pooled"),
    ("a postgres://b/c pooled b", "“a” has more words than a name, an address and pooled"),
    ("west postgres://a/c\nwest postgres://b/c", "“west” is named once more"),
    (String(repeating: "a", count: 65) + " postgres://b/c", "a name has at most 64 characters"),
  ])
  func `are refused in any other line, by its number and without its address`(
    text: String,
    rule: String
  ) {
    let lines = "# a comment\n\n\(text)".split(omittingEmptySubsequences: false) { $0.isNewline }
    let error = #expect(throws: CairnError.self) { try ShardLine.all(lines) }
    #expect(error?.code == "usage.shards")
    let number = text.contains("\n") ? 4 : 3
    #expect(error?.message == "Line \(number) of --database-shards: \(rule).")
  }

  @Test func `are given accounts from another place that has some`() async throws {
    let person = try Person()
    let migrate = ["admin", "migrate", "--from", "sqlite", "--to"]
    let empty = await person.types(migrate + ["postgresql:///x"])
    #expect(empty.exit == .usage && empty.err.contains("a data directory with accounts"))
    await person.types("account", "list")
    let same = await person.types(migrate + ["sqlite"])
    #expect(same.exit == .usage && same.err.contains("not 'sqlite' twice"))
  }

  @Test func `are none where logs are files`() async throws {
    let person = try Person()
    let made = await person.types("account", "create", "anna", "--shard", "west")
    #expect(made.exit == .failedStorage && made.err.contains("no database “west”"))
    let moved = await person.types("admin", "move", "anna", "--to", "west")
    #expect(moved.exit == .usage && moved.err.contains("Logs are files here"))
  }
}
