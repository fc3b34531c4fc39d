import Cairn
import CairnJSON

extension JSONFields {
  /// Creates the description of an object with one list.
  init<Element: JSONValue>(list name: String) where Model == [Element] {
    self.init([JSONField(name) { $0 }])
  }
}

extension JSONFields<RecordID> {
  /// Creates the description of an id with its new state.
  init(state: String) {
    self.init([
      JSONField("id") { $0 }, JSONField("state", .choice([state])) { _ in state },
    ])
  }

  /// A deleted resource.
  static let deleted = JSONFields(state: "deleted")
}

/// One page of a list.
struct ListPage<Row: JSONValue> {
  /// The rows.
  let rows: [Row]
  /// The cursor of the next page; nil on the last.
  let next: String?

  /// Returns the description of a page whose rows have a name.
  static func fields(_ name: String) -> JSONFields<ListPage<Row>> {
    [JSONField(name) { $0.rows }, JSONField("next") { $0.next }]
  }
}
