import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Foundation
import Testing

@testable import CairnServer

/// Whatever can be stored can be shown, including values at the limits of their ranges.
@Suite struct `A log with values at the limits of their ranges` {
  @Test(arguments: SeededGenerator.seeds)
  func `is shown on every page and in every statistic`(seed: UInt64) async throws {
    try await ServedLog.run { served in
      var bounds = Bounds(seed: seed)
      var stored = 0
      for _ in 0..<120 { stored += try await save(bounds.record(), in: served.log) }
      #expect(stored > 40, "seed \(seed)")
      for path in Self.paths + bounds.paths(of: Self.patterns) {
        let answer = try await served.client.ask(.get, path)
        #expect(answer.status.code < 500, "seed \(seed): \(path) \(answer.text.prefix(300))")
      }
    }
  }

  /// All paths without an id, except for endless streams.
  static let paths = Server.routes.routes.map { ($0.method, $0.pattern) }
    .filter { $0.0 == .get && !$0.1.contains("{") && !streams.contains($0.1) }
    .map(\.1)
  /// All paths of single resources.
  static let patterns = Server.routes.routes.map { ($0.method, $0.pattern) }
    .filter { $0.0 == .get && $0.1.contains("{id}") }
    .map(\.1)
  static let streams = ["/api/v1/changes", "/api/v1/live"]

  /// Returns 1 if the record is stored, 0 if a rule across several fields rejects it.
  private func save(_ record: Record, in log: Log) async throws -> Int {
    do {
      try await log.write("Edit") { try $0.set(record.fields, record.kind, record.id) }
      return 1
    } catch is CairnError {
      return 0
    }
  }
}

/// Records with a random subset of fields, each at a limit of its range.
private struct Bounds {
  private var random: SeededGenerator
  /// Shared by all kinds, so that each path with an id finds a resource of its kind.
  private let ids = (0..<8).map { RecordID(derivedFrom: ["bounds", "\($0)"]) }
  private static let kinds = schema()

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Returns each pattern with two of the ids.
  func paths(of patterns: [String]) -> [String] {
    patterns.flatMap { pattern in
      ids.prefix(2).map { pattern.replacing("{id}", with: $0.text) }
    }
  }

  private mutating func one<T>(_ all: [T]) -> T {
    all[Int.random(in: all.indices, using: &random)]
  }

  mutating func record() -> Record {
    // Half of the records are of the kinds that statistics use.
    let kind = one([one(Self.kinds.keys.sorted()), one(["session", "climb", "attempt"])])
    var fields = Fields()
    for field in Self.kinds[kind] ?? [] {
      guard let form = RecordSchema.form(of: field, in: RecordKind(kind)) else { continue }
      fields[field] = value(form, of: field)
    }
    return Record(
      kind: RecordKind(kind),
      id: one(ids),
      fields: fields,
      stamp: Stamp(time: 0, node: 0)
    )
  }

  private mutating func value(_ form: FieldType, of field: String) -> FieldValue {
    if case .required(let form) = form { return one(ends(form, field)) }
    let isNull = field == "deleted" || field == "mergedInto" || Bool.random(using: &random)
    return isNull ? .null : one(ends(form, field))
  }

  private mutating func ends(_ form: FieldType, _ field: String) -> [FieldValue] {
    switch form {
    case .required(let form): ends(form, field)
    case .number(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
    case .flag: [.bool(true), .bool(false)]
    case .instant: [.integer(0), .integer(Instant.limit.milliseconds - 1)]
    case .id: [.text(one(ids).text)]
    case .ids: [.text("\(one(ids).text) +\(one(ids).text)")]
    case .word(let words): words.map { .text($0) } + [.text("of_a_newer_version")]
    default: Self.texts(form, field).map { .text($0) }
    }
  }

  private static func texts(_ form: FieldType, _ field: String) -> [String] {
    switch form {
    case .day: ["0001-01-01", "2026-01-05", "9999-12-31"].filter { LocalDay(text: $0) != nil }
    case .date: ["0001", "9999-12", "9999-12-31"].filter { PartialDay(text: $0) != nil }
    case .wallTime:
      ["0001-01-01", "9999-12-31T23:59:59"].filter { WallTime(text: $0) != nil } + ["2026-01-05"]
    case .position, .place: ["page:0", "page:1/1", "percent:0", "location:1", "cubit:7"]
    case .segments: segments
    default: field.lowercased().hasSuffix("zone") ? zones : ["", "7", "“\u{202E}\n", "Emma"]
    }
  }

  private static let zones = ["UTC", "Pacific/Apia", "Nowhere/At_all"]
  private static let segments = [
    "946684800000-978307200000", "4070822400000-4102444799999", "946684800000-946684800000",
    "4102444799999-", "1772000000000-1772003600000,1772003700000-",
  ]

  /// Returns the fields of each kind of record, from the schema of the export.
  private static func schema() -> [String: [String]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/schema/cairn-log.schema.json")
    guard let data = try? Data(contentsOf: file), let schema = try? JSON(parsing: Array(data)),
      let kinds = schema["$defs"], case .array(let rules)? = kinds["record"]?["allOf"]
    else { return [:] }
    return rules.reduce(into: [:]) { fields, rule in
      guard case .string(let kind)? = rule["if"]?["properties"]?["record"]?["const"],
        case .object(let members)? = kinds[kind]?["properties"]
      else { return }
      fields[kind] = members.map(\.key).sorted()
    }
  }
}
