extension Climb {
  /// Returns the key shared by all climbs of a route: folded name and place, discipline, board angle.
  ///
  /// Climbs with different grades are different routes (``ClimbingRoute/routes(_:)``).
  package static func key(
    name: String,
    discipline: Discipline?,
    place: String?,
    angle: Int64?
  ) -> String {
    let board = angle.map { "|\($0)" } ?? ""
    return "\(folded(name))|\(discipline?.name ?? "")|\(folded(place ?? ""))\(board)"
  }

  /// Returns a key with a grade, which identifies a route in the snapshot of the offline app.
  package static func key(_ key: String, grade: String?) -> String {
    "\(key)#\(grade?.lowercased() ?? "")"
  }
}
