import CairnJSON
import CairnReports
import CairnStore

/// The findings of `cairn doctor` about one log, and whether it repaired them.
struct Diagnosis: JSONModel {
  let report: DoctorReport
  /// Damage to the file that remains after the repair.
  let damage: [String]
  let hasRepaired: Bool
  /// Possible duplicates that two devices created.
  let overlap: PossibleDuplicates

  /// The tables that were repaired.
  var repairedTables: [String] {
    hasRepaired ? report.tables.filter { !$0.isIdentical }.map(\.name) : []
  }

  /// Whether no problem remains.
  var isHealthy: Bool {
    damage.isEmpty && (hasRepaired ? report.unreadable.isEmpty : report.isHealthy)
  }

  static let fields: JSONFields<Diagnosis> = [
    .init("healthy", \.isHealthy),
    .init("damage", \.damage),
    .init("repaired", \.repairedTables),
    .init("records", \.report.records),
    .init("overlaps", \.overlap.overlaps.count),
    .init("possible_duplicates", \.overlap.books.count),
    .init("unreadable", \.report.unreadable),
    .list(
      "tables",
      \.report.tables,
      [
        .init("name", \.name),
        .init("rows", \.rows),
        .init("identical", \.isIdentical),
      ]
    ),
  ]
}
