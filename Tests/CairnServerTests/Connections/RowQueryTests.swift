import Cairn
import CairnHTTP
import CairnJSON
import CairnTestKit
import Testing

@testable import CairnConnect

@Suite struct `Conditions on rows` {
  private static let types: [String: RowType] = [
    "id": .uuid, "rpe": .integer, "notes": .text, "ended_at": .time, "is_private": .bool,
  ]

  private static func row(_ rpe: RowValue, _ notes: RowValue = .null) throws -> Row {
    Row([
      ("id", .uuid(RecordID(derivedFrom: ["1"]))), ("rpe", rpe), ("notes", notes),
      ("ended_at", try RowType.time.value(of: "2026-01-05T17:30:00.25+01:00")),
      ("is_private", .bool(true)),
    ])
  }

  @Test(
    arguments: [
      ("rpe", "eq.7", true), ("rpe", "neq.7", false), ("rpe", "gt.6", true), ("rpe", "gte.7", true),
      ("rpe", "lt.7", false), ("rpe", "lte.7", true), ("rpe", "in.(1,7)", true),
      ("rpe", "in.()", false), ("rpe", "is.null", false), ("rpe", "not.is.null", true),
      ("rpe", "not.eq.7", false), ("notes", "eq.a,b(c) \"d\"", true),
      ("notes", "in.(x,\"a,b(c) \\\"d\\\"\")", true), ("notes", "like.a*d_", true),
      ("notes", "like.A*", false), ("notes", "ilike.A%", true), ("notes", "ilike.%B(c)%", true),
      ("is_private", "is.true", true), ("is_private", "eq.false", false),
      ("ended_at", "eq.2026-01-05T16:30:00.250Z", true), ("ended_at", "gt.2026-01-05", true),
      ("ended_at", "lt.2026-01-05T17:30:00 00:00", true),
      ("id", "eq.00000000-0000-0000-0000-000000000000", false),
      ("and", "(rpe.eq.7,notes.is.null)", false), ("or", "(rpe.eq.1,rpe.gte.7)", true),
      ("or", "(rpe.eq.1,and(rpe.eq.7,not.or(rpe.eq.8,notes.is.null)))", true),
      ("not.and", "(rpe.eq.7)", false), ("or", "(notes.eq.\"a,b(c) \\\"d\\\"\",rpe.eq.1)", true),
    ]
  )
  func `hold as in PostgreSQL`(_ name: String, _ value: String, holds: Bool) throws {
    var parser = RowFilterParser(types: Self.types)
    let row = try Self.row(.integer(7), .text("a,b(c) \"d\""))
    #expect(try parser.filter(name, value).holds(for: row) == holds)
  }

  @Test(arguments: ["eq.7", "neq.7", "gt.1", "in.(1)", "not.eq.7", "not.in.(1)"])
  func `are unknown for null`(_ value: String) throws {
    var parser = RowFilterParser(types: Self.types)
    #expect(try parser.filter("rpe", value).holds(for: Self.row(.null)) == nil)
  }

  @Test(
    arguments: [
      ("rpe", "eq.seven", "22P02"), ("rpe", "7", "PGRST100"), ("rpe", "fts.7", "PGRST100"),
      ("rpe", "is.7", "PGRST100"), ("rpe", "in.7", "PGRST100"), ("colour", "eq.red", "42703"),
      ("or", "rpe.eq.7", "PGRST100"), ("or", "(rpe.eq.7", "PGRST100"), ("or", "()", "PGRST100"),
      ("or", "(rpe.eq.7))", "PGRST100"), ("id", "eq.1", "22P02"), ("ended_at", "gt.soon", "22P02"),
      ("or", "(or(or(or(or(rpe.eq.7)))))", "PGRST100"), ("or", "(colour.eq.1)", "42703"),
    ]
  )
  func `are refused if they cannot be read`(_ name: String, _ value: String, code: String) {
    var parser = RowFilterParser(types: Self.types)
    let error = #expect(throws: DialectError.self) { try parser.filter(name, value) }
    #expect(error?.code == code)
  }

  @Test(
    arguments: [
      ("", "", true), ("", "a", false), ("%", "", true), ("%%", "a", true), ("_", "é", true),
      ("_", "", false), ("_", "ab", false), ("a%", "a", true), ("a%a", "a", false),
      ("a%a", "aa", true), ("%ab%ab", "abab", true), ("%ab%ab", "abb ab", true),
      ("%ab%ab", "ab", false), ("%b_d%", "abbcd", true), ("_%_", "a", false), ("_%_", "ab", true),
      ("%ende", "Wochenende", true), ("%ende", "Wochenenden", false), ("%a_", "aab", true),
      ("ü%", "über", true), ("%👍%", "gut 👍!", true), ("a%b%c", "a-b-b-c", true),
      ("a%b%c", "acb", false),
    ]
  )
  func `with wildcards hold as in PostgreSQL`(_ pattern: String, _ text: String, holds: Bool) {
    #expect(RowPattern(pattern, ignoresCase: false).matches(text) == holds)
    #expect(RowPattern(pattern.uppercased(), ignoresCase: true).matches(text) == holds)
  }

  @Test func `with wildcards go through a long text once`() throws {
    var parser = RowFilterParser(types: Self.types)
    let pattern = String(repeating: "a%", count: 240) + "b"
    let text = RowValue.text(String(repeating: "a", count: 100_000))
    let filter = try parser.filter("notes", "like." + pattern)
    #expect(try filter.holds(for: Self.row(.null, text)) == false)
  }

  @Test func `have at most 500 bytes of patterns`() throws {
    var parser = RowFilterParser(types: Self.types)
    let part = "notes.like." + String(repeating: "a", count: 250)
    _ = try parser.filter("or", "(\(part),\(part))")
    let error = #expect(throws: DialectError.self) { try parser.filter("notes", "like.a") }
    #expect(error?.code == "PGRST100")
  }

  @Test(
    arguments: [
      ("2026-01-05T17:30:00Z", "2026-01-05T17:30:00+00:00"),
      ("2026-01-05T17:30:00.25Z", "2026-01-05T17:30:00.25+00:00"),
      ("2026-01-05T17:30:00.123456+00:00", "2026-01-05T17:30:00.123456+00:00"),
      ("2026-01-05T17:30:00+02:00", "2026-01-05T15:30:00+00:00"),
      ("2026-01-05T17:30:00", "2026-01-05T17:30:00+00:00"),
      ("2026-01-05", "2026-01-05T00:00:00+00:00"),
      ("1960-01-01T00:00:00.5Z", "1960-01-01T00:00:00.5+00:00"),
      ("1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999+00:00"),
      ("0001-01-01T00:00:00.000Z", "0001-01-01T00:00:00+00:00"),
    ]
  )
  func `read times with microseconds and write them as PostgREST`(_ sent: String, text: String)
    throws
  {
    #expect(try RowType.time.value(of: sent).json == .string(text))
  }
}
