import Cairn
import Testing

@Suite struct `The schema of a field` {
  private static let id = "019b8f50-dd00-7a83-a4b0-efb98de2a72b"

  /// A valid and an invalid value for each field.
  static let fields: [(kind: String, field: String, good: FieldValue, bad: FieldValue)] = [
    ("session", "segments", .text("1767636000000-1767639600000"), .text("no times at all")),
    ("session", "segments", .text("1767636000000-"), .text("0-1")),
    ("session", "endedAt", .integer(1_767_636_000_000), .integer(.max)),
    ("session", "zone", .text("Europe/Berlin"), .null),
    ("session", "kind", .text("dancing"), .integer(1)),
    ("session", "moodBefore", .integer(5), .integer(6)),
    ("session", "startPosition", .text("page:3/10"), .text("page:9223372036854775807")),
    ("session", "startPosition", .integer(5_000), .integer(-1)),
    ("milestone", "at", .integer(1_767_636_000_000), .integer(.max)),
    ("milestone", "at", .integer(0), .integer(-1)),
    ("work", "title", .text("Emma"), .text(" ")),
    ("work", "firstYear", .integer(-500), .integer(10_000)),
    ("work", "credits", .text("\(id) +\(id)"), .text("somebody")),
    ("edition", "pages", .integer(10_000_000), .integer(0)),
    ("entry", "status", .text("lent_to_a_friend"), .text("lent to a friend")),
    ("entry", "added", .text("2026-01-05"), .text("2026-02-30")),
    ("entry", "isBorrowed", .bool(true), .integer(1)),
    ("read_through", "started", .text("2025-03"), .text("2025-13")),
    ("read_through", "position", .text("chapter:3"), .text("percent:-1")),
    ("annotation", "created", .text("2026-01-05T21:14:05"), .text("21:14")),
    ("climb", "position", .integer(1), .integer(.max)),
    ("attempt", "climb", .text(id), .null),
    ("anything", "deleted", .text("undone"), .integer(2)),
    ("author", "fact.region", .text("me:africa"), .bool(true)),
  ]

  @Test(arguments: fields.indices)
  func `rejects a value that no version writes`(index: Int) {
    let (kind, field, good, bad) = Self.fields[index]
    let form = RecordSchema.form(of: field, in: RecordKind(kind))
    #expect(form?.expectation(of: good) == nil)
    // Titles have a rule of their own.
    guard field != "title" else { return }
    #expect(form?.expectation(of: bad) != nil)
  }

  @Test func `accepts any value of an unknown field`() {
    #expect(RecordSchema.form(of: "colour", in: RecordKind("work")) == nil)
    #expect(RecordSchema.form(of: "title", in: RecordKind("film")) == nil)
  }
}
