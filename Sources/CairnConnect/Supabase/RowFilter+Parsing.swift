import Cairn
import CairnHTTP

/// Reads the conditions of PostgREST's queries (spec/ecosystem.md 2.3): `rpe=gte.7`, `or=(a.eq.1,not.b.is.null)`.
struct RowFilterParser {
  /// The types of the columns.
  let types: [String: RowType]
  /// The remaining text of a list of conditions.
  private var rest: Substring = ""
  /// The bytes of the patterns so far.
  private var patternSize = 0

  /// The maximum depth of nested lists.
  private static let depthLimit = 4
  /// The maximum number of values and conditions in a list.
  private static let listLimit = 1_000
  /// The maximum number of bytes of all patterns of a query; each is tried at each character of each row.
  private static let patternLimit = 500

  init(types: [String: RowType]) { self.types = types }

  /// Reads a parameter; throws the error `PGRST100`, and `42703` for an unknown column.
  mutating func filter(_ name: String, _ value: String) throws -> RowFilter {
    switch name {
    case "and", "or": return try list(name, value)
    case "not.and", "not.or": return .not(try list(String(name.dropFirst(4)), value))
    default: return try condition(on: name, value[...])
    }
  }

  private mutating func list(_ name: String, _ value: String) throws -> RowFilter {
    rest = value[...]
    let filter = try group(name, depth: 0)
    guard rest.isEmpty else { throw Self.unreadable(rest) }
    return filter
  }

  /// Reads `(a.eq.1,and(b.gt.2,c.is.null))`.
  private mutating func group(_ name: String, depth: Int) throws -> RowFilter {
    guard depth < Self.depthLimit, rest.popFirst() == "(" else { throw Self.unreadable(rest) }
    var parts: [RowFilter] = []
    repeat { parts.append(try member(depth: depth + 1)) } while take(",")
    guard take(")"), parts.count <= Self.listLimit else { throw Self.unreadable(rest) }
    return name == "and" ? .all(parts) : .any(parts)
  }

  private mutating func member(depth: Int) throws -> RowFilter {
    for (prefix, name, isNegated) in [
      ("and(", "and", false), ("or(", "or", false), ("not.and(", "and", true),
      ("not.or(", "or", true),
    ] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count - 1)
      let filter = try group(name, depth: depth)
      return isNegated ? .not(filter) : filter
    }
    let condition = Self.member(of: &rest)
    guard let dot = condition.firstIndex(of: ".") else { throw Self.unreadable(condition) }
    let (column, value) = (condition[..<dot], condition[condition.index(after: dot)...])
    return try self.condition(on: String(column), value)
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Removes the text up to a comma or closing bracket that belongs to the list itself.
  private static func member(of rest: inout Substring) -> Substring {
    var (depth, isQuoted, isEscaped) = (0, false, false)
    let end =
      rest.firstIndex { character in
        defer { isEscaped = character == "\\" && !isEscaped }
        if character == "\"", !isEscaped { isQuoted.toggle() }
        guard !isQuoted else { return false }
        if depth == 0, character == "," || character == ")" { return true }
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return false
      } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  /// Reads `not.gte.7` for a column.
  private mutating func condition(on column: String, _ text: Substring) throws -> RowFilter {
    guard let type = types[column] else { throw Self.unknown(column) }
    if text.hasPrefix("not.") { return .not(try condition(on: column, text.dropFirst(4))) }
    guard let dot = text.firstIndex(of: ".") else { throw Self.unreadable(text) }
    let (name, value) = (String(text[..<dot]), text[text.index(after: dot)...])
    if let comparison = RowFilter.Comparison(rawValue: name) {
      return .compare(column: column, comparison, try type.value(of: Self.plain(value)))
    }
    switch name {
    case "like", "ilike":
      let pattern = Self.plain(value).replacing("*", with: "%")
      patternSize += pattern.utf8.count
      guard patternSize <= Self.patternLimit else { throw Self.unreadable(value) }
      return .like(column: column, RowPattern(pattern, ignoresCase: name == "ilike"))
    case "is": return .isValue(column: column, try Self.special(value))
    case "in": return .among(column: column, try values(value, type))
    default: throw Self.unreadable(text)
    }
  }

  /// Reads `("a,b",c)`.
  private func values(_ text: Substring, _ type: RowType) throws -> Set<RowValue> {
    guard text.first == "(", text.last == ")" else { throw Self.unreadable(text) }
    var rest = text.dropFirst()
    var values: Set<RowValue> = []
    while !rest.isEmpty, rest != ")" {
      values.insert(try type.value(of: Self.plain(Self.member(of: &rest))))
      rest = rest.dropFirst(rest.first == "," ? 1 : 0)
      guard values.count <= Self.listLimit else { throw Self.unreadable(text) }
    }
    return values
  }

  private static func special(_ text: Substring) throws -> RowValue {
    switch text.lowercased() {
    case "null": .null
    case "true": .bool(true)
    case "false": .bool(false)
    default: throw unreadable(text)
    }
  }

  /// Returns a value without its quotes, in which a backslash precedes a quote or a backslash.
  private static func plain(_ text: Substring) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    var isEscaped = false
    return String(
      text.dropFirst().dropLast().filter { character in
        isEscaped = character == "\\" && !isEscaped
        return !isEscaped
      }
    )
  }

  static func unreadable(_ text: Substring) -> DialectError {
    DialectError(
      .badRequest,
      "failed to parse the query at \"\(text.prefix(60))\"",
      code: "PGRST100"
    )
  }

  static func unknown(_ column: String) -> DialectError {
    DialectError(
      .badRequest,
      "column \"\(column.prefix(60))\" does not exist",
      code: "42703"
    )
  }
}
