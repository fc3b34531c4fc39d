public import Cairn
import CairnActions
public import CairnReports

extension LogWriter {
  /// Returns a climb with the changes of this mutation so far; throws `climb.not_found`.
  public func climbRow(_ id: Identifier<Climb>) throws -> ClimbRow {
    try projection.recomputeRoutes()
    guard let row = try ClimbQuery.find(id, in: connection) else { throw CairnError.noClimb(id) }
    return row
  }
}
