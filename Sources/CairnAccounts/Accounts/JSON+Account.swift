package import CairnJSON

extension Account: JSONModel {
  package static let fields = JSONFields<Account>(
    named: "Account",
    [
      .init("id", \.id),
      .init("name", \.name),
      .init("zone", \.zone),
      .init("created_at", \.createdAt),
    ]
  )
}
