import Cairn

/// What an app sent of a row where the log has another value, or none: kept in the field `row` of the record.
///
/// A value is given back as long as the log has the one that it had become. So an app reads what it wrote, and a later
/// change in Cairn replaces it.
struct KeptValues: Equatable {
  /// What was sent, and what the log had then, by column.
  private var values: [String: [JSON]] = [:]
  /// The ids that the row had before another one replaced it: for clients, deleted rows.
  private(set) var formerIDs: [RecordID] = []
  private static let formerName = "former_ids"
  /// When the app says that it made the row; nil if it does not.
  var createdAt: RowValue? {
    get { values["created_at"].flatMap { try? RowType.time.value(of: $0[0]) } }
    set { values["created_at"] = newValue.map { [$0.json, .null] } }
  }

  /// Reads the values of a record; none if it has none.
  init(_ fields: Fields) {
    guard case .text(let text) = fields["row"],
      case .object(let members)? = try? JSON(parsing: Array(text.utf8))
    else { return }
    for member in members {
      guard case .array(let list) = member.value else { continue }
      if member.key == Self.formerName {
        formerIDs = list.compactMap { $0.stringText.flatMap(RecordID.init(text:)) }
      } else if list.count == 2 {
        values[member.key] = list
      }
    }
  }

  /// Returns the value that was sent of a column; nil if there is none, or if the log has another one since.
  func value(of column: String, _ type: RowType, with stored: RowValue) -> RowValue? {
    guard let pair = values[column], pair[1] == stored.json else { return nil }
    return try? type.value(of: pair[0])
  }

  /// Keeps a sent value together with the stored one, unless they are the same.
  mutating func keep(_ sent: RowValue, of column: String, with stored: RowValue) {
    values[column] = sent == stored ? nil : [sent.json, stored.json]
  }

  /// Gives the row another id; for clients, the one with the former id is deleted.
  mutating func rename(to id: RecordID, from former: RowValue?) {
    formerIDs.removeAll { $0 == id }
    if case .uuid(let former)? = former, former != id { formerIDs.append(former) }
  }

  /// The text of the field; nil without values.
  var text: String? {
    var all = values
    if !formerIDs.isEmpty { all[Self.formerName] = formerIDs.map { .string($0.text) } }
    guard !all.isEmpty else { return nil }
    let members = all.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .array($0.value)) }
    return JSON.object(members).text
  }
}

extension JSON {
  /// The text of a string; nil for another value.
  fileprivate var stringText: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}
