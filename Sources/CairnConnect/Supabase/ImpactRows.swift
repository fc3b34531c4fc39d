import Cairn
import CairnActions
import CairnHTTP
import CairnStore

/// The tables `technique_impacts`, `skill_impacts` and `wall_style_impacts`: the tags of climbs.
///
/// A climb has a tag once. The row that an app adds for a tag that the climb has replaces the one before, which is
/// deleted for clients, in whatever order the two arrive (spec/climbing.md 5.3-3).
extension TagMark: RowRecord {
  static var rowColumns: [RowColumn<TagMark>] {
    [
      RowColumn("climb_id", .uuid) { mark in .uuid(mark.climb.record) }.required(),
      RowColumn("tag_id", .uuid) { mark in .uuid(mark.tag.rowID) }.required(),
      RowColumn("impact", .text) { mark in .name(mark.impact) }.required(),
    ]
  }

  static let keys: Set<String> = ["user_id", "climb_id", "tag_id"]

  static func recordID(of values: [String: RowValue], _ id: RecordID) throws -> RecordID {
    let values = RowValues(values)
    return TagMark.id(try tag(values), on: Identifier(try values.id("climb_id")))
  }

  private static func tag(_ values: RowValues) throws -> ClimbTag {
    let id = try values.id("tag_id")
    guard let tag = ClimbTag.catalogue.first(where: { $0.rowID == id }) else {
      throw RowValues.unknownReference("tag_id")
    }
    return tag
  }

  static func new(
    _ id: RecordID,
    _ values: RowValues,
    in writer: LogWriter,
    _ owner: RowOwner
  ) throws -> TagMark {
    let climb = try values.id("climb_id")
    guard try writer.changedRecords.find(Climb.recordKind, climb) != nil else {
      throw RowValues.unknownReference("climb_id")
    }
    guard let impact = try values.named("impact", as: TagImpact.self) else {
      throw RowValues.missing("impact")
    }
    return TagMark(climb: Identifier(climb), tag: try tag(values), impact: impact)
  }

  mutating func apply(_ values: RowValues, in writer: LogWriter, _ owner: RowOwner) throws {
    if let impact = try values.named("impact", as: TagImpact.self) { self.impact = impact }
  }

  func ancestors(in source: ChangedRecords) throws -> [ChangedRecord] {
    try climb.withAncestors(in: source)
  }

  func title(_ change: RowChange) -> String { "Tag \(change.rawValue): \(tag.name)" }
}

extension ClimbTag {
  /// The id in the catalogue, the same on every server.
  var rowID: RecordID { RecordID(derivedFrom: ["climbTag", text]) }

  /// The name as a catalogue writes it: `Heel Hook`.
  fileprivate var title: String {
    name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }
}

/// A table of the tag catalogue, which nobody changes.
struct TagRows: RowTable {
  let name: String
  let category: TagCategory

  let columns: [(name: String, type: RowType)] = [
    ("id", .uuid), ("name", .text), ("category", .text), ("created_at", .time),
    ("updated_at", .time),
  ]

  func rows(_ id: RecordID?, in source: ChangedRecords, _ owner: RowOwner) throws -> [Row] {
    ClimbTag.catalogue.filter { $0.category == category }.map { tag in
      Row([
        ("id", .uuid(tag.rowID)), ("name", .text(tag.title)),
        ("category", .text(category.label)), ("created_at", Instant.earliest.rowValue),
        ("updated_at", Instant.earliest.rowValue),
      ])
    }
  }

  func row(of values: [String: RowValue], in source: ChangedRecords, _ owner: RowOwner) -> Row? {
    nil
  }

  func upsert(_ values: [String: RowValue], in writer: LogWriter, _ owner: RowOwner) throws -> Row {
    throw DialectError(.forbidden, "permission denied for table \(name)", code: "42501")
  }
}
