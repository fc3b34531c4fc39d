import Cairn
import CairnExchange
import CairnJSON

/// JSON as a table: a row for each object of a list, and a column for each key of its schema.
///
/// The key of an object inside follows that of the outer one after a dot. A list of words is one cell; a list of objects
/// has no column, unless its path is given: then each of them is a row, with the values around the list in front.
/// The definitions of figures, which explain a value in the JSON, are left out.
struct JSONTable {
  /// The titles of the columns.
  let columns: [String]
  /// The cells of each row; empty for null.
  let rows: [[String]]

  /// Creates the table of the first of these lists that the JSON has, else of the JSON itself.
  init(_ json: JSON, _ schema: JSONSchema, lists: [[String]]) {
    var (json, schema) = (json, schema.describing(json))
    let list = lists.first(where: schema.has) ?? []
    var path = list[...]
    while let key = path.first, let field = schema.field(key) {
      (json, schema) = (json[key] ?? .null, field)
      path.removeFirst()
    }
    let paths = schema.element.columns(unfolding: path)
    columns = paths.map { $0.isEmpty ? list.last ?? "value" : $0.joined(separator: ".") }
    rows = Self.unfolded(json, path).map { row in paths.map { row.cell(at: $0) } }
  }

  /// The lines of the table as CSV.
  var csv: [String] {
    ([columns] + rows).map { cells in
      var writer = CSVWriter()
      writer.row(cells)
      return String(decoding: writer.bytes.dropLast(2), as: UTF8.self) + "\r"
    }
  }

  /// Returns the elements of a list, each once for every element of the list at its path.
  private static func unfolded(_ json: JSON, _ path: ArraySlice<String>) -> [JSON] {
    if case .array(let elements) = json { return elements.flatMap { unfolded($0, path) } }
    guard case .object(let members) = json, let key = path.first else {
      return json == .null ? [] : [json]
    }
    return unfolded(json[key] ?? .null, path.dropFirst()).map { inner in
      .object(members.map { $0.key == key ? .init(key, inner) : $0 })
    }
  }
}

extension JSONSchema {
  /// The schema of the values that are not null, without its name.
  fileprivate var bare: JSONSchema {
    switch self {
    case .named(_, let schema), .optional(let schema): schema.bare
    default: self
    }
  }

  /// Returns the schema of a field of an object.
  fileprivate func field(_ name: String) -> JSONSchema? {
    guard case .object(let fields) = bare else { return nil }
    return fields.first { $0.name == name }?.schema
  }

  /// Returns the schema, or that of the value if it may be anything.
  fileprivate func describing(_ json: JSON) -> JSONSchema {
    guard case .anything = element.bare else { return self }
    return json.described
  }

  /// Returns whether objects have the list at a path of keys.
  fileprivate func has(_ path: [String]) -> Bool {
    guard let key = path.first else { return isList }
    return element.field(key)?.has(Array(path.dropFirst())) ?? false
  }

  private var isList: Bool { if case .list = bare { true } else { false } }

  /// The schema of an element of a list; of another value its own.
  fileprivate var element: JSONSchema {
    guard case .list(let element, _) = bare else { return bare }
    return element.bare
  }

  /// Returns the paths of the columns, those of the list at a path too.
  fileprivate func columns(unfolding path: ArraySlice<String>) -> [[String]] {
    guard case .object(let fields) = bare else { return isPlain ? [[]] : [] }
    return fields.filter { !$0.name.hasSuffix("definition") }.flatMap { field -> [[String]] in
      let isOnPath = field.name == path.first
      let schema = isOnPath ? field.schema.element : field.schema
      return schema.columns(unfolding: isOnPath ? path.dropFirst() : []).map { [field.name] + $0 }
    }
  }

  /// Whether a cell can hold it.
  private var isPlain: Bool {
    switch bare {
    case .list(let element, _): element.isPlain
    case .object, .anything: false
    default: true
    }
  }
}

extension JSON {
  /// The cell with the value at a path.
  fileprivate func cell(at path: [String]) -> String {
    path.reduce(self) { $0[$1] ?? .null }.cell
  }

  private var cell: String {
    switch self {
    case .null, .object: ""
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let text), .string(let text): text
    case .array(let elements): elements.map(\.cell).joined(separator: "; ")
    }
  }

  /// The schema of a value that no schema describes: that of the first element of a list.
  fileprivate var described: JSONSchema {
    switch self {
    case .array(let elements): .list(elements.first?.described ?? .string)
    case .object(let members): .object(members.map { SchemaField($0.key, $0.value.described) })
    default: .string
    }
  }
}
