/// How an import meets a record that is there already.
public struct ImportMerge: Sendable, Equatable {
  /// The field that holds what the source stated last, so that a later import can tell its own
  /// changes from the person's.
  public static let field = "imported"
  /// The field that holds the row as it stood in the file; it is taken along with other changes
  /// and is none by itself, since exports hold figures that change every day.
  public static let row = "sourceRow"
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
    let stated = statedFields
    var set = Fields()
    var kept = 0
    for (name, value) in stated.members where now[name] != value && base[name] != value {
      if now[name] == .null || now[name] == base[name] {
        set[name] = value
      } else {
        kept += 1
      }
    }
    if base != stated || current == nil {
      set.set(ImportMerge.field, stated.json)
      if fields.contains(ImportMerge.row) { set[ImportMerge.row] = fields[ImportMerge.row] }
    }
    if current?.deletion == Deletion.byUndo { set[RecordField.deleted] = .null }
    return ImportMerge(set: set, kept: kept)
  }

  /// What the source states of the thing itself, without the row it comes from.
  private var statedFields: Fields {
    var stated = Fields()
    for (name, value) in fields.members where name != ImportMerge.row { stated[name] = value }
    return stated
  }

  private static func base(of fields: Fields) -> Fields {
    guard case .text(let json) = fields[ImportMerge.field] else { return Fields() }
    return (try? Fields(json: json)) ?? Fields()
  }
}
