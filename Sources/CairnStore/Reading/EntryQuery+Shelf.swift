import Cairn
import CairnReports
import CairnSQL

extension EntryQuery {
  static func all(
    _ filter: ShelfFilter,
    in connection: any SQLConnection
  ) throws -> [EntryRow] {
    let search = filter.words.flatMap { SearchQuery($0) }
    if filter.words != nil, search == nil { return [] }
    let found: SQL? = search.map {
      "JOIN (\(fragment: $0.books)) AS found ON found.entry = entry.id"
    }
    return try connection.all(
      """
      \(fragment: columns) \(fragment: found ?? "")
      WHERE 1 = 1\(fragment: conditions(filter))
      \(fragment: search?.order ?? "ORDER BY entry.status, work.folded, entry.id")
      """,
      Self.row
    )
  }

  private static func conditions(_ filter: ShelfFilter) -> SQL {
    var all: SQL = ""
    if let status = filter.status { all = "\(fragment: all) AND entry.status = \(status.name)" }
    for (kind, name) in [(LabelKind.shelf, filter.shelf), (LabelKind.tag, filter.tag)] {
      if let name { all = "\(fragment: all)\(fragment: labelled(kind, name))" }
    }
    guard let isBorrowed = filter.isBorrowed else { return all }
    return """
      \(fragment: all) AND entry.is_borrowed = \(isBorrowed)
        AND (entry.is_borrowed = 1 OR entry.status <> 'wishlist')
      """
  }

  private static func labelled(_ kind: LabelKind, _ name: String) -> SQL {
    """
     AND entry.id IN (SELECT entry_label.entry FROM entry_label
        WHERE entry_label.kind = \(kind.name) AND entry_label.folded = \(indexed(folded(name))))
    """
  }
}
