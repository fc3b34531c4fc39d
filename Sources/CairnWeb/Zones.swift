import Cairn

/// The zones of the sessions at hand; the person's own comes first.
struct Zones {
  private let all: [ZoneRules]

  init(_ all: [ZoneRules]) {
    self.all = all.isEmpty ? [.utc] : all
  }

  /// The zone the person's days are counted in.
  var own: ZoneRules { all[0] }

  /// The rules of a zone by its name; the person's own where it is not at hand.
  func rules(_ name: String) -> ZoneRules { all.first { $0.name == name } ?? own }
}
