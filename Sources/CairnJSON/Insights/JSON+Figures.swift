package import CairnInsights

extension JSONFields {
  /// Creates the description of a figure: its own fields, then those of all figures, documented in `docs/cli.md`.
  package init<Value>(
    named name: String? = nil,
    _ own: [JSONField<Model>],
    figure: @escaping @Sendable (Model) -> Figure<Value>
  ) {
    let exclusions: JSONFields<Exclusion> = [
      .init("reason", \.reason),
      .init("count", \.count),
    ]
    let common: [JSONField<Model>] = [
      .init("definition") { figure($0).definition },
      .init("n") { figure($0).count },
      .init("excluded") { figure($0).excluded },
      .list("exclusions", { figure($0).exclusions }, exclusions),
      .init("missing") { figure($0).missing },
    ]
    self.init(named: name, own, common)
  }
}

extension JSONField {
  /// Returns a field with a figure and its own fields.
  package static func figure<Value>(
    _ name: String,
    _ figure: @escaping @Sendable (Model) -> Figure<Value>,
    _ own: [JSONField<Figure<Value>>]
  ) -> JSONField {
    .object(name, figure, JSONFields(own, figure: { $0 }))
  }

  /// Returns a field with a pace in hundredths of a page per hour.
  package static func pace(
    _ name: String,
    _ pace: @escaping @Sendable (Model) -> Figure<Int64>
  ) -> JSONField {
    .object(name, pace, paceFields)
  }
}

private let paceFields = JSONFields<Figure<Int64>>(
  named: "PaceFigure",
  [
    .init("hundredths", \.value),
    .init("definition", \.definition),
    .init("sessions", \.count),
    .init("excluded", \.excluded),
  ]
)

/// The fields of the average of a series.
let averageFields = JSONFields<Figure<Series.Average>>(
  named: "Average",
  [
    .init("active_seconds") { $0.value?.time },
    .init("pages_hundredths") { $0.value?.amountHundredths },
    .init("sessions_hundredths") { $0.value?.sessionHundredths },
  ],
  figure: { $0 }
)

extension TagTotal: JSONModel {
  package static let fields: JSONFields<TagTotal> = [
    .init("name") { $0.value.isEmpty ? nil : $0.value },
    .init("seconds", \.time),
    .init("times", \.times),
  ]
}
