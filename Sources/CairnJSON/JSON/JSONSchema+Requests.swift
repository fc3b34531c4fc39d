import Cairn
import CairnReports
extension JSONSchema {
  /// A single-line string in a request.
  package static let text = JSONSchema.text(limit: 1_000)
  /// A multi-line string in a request.
  package static let longText = JSONSchema.text(limit: InputField.longTextLimit)

  /// An error (RFC 9457).
  package static let problem = JSONSchema.named(
    "Problem",
    .object([
      SchemaField(required: "type", .string), SchemaField(required: "title", .string),
      SchemaField(required: "status", .integer(400...599)), SchemaField(required: "code", .string),
      SchemaField(required: "detail", .string), SchemaField("hint", .string),
    ])
  )
}
