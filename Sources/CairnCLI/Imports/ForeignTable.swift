import Cairn
import CairnSQL

/// A table of another program's database; older versions may lack columns.
struct ForeignTable {
  private let names: Set<String>
  private let columns: [StaticString]

  /// The maximum bytes of a text; real titles and events have a thousandth of it.
  private static let textLimit = 1 << 16

  /// Reads the existing columns from `PRAGMA table_info`.
  init(_ info: SQL, _ columns: [StaticString], _ connection: any SQLConnection) throws {
    names = Set(try connection.all(info) { try $0.text(1).lowercased() })
    self.columns = columns
  }

  /// Returns whether the table exists and has a column.
  func has(_ column: StaticString) -> Bool { names.contains(column.description.lowercased()) }

  /// The columns for a SELECT, with NULL for missing ones.
  var list: SQL {
    columns.enumerated().reduce(into: "" as SQL) { list, column in
      let comma: SQL = column.offset == 0 ? "" : ", "
      let name: SQL = has(column.element) ? SQL(stringLiteral: column.element) : "NULL"
      list = "\(fragment: list)\(fragment: comma)\(fragment: name)"
    }
  }

  /// Returns a row of that SELECT as JSON; omits values that are not numbers or short texts.
  func object(_ row: any SQLRow) -> JSON { Self.object(columns, row) }

  /// Returns a row with the given columns as JSON, with the same omissions.
  static func object(_ columns: [StaticString], _ row: any SQLRow) -> JSON {
    .object(
      columns.enumerated().compactMap { index, name in
        guard let value = try? row.value(index), let json = json(value) else { return nil }
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
