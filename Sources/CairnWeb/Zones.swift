import Cairn

/// The known time zones, the person's own first.
struct Zones {
  private let all: [ZoneRules]

  init(_ all: [ZoneRules]) {
    self.all = all.isEmpty ? [.utc] : all
  }

  /// The person's own zone, which defines their days.
  var own: ZoneRules { all[0] }

  /// Returns the rules of a zone by name; those of the person's own zone if it is unknown.
  func rules(_ name: String) -> ZoneRules { all.first { $0.name == name } ?? own }
}
