import Cairn
import CairnSQL

/// A table of another program's database, of which a version may lack columns.
struct ForeignTable {
  private let names: Set<String>
  private let columns: [StaticString]

  /// The most bytes of a text that is read: a title or what an event tells has a thousandth of it.
  private static let textLimit = 1 << 16

  /// Finds out which columns there are, by the answer to `PRAGMA table_info`.
  init(_ info: SQL, _ columns: [StaticString], _ connection: any SQLConnection) throws {
    names = Set(try connection.all(info) { try $0.text(1).lowercased() })
    self.columns = columns
  }

  /// Whether the table is there and has a column.
  func has(_ column: StaticString) -> Bool { names.contains(column.description.lowercased()) }

  /// The columns for a SELECT, null in the place of those that are not there.
  var list: SQL {
    columns.enumerated().reduce(into: "" as SQL) { list, column in
      let comma: SQL = column.offset == 0 ? "" : ", "
      let name: SQL = has(column.element) ? SQL(stringLiteral: column.element) : "NULL"
      list = "\(fragment: list)\(fragment: comma)\(fragment: name)"
    }
  }

  /// A row of that SELECT under the names of its columns; what is neither a number nor a text of a
  /// possible length is missing.
  func object(_ row: any SQLRow) -> JSON { Self.object(columns, row) }

  /// A row whose columns are these, in the same way.
  static func object(_ columns: [StaticString], _ row: any SQLRow) -> JSON {
    .object(
      columns.enumerated().compactMap { place, name in
        guard let value = try? row.value(place), let json = json(value) else { return nil }
        return JSON.Member(name.description, json)
      }
    )
  }

  private static func json(_ value: SQLValue) -> JSON? {
    switch value {
    case .integer(let number): .integer(number)
    case .text(let text): text.utf8.count <= textLimit ? .string(text) : nil
    default: nil
    }
  }
}
