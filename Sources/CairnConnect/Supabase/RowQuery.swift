import Cairn
import CairnHTML
import CairnHTTP

/// Which rows of a table are wanted, with which columns, in which order.
struct RowQuery: Sendable {
  /// The columns, each with the key in the response; nil for all.
  private(set) var columns: [(key: String, column: String)]?
  private(set) var filter: RowFilter
  private(set) var order: [Order] = []
  private(set) var offset = 0
  private(set) var limit: Int?
  /// The columns that identify a row of an upsert, as the request names them; nil without.
  let conflict: String?

  /// A column of the order.
  struct Order: Sendable, Equatable {
    let column: String
    let isDescending: Bool
    let isNullFirst: Bool
  }

  /// The maximum number of parameters; the server limits the length of the target.
  private static let countLimit = 100
  /// The parameters that are no condition.
  private static let names: Set = ["select", "order", "limit", "offset", "on_conflict", "columns"]

  /// Reads the query of a request; throws PostgREST's errors.
  init(_ context: any ConnectedRequest, types: [String: RowType]) throws {
    let query = context.target.query
    guard query.pairs.count <= Self.countLimit else {
      throw RowFilterParser.unreadable("more than \(Self.countLimit) parameters")
    }
    var parser = RowFilterParser(types: types)
    filter = .all(
      try query.pairs.filter { !Self.names.contains($0.name) }
        .map { try parser.filter($0.name, $0.value) }
    )
    conflict = query["on_conflict"]
    columns = try query["select"].flatMap { try Self.columns($0, types) }
    order = try query["order"].map { try Self.order($0, types) } ?? []
    (offset, limit) = try Self.range(context)
  }

  private static func columns(
    _ text: String,
    _ types: [String: RowType]
  ) throws -> [(key: String, column: String)]? {
    let names = text.split(separator: ",").map { $0.filter { $0 != " " } }
    guard !names.isEmpty, !names.contains("*") else { return nil }
    return try names.map { name in
      let parts = name.split(separator: ":").map(String.init)
      guard let column = parts.last, types[column] != nil, parts.count <= 2 else {
        throw RowFilterParser.unknown(name)
      }
      return (parts[0], column)
    }
  }

  private static func order(_ text: String, _ types: [String: RowType]) throws -> [Order] {
    try text.split(separator: ",").map { part in
      let words = part.split(separator: ".").map(String.init)
      guard let column = words.first, types[column] != nil else {
        throw RowFilterParser.unknown(String(part))
      }
      let options = Set(words.dropFirst())
      guard options.isSubset(of: ["asc", "desc", "nullsfirst", "nullslast"]) else {
        throw RowFilterParser.unreadable(part)
      }
      let isDescending = options.contains("desc")
      let isNullFirst =
        options.contains("nullsfirst") || isDescending && !options.contains("nullslast")
      return Order(column: column, isDescending: isDescending, isNullFirst: isNullFirst)
    }
  }

  /// Reads `limit` and `offset`, or the header `Range`, such as `0-9`.
  private static func range(_ context: any ConnectedRequest) throws -> (Int, Int?) {
    let query = context.target.query
    var (offset, limit) = (try number(query["offset"]) ?? 0, try number(query["limit"]))
    if let range = context.request.fields["range"], context.request.method.isSafe {
      let ends = range.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard ends.count == 2, let first = Int(ends[0]), first >= 0 else { return (offset, limit) }
      guard let last = Int(ends[1]) else { return (max(offset, first), limit) }
      guard last >= first - 1, last < 1 << 40 else { throw unsatisfiable }
      (offset, limit) = (max(offset, first), min(limit ?? .max, last - first + 1))
    }
    return (offset, limit)
  }

  private static func number(_ text: String?) throws -> Int? {
    guard let text else { return nil }
    guard let number = Int(text), (0..<1 << 40).contains(number) else {
      throw RowFilterParser.unreadable(text[...])
    }
    return number
  }

  /// The error for a range beyond the rows.
  static let unsatisfiable = DialectError(
    HTTPStatus(416, "Range Not Satisfiable"),
    "Requested range not satisfiable",
    code: "PGRST103"
  )
}

extension RowQuery {
  /// Returns the rows that meet the condition, in order.
  ///
  /// A lower bound of `updated_at` in the future does not apply. A phone whose clock is ahead sends it, and would miss
  /// every change until then (spec/climbing.md 5.3-7).
  func matching(_ rows: [Row], at now: Instant) -> [Row] {
    let latest = rows.map { $0["updated_at"] }.max { ($0.order(to: $1) ?? 0) < 0 } ?? .null
    let filter = filter.withoutBound(
      of: "updated_at",
      after: [now.rowValue, latest].max { ($0.order(to: $1) ?? -1) < 0 } ?? .null
    )
    let found = rows.filter { filter.holds(for: $0) == true }
    guard !order.isEmpty else { return found }
    return found.enumerated().sorted { left, right in
      for part in order {
        let order = part.order(left.element, right.element)
        if order != 0 { return order < 0 }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// The id that every row which meets the condition has; nil if it names none.
  var id: RecordID? {
    guard case .all(let parts) = filter else { return nil }
    return parts.lazy.compactMap { part -> RecordID? in
      guard case .compare("id", .equal, .uuid(let id)) = part else { return nil }
      return id
    }.first
  }

  /// Whether there is a condition.
  var isFiltered: Bool { filter != .all([]) }

  /// Throws the error `42P10` if the columns that an upsert names do not identify a row.
  func requireKey(of table: any RowTable) throws {
    guard let conflict else { return }
    let names = Set(conflict.split(separator: ",").map(String.init))
    guard names == ["id"] || !table.keys.isEmpty && names.isSubset(of: table.keys) else {
      throw DialectError(
        .badRequest,
        "there is no unique or exclusion constraint matching the ON CONFLICT specification",
        code: "42P10"
      )
    }
  }

  /// Returns the part of the rows that is wanted.
  func page(of rows: [Row]) -> ArraySlice<Row> {
    let rest = rows.dropFirst(offset)
    return limit.map { rest.prefix($0) } ?? rest
  }

  /// Returns a row as JSON, with the wanted columns.
  func json(_ row: Row) -> JSON {
    guard let columns else { return row.json }
    return .object(columns.map { JSON.Member($0.key, row[$0.column].json) })
  }
}

extension RowQuery.Order {
  /// Returns a negative number if the left row comes first, a positive one if the right one does, else 0.
  fileprivate func order(_ left: Row, _ right: Row) -> Int {
    let (left, right) = (left[column], right[column])
    guard left != .null, right != .null else {
      if left == right { return 0 }
      return (left == .null) == isNullFirst ? -1 : 1
    }
    let order = left.order(to: right) ?? 0
    return isDescending ? -order : order
  }
}

/// A row: the values of its columns.
struct Row: Sendable {
  /// The columns, in the order of the table.
  let names: [String]
  private(set) var values: [String: RowValue]

  init(_ columns: [(name: String, value: RowValue)]) {
    names = columns.map(\.name)
    values = Dictionary(columns.map { ($0.name, $0.value) }) { $1 }
  }

  /// The value of a column; null for an unknown one.
  subscript(column: String) -> RowValue { values[column] ?? .null }

  /// Returns the deleted row that had an id before this one replaced it.
  func deleted(as id: RecordID) -> Row {
    var row = self
    row.values["id"] = .uuid(id)
    if self["deleted_at"] == .null { row.values["deleted_at"] = self["updated_at"] }
    return row
  }

  /// Returns the values that say which row it is, and when it was deleted, if it was.
  func values(of identity: Set<String>) -> [String: RowValue] {
    values.filter { identity.contains($0.key) || $0.key == "deleted_at" && $0.value != .null }
  }

  /// Throws the error `428C9` if a change gives a column that says which row it is another value.
  func requireSame(_ identity: Set<String>, in changes: [String: RowValue]) throws {
    for column in identity.sorted() where changes[column].map({ $0 != self[column] }) ?? false {
      throw DialectError(
        .badRequest,
        "column \"\(column)\" of a row cannot be changed",
        code: "428C9"
      )
    }
  }

  /// Returns the row with other values where it has none.
  func filling(_ others: [String: RowValue]) -> Row {
    var row = self
    for (name, value) in others where self[name] == .null { row.values[name] = value }
    return row
  }

  /// The row as JSON, with all columns.
  var json: JSON { .object(names.map { JSON.Member($0, self[$0].json) }) }
}
