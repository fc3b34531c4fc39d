/// How an import meets a record that is there already.
public struct ImportMerge: Sendable, Equatable {
  /// The field that holds what the source stated last, so that a later import can tell its own
  /// changes from the person's.
  public static let field = "imported"
  /// The fields to set; empty when there is nothing to do.
  public let set: Fields
  /// How many stated values were not taken because the person had changed theirs.
  public let kept: Int
}

extension PlannedRecord {
  /// Decides field by field between the source then, the source now and the person.
  ///
  /// A value is taken when the log holds what the source stated last, or nothing. Whatever the
  /// person changed stays (spec/ecosystem.md 0, rule 5). `current` is nil for a new record.
  public func merge(into current: Record?) -> ImportMerge {
    let now = current?.fields ?? Fields()
    let base = Self.base(of: now)
    var set = Fields()
    var kept = 0
    for (name, value) in fields.members where now[name] != value && base[name] != value {
      if now[name] == .null || now[name] == base[name] {
        set[name] = value
      } else {
        kept += 1
      }
    }
    if base != fields || current == nil { set.set(ImportMerge.field, fields.json) }
    if current?.deletion == Deletion.byUndo { set[RecordField.deleted] = .null }
    return ImportMerge(set: set, kept: kept)
  }

  private static func base(of fields: Fields) -> Fields {
    guard case .text(let json) = fields[ImportMerge.field] else { return Fields() }
    return (try? Fields(json: json)) ?? Fields()
  }
}
