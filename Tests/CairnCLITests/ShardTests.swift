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
    "west", "west /cairn", "West postgres://west/cairn", "home postgres://west/cairn",
    "west postgres://west/cairn direct", "west postgres://west/cairn pooled too",
    "west postgres://a/cairn\nwest postgres://b/cairn",
  ])
  func `are refused in any other line, without its address`(text: String) {
    let error = #expect(throws: CairnError.self) {
      try ShardLine.all(text.split { $0.isNewline })
    }
    #expect(error?.code == "usage.shards")
    #expect(error?.message.contains("postgres:") == false)
  }

  @Test func `are none where logs are files`() async throws {
    let person = try Person()
    let made = await person.types("account", "create", "anna", "--shard", "west")
    #expect(made.exit == .failedStorage && made.err.contains("no database “west”"))
    let moved = await person.types("admin", "move", "anna", "--to", "west")
    #expect(moved.exit == .usage && moved.err.contains("Logs are files here"))
  }
}
