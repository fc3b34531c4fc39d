import Testing

@testable import Cairn

@Suite struct `Names of format 1` {
  private static let id = "019b8f50-dd00-7a83-a4b0-efb98de2a72b"

  /// A kind and a field of format 1, and their current names.
  static let names: [(kind: String, field: String, newKind: String, newField: String)] = [
    ("dose", "dose", "streak_minimum", "minimum"), ("dose", "cadence", "streak_minimum", "cadence"),
    ("freeze", "day", "rest_day", "day"), ("passage", "form", "annotation", "kind"),
    ("passage", "made", "annotation", "created"), ("tagMark", "impact", "tag_mark", "impact"),
    ("session", "activeOn", "session", "activeDevice"), ("session", "mark", "session", "clockMark"),
    ("session", "toldStory", "session", "reportedStory"), ("session", "note", "session", "note"),
    ("author", "told.region", "author", "supplied.region"),
    ("work", "isNotAsked", "work", "isAskingDisabled"),
    ("read_through", "startedItself", "read_through", "isStartAutomatic"),
    ("share", "end", "share", "expiresAt"), ("goal", "from", "goal", "from"),
  ]

  private func record(_ kind: String, _ field: String) throws -> Record? {
    let json = """
      {"record":"\(kind)","id":"\(Self.id)","fields":{"\(field)":"x","z":"y"},"stamp":"019b8f50dd000000-14556d07",\
      "stamps":{"\(field)":"019b8f50dd000001-14556d07"}}
      """
    var reader = JSONReader(Array(json.utf8))
    return try RecordParts(from: &reader).record()
  }

  @Test(arguments: names.indices)
  func `are read as the current ones, in fields and in stamps`(index: Int) throws {
    let (kind, field, newKind, newField) = Self.names[index]
    let record = try #require(try record(kind, field))
    #expect(record.kind.name == newKind)
    #expect(record.fields.names == [newField, "z"] && record.exceptions.map(\.name) == [newField])
    #expect(record.renamed.fields == record.fields)
  }

  @Test func `are read in the changes of a mutation`() throws {
    let json = #"{"kind":"dose","id":"\#(Self.id)","set":{"dose":"any"},"was":{"dose":null}}"#
    var reader = JSONReader(Array(json.utf8))
    let change = try Change(from: &reader)
    #expect(change.kind.name == "streak_minimum")
    #expect(change.set.names == ["minimum"] && change.was.names == ["minimum"])
  }

  @Test func `of the history entry of a mutation are read`() throws {
    let json = """
      {"mutation":"\(Self.id)","stamp":"019b8f50dd000000-14556d07","at":"2026-01-05T18:00:00Z","title":"Add",\
      "line":"\(Self.id)","part":1,"changes":[]}
      """
    var reader = JSONReader(Array(json.utf8))
    #expect(try RecordParts(from: &reader).mutation()?.entry.text == Self.id)
  }
}
