import Cairn
import CairnSQL
import CairnReports

extension ClimbingSums {
  /// Reads the totals; nil if the session is of another kind.
  init?(_ row: any SQLRow) throws {
    guard let isPrivate: Bool = try row["is_private"] else { return nil }
    self.init(
      discipline: try row.decode("discipline", Discipline.init(name:)),
      isPrivate: isPrivate,
      climbs: try row["climbs"],
      attempts: try row["attempts"],
      sends: try row["sends"]
    )
  }
}
