extension Climb {
  /// What makes cards of different occasions one climb: its folded name, discipline and place.
  package static func key(name: String, discipline: Discipline?, place: String?) -> String {
    "\(folded(name))|\(discipline?.name ?? "")|\(place ?? "")"
  }
}
