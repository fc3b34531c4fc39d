package import Cairn

extension JSON: JSONValue {
  package static var schema: JSONSchema { .anything }
  package var json: JSON { self }
}

extension String: JSONValue {
  package static var schema: JSONSchema { .string }
  package var json: JSON { .string(self) }
}

extension Bool: JSONValue {
  package static var schema: JSONSchema { .bool }
  package var json: JSON { .bool(self) }
}

extension JSONValue where Self: BinaryInteger {
  /// A non-negative integer, as most are.
  package static var schema: JSONSchema { .count }
  package var json: JSON { .integer(Int64(self)) }
}

extension Int: JSONValue {}
extension Int32: JSONValue {}
extension Int64: JSONValue {}

extension Milliseconds: JSONValue {
  package static var schema: JSONSchema { .count }
  /// Whole seconds, rounded down.
  package var json: JSON { .integer(wholeSeconds) }
}

extension RecordID: JSONValue {
  package static var schema: JSONSchema { .id }
  package var json: JSON { .string(text) }
}

extension Identifier: JSONValue {
  package static var schema: JSONSchema { .id }
  package var json: JSON { record.json }
}

extension ShortID: JSONValue {
  package static var schema: JSONSchema { .string }
  package var json: JSON { .string(text) }
}

extension Instant: JSONValue {
  package static var schema: JSONSchema { .instant }
  package var json: JSON { .string(text) }
}

extension LocalDay: JSONValue {
  package static var schema: JSONSchema { .day }
  package var json: JSON { .string(text) }
}

extension PartialDay: JSONValue {
  package static var schema: JSONSchema { .date }
  package var json: JSON { .string(text) }
}

extension Optional: JSONValue where Wrapped: JSONValue {
  package static var schema: JSONSchema { .optional(Wrapped.schema) }
  package var json: JSON { map(\.json) ?? .null }
  package static func schema(narrowedTo schema: JSONSchema) -> JSONSchema { .optional(schema) }
}

extension Array: JSONValue where Element: JSONValue {
  package static var schema: JSONSchema { .list(Element.schema) }
  package var json: JSON { .array(map(\.json)) }
}

extension JSONValue where Self: Named {
  /// One of the names.
  package static var schema: JSONSchema { .choice(all.map(\.name)) }
  package var json: JSON { .string(name) }
}

extension AttemptResult: JSONValue {}
extension Cadence: JSONValue {}
extension Dimension: JSONValue {}
extension Discipline: JSONValue {}
extension FactKind: JSONValue {}
extension GradeScale: JSONValue {}
extension Measure: JSONValue {}
extension ReadThrough.Outcome: JSONValue {}
extension ReadingStatus: JSONValue {}
extension RopeStyle: JSONValue {}
extension TagCategory: JSONValue {}
extension TagImpact: JSONValue {}
extension Tick: JSONValue {}
