import Cairn
import Testing

@testable import CairnCLI

@Suite struct `The list of databases` {
  @Test func `has one named database per line`() throws {
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
    ("west", "“west” has no URL"),
    ("west /cairn", "the URL of “west” does not begin with postgresql://"),
    ("West postgres://u:s@a/b", "“West” may only contain letters from a to z, digits and “-”"),
    ("home postgres://u:secret@a/b", "“home” is reserved for the database of the accounts"),
    ("postgres://u:secret@a/b west", "the name must come before the URL"),
    ("a postgres://u:secret@a/b b", "the third word of “a” must be “pooled”"),
    ("a postgres://b/c pooled b", "“a” takes a name, a URL and optionally “pooled”"),
    ("west postgres://a/c\nwest postgres://b/c", "“west” is listed twice"),
    (String(repeating: "a", count: 65) + " postgres://b/c", "a name has at most 64 characters"),
  ])
  func `is rejected with the line number, without the address`(
    text: String,
    rule: String
  ) {
    let lines = "# a comment\n\n\(text)".split(omittingEmptySubsequences: false) { $0.isNewline }
    let error = #expect(throws: CairnError.self) { try ShardLine.all(lines) }
    #expect(error?.code == "usage.shards")
    let number = text.contains("\n") ? 4 : 3
    #expect(error?.message == "Line \(number) of --database-shards: \(rule).")
  }

  @Test func `receives accounts only from another place that has some`() async throws {
    let person = try Person()
    let migrate = ["admin", "migrate", "--from", "sqlite", "--to"]
    let empty = await person.types(migrate + ["postgresql:///x"])
    #expect(empty.exit == .usage && empty.err.contains("a data directory with accounts"))
    await person.types("account", "list")
    let same = await person.types(migrate + ["sqlite"])
    #expect(same.exit == .usage && same.err.contains("both are 'sqlite'"))
  }

  @Test func `does not apply if logs are files`() async throws {
    let person = try Person()
    let made = await person.types("account", "create", "anna", "--shard", "west")
    #expect(made.exit == .failedStorage && made.err.contains("no log database “west”"))
    let moved = await person.types("admin", "move", "anna", "--to", "west")
    #expect(moved.exit == .usage && moved.err.contains("Logs are files here"))
  }
}
