public import Cairn
import CairnSQL

extension LogWriter {
  /// Moves a climb to a 1-based position within its session or day; clamps the position to the number of climbs.
  ///
  /// Throws `climb.not_found`.
  @discardableResult
  public func moveClimb(_ id: Identifier<Climb>, to position: Int64) throws -> ClimbRow {
    let row = try climbRow(id)
    var order = try siblings(row).map(\.climb).filter { $0.id != id }
    order.insert(row.climb, at: Int(min(max(1, position) - 1, Int64(order.count))))
    for (index, climb) in order.enumerated() where climb.position != Int64(index) + 1 {
      var moved = climb
      moved.position = Int64(index) + 1
      try save(moved)
    }
    title = "Climb moved: \(row.climb.title)"
    return try climbRow(id)
  }

  /// Returns the climbs of the same session or day, in order.
  private func siblings(_ row: ClimbRow) throws -> [ClimbRow] {
    if let session = row.climb.session { return try ClimbQuery.all(of: session, in: connection) }
    return try ClimbQuery.all(on: row.day, in: connection)
  }
}
