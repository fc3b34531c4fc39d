extension Climb {
  /// What cards of one route have in common, whatever the occasion: folded name and place, discipline, and of
  /// a board its angle.
  ///
  /// Those of several grades are several routes (``ClimbingRoute/routes(_:)``).
  package static func key(
    name: String,
    discipline: Discipline?,
    place: String?,
    angle: Int64?
  ) -> String {
    let board = angle.map { "|\($0)" } ?? ""
    return "\(folded(name))|\(discipline?.name ?? "")|\(folded(place ?? ""))\(board)"
  }

  /// The key with a grade, as the snapshot of the offline app names routes.
  package static func key(_ key: String, grade: String?) -> String {
    "\(key)#\(grade?.lowercased() ?? "")"
  }
}
