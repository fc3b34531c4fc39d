import Cairn
import CairnHTTP

/// The rows in the body of a request.
struct RowBody: Sendable {
  /// The values of each row by column.
  let rows: [[String: RowValue]]

  /// The maximum number of rows in a request.
  private static let limit = 1_000
  /// Columns that apps and their tables spell differently (spec/climbing.md 4, trap a).
  private static let spellings = [
    "open_beta_climb_id": "openbeta_climb_id", "open_beta_area_id": "openbeta_area_id",
  ]

  /// Reads an object or an array of objects.
  ///
  /// Throws the errors `PGRST102` for another body, `PGRST204` for an unknown column and `22P02`.
  init(_ context: any ConnectedRequest, _ table: any RowTable) throws {
    let types = table.types
    let objects: [JSON]
    switch try? JSON(parsing: context.request.body) {
    case .array(let list)?: objects = list
    case .object(let members)?: objects = [.object(members)]
    default: throw Self.unreadable
    }
    guard objects.count <= Self.limit else {
      throw DialectError(
        .contentTooLarge,
        "a request has at most \(Self.limit) rows",
        code: "54000"
      )
    }
    rows = try objects.map { try Self.row($0, types, table.name) }
  }

  private static func row(
    _ json: JSON,
    _ types: [String: RowType],
    _ table: String
  ) throws -> [String: RowValue] {
    guard case .object(let members) = json else { throw unreadable }
    var row: [String: RowValue] = [:]
    for member in members {
      let name = spellings[member.key] ?? member.key
      guard let type = types[name] else {
        throw DialectError(
          .badRequest,
          "Could not find the '\(name.prefix(60))' column of '\(table)' in the schema cache",
          code: "PGRST204"
        )
      }
      row[name] = try type.value(of: member.value)
    }
    return row
  }

  /// The values of the only row; throws the error `PGRST102` for several.
  var only: [String: RowValue] {
    get throws {
      guard rows.count == 1 else { throw Self.unreadable }
      return rows[0]
    }
  }

  private static let unreadable = DialectError(
    .badRequest,
    "the body must be a JSON object or an array of objects",
    code: "PGRST102"
  )
}
