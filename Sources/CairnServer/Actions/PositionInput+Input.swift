import Cairn
import CairnActions
import CairnJSON
import CairnReports

extension PositionInput {
  static let members = [
    SchemaField("page", .integer, "the page reached"),
    SchemaField("location", .integer, "or the location reached"),
    SchemaField(
      "percent_hundredths",
      .integer,
      "or the percentage reached, in hundredths: 4250 is 42.5 %"
    ),
  ]

  /// Reads the position; nil without one; throws `request.field` for more than one.
  init?(_ input: Input) throws(CairnError) {
    let given: [PositionInput?] = [
      input.integer("page").map { .page($0) }, input.integer("location").map { .location($0) },
      input.integer("percent_hundredths").map { .hundredths($0) },
    ]
    let inputs = given.compactMap(\.self)
    guard inputs.count <= 1 else {
      throw .field("page", "excludes the others: give only one position")
    }
    guard let input = inputs.first else { return nil }
    self = input
  }
}
