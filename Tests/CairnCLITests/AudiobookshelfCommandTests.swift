import Cairn
import Foundation
import Testing

@testable import CairnCLI

/// Returns the path of a fixture of the import tests.
private func sample(_ name: String) -> String {
  let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
  return folder.appendingPathComponent("CairnExchangeTests/Fixtures/\(name)").path
}

@Suite struct `cairn import audiobookshelf` {
  private let backup = sample("2026-01-05T1800.audiobookshelf")
  private let answer = sample("audiobookshelf-listening-sessions.json")

  private func listener() throws -> Person {
    var me = try Person()
    (me.now, me.zone) = ("2026-11-01T18:00:00Z", "UTC")
    return me
  }

  @Test func `imports the sessions of one person from a backup`() async throws {
    let me = try listener()
    let ran = await me.types("import", backup, "--person", "anna")
    #expect(ran.out.contains("4 added (2 stories, 2 sessions), 0 changed, 0 unchanged"))
    #expect(ran.exit == .done)
    let again = await me.types("import", "audiobookshelf", backup, "--person", "anna")
    #expect(again.out.contains("Nothing new"))
    let export = await me.types("export")
    #expect(export.out.contains(#""series":"The Example Podcast""#))
    #expect(export.out.contains(#""isCompleted":true"#))
    #expect(!export.out.contains("not a hash") && !export.out.contains("not a token"))
  }

  @Test func `shows Libby loans with each story`() async throws {
    let me = try listener()
    await me.types("import", "libby", sample("libby-timeline.csv"))
    let stories = try #require(
      await me.types("stories", "--json").out.firstMatch(of: /"short":"(\w+)"/)
    )
    let shown = await me.types("story", "show", String(stories.1)).out
    #expect(shown.contains("\n  notes        Borrowed"), "\(shown)")
  }

  @Test func `shows no time of day if only the day is known`() async throws {
    let me = try listener()
    await me.types("import", "audible", sample("audible-listening.csv"))
    let log = await me.types("listen", "log", "--all").out
    #expect(log.contains("unknown") && !log.contains("12:00"), "\(log)")
    let edited = await me.types("edit", "last", "--note", "on the way").out
    #expect(edited.contains(" (no time), "), "\(edited)")
    #expect(await me.types("log", "--json").out.contains(#""day_only":true"#))
  }

  @Test func `asks for the person if several have sessions`() async throws {
    let ran = await (try listener()).types("import", "audiobookshelf", backup, "--json")
    #expect(ran.exit == .badInput)
    #expect(ran.err.contains(#""code":"input.person_required""#) && ran.err.contains("anna, ben"))
  }

  @Test func `names the people in the error for an unknown person`() async throws {
    let ran = await (try listener()).types("import", backup, "--person", "zed")
    #expect(ran.exit == .badInput)
    #expect(ran.err.contains("“zed” is not a user in the file: anna, ben."))
  }

  @Test func `recognises in a backup what it imported from the server`() async throws {
    let me = try listener()
    #expect(await me.types("import", answer).out.contains("2 added (1 story, 1 session)"))
    let more = await me.types("import", backup, "--person", "anna")
    #expect(more.out.contains("2 added (1 story, 1 session), 0 changed, 2 unchanged"))
  }

  @Test func `refuses an invalid archive and an unrelated database`() async throws {
    let me = try listener()
    let archive = await me.types("import", "audiobookshelf", sample("openreads.backup"), "--json")
    #expect(archive.err.contains(#""code":"input.audiobookshelf""#))
    let other = sample("koreader_statistics_example.sqlite3")
    let database = await me.types("import", "audiobookshelf", other, "--json")
    #expect(database.err.contains(#""code":"input.audiobookshelf""#))
    #expect(database.exit == .badInput)
  }

  @Test func `needs an API key for a server`() async throws {
    let me = try listener()
    let ran = await me.types("import", "audiobookshelf", "http://127.0.0.1:1", "--json")
    #expect(ran.exit == .usage && ran.err.contains(#""code":"usage.token""#))
  }

  @Test func `survives an export byte for byte, and import into another log`() async throws {
    let me = try listener()
    _ = await me.types("import", backup, "--person", "anna")
    _ = await me.types("import", sample("audible-listening.csv"))
    _ = await me.types("import", sample("libby-timeline.csv"))
    let export = await me.types("export").out
    #expect(export.contains(#""record":"story""#) && export.contains(#""record":"milestone""#))
    let other = try listener()
    try other.scratch.write(export, to: "log.ndjson")
    #expect(await other.types("import", other.scratch.path + "/log.ndjson").exit == .done)
    #expect(await other.types("export").out == export)
  }
}
