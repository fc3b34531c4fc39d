import Cairn
import Synchronization
import Testing

@testable import CairnCLI

/// An editor that makes one change after another, and keeps the texts it was given.
private final class ScriptedEditor: Sendable {
  private let state: Mutex<(steps: [[String: String]], texts: [String])>

  init(_ steps: [[String: String]]) { state = Mutex((steps, [])) }

  var texts: [String] { state.withLock { $0.texts } }

  var open: OpenEditor {
    { [self] text, _ throws(CairnError) in
      state.withLock { state in
        state.texts.append(text)
        guard !state.steps.isEmpty else { return text }
        return state.steps.removeFirst().reduce(text) { $0.replacing($1.key, with: $1.value) }
      }
    }
  }
}

@Suite struct `A session in an editor` {
  private static func edit(_ steps: [String: String]...) async throws -> (
    said: RunResult, row: [String: Any], texts: [String]
  ) {
    var me = try Person()
    let editor = ScriptedEditor(steps)
    await me.types(
      "track",
      "20:00-20:30",
      "Emma",
      "--pages",
      "9",
      "--place",
      "home",
      "--note",
      "one",
      "+beach"
    )
    me.openEditor = editor.open
    let said = await me.types("edit", "last")
    return (said, try #require(try await me.lists("log").first), editor.texts)
  }

  @Test func `is a text with a line for each value`() async throws {
    let (said, _, texts) = try await Self.edit([:])
    #expect(said.out == "Nothing changed.\n" && said.exit == .done, "\(said.err)")
    let lines = texts[0].split(separator: "\n").filter { !$0.hasPrefix("#") }
    for line in [
      "start: 2026-03-05 20:00", "end: 2026-03-05 20:30", "place: home", "tags: beach",
      "mood-before:", "note:", "one",
    ] { #expect(lines.contains { $0 == line }, "\(line) in \(texts[0])") }
  }

  @Test func `takes what was changed, and clears what is empty`() async throws {
    let (said, row, _) = try await Self.edit([
      "20:30": "20:45", "place: home": "place:", "beach": "sea, sun",
      "mood-after:": "mood-after: 4", "one": "two\nlines",
    ])
    #expect(said.exit == .done, "\(said.err)")
    #expect(row["active_seconds"] as? Int == 2_700)
    #expect(row["place"] as? String == nil)
    #expect(row["tags"] as? [String] == ["sea", "sun"])
    #expect(row["mood_after"] as? Int == 4)
    #expect(row["note"] as? String == "two\nlines")
  }

  @Test(arguments: [
    (["mood-before:": "mood-before: 9"], "# Error: --mood-before takes", "mood-before: 9"),
    (["20:30": "soon"], "# Error: ", "end: 2026-03-05 soon"),
    (
      ["place: home": "plaice: home"], "# Error: This session has no value “plaice”", "plaice: home"
    ),
    (["place: home": "somewhere"], "# Error: “somewhere” has no colon", "somewhere"),
  ])
  func `opens again with the error above its line`(
    change: [String: String],
    error: String,
    line: String
  ) async throws {
    let back = Dictionary(uniqueKeysWithValues: change.map { ($1, $0) })
    let (said, row, texts) = try await Self.edit(change, back.merging(["one": "fixed"]) { $1 })
    #expect(said.exit == .done && texts.count == 2, "\(said.err) \(texts)")
    let lines = texts[1].split(separator: "\n").map(String.init)
    let index = try #require(lines.firstIndex { $0.hasPrefix(error) }, "\(texts[1])")
    #expect(lines[index + 1] == line)
    #expect(row["note"] as? String == "fixed")
  }

  @Test func `keeps the session if an invalid line is left as it is`() async throws {
    let (said, row, texts) = try await Self.edit(["mood-before:": "mood-before: 9", "one": "two"])
    #expect(said.exit == .usage && said.err.contains("--mood-before takes"), "\(said.err)")
    #expect(texts.count == 2 && row["note"] as? String == "one")
  }

  @Test func `keeps a note that looks like an error`() async throws {
    let note = "# Error: mine\n  indented"
    let (said, row, texts) = try await Self.edit(
      ["mood-before:": "mood-before: 9", "one": note],
      ["mood-before: 9": "mood-before: 4"]
    )
    #expect(said.exit == .done && texts[1].contains(note), "\(said.err)")
    #expect(row["note"] as? String == note)
  }

  @Test func `has the error of a rule at the top`() async throws {
    let (_, row, texts) = try await Self.edit(
      ["20:30": "19:30"],
      ["2026-03-05 19:30": "2026-03-05 20:10"]
    )
    #expect(texts[1].hasPrefix("# Error: "), "\(texts[1])")
    #expect(row["active_seconds"] as? Int == 600)
  }

  @Test func `needs a terminal`() async throws {
    let me = try Person()
    await me.types("track", "20:00-20:30", "Emma")
    let said = await me.types("edit", "last")
    #expect(said.exit == .usage && said.err.contains("There is no terminal"), "\(said.err)")
    #expect(said.err.contains("--end 21:30"))
  }
}
