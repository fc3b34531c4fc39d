extension Climb {
  /// What makes cards of different occasions one climb: its folded name, discipline and place,
  /// and of a board its angle.
  package static func key(
    name: String,
    discipline: Discipline?,
    place: String?,
    angle: Int64?
  ) -> String {
    "\(folded(name))|\(discipline?.name ?? "")|\(place ?? "")" + (angle.map { "|\($0)" } ?? "")
  }
}
