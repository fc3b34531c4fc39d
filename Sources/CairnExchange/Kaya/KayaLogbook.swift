import Cairn

extension LogbookFormat {
  /// The logbook export of KAYA: ascents with a time, in gyms and outdoors.
  public static let kaya = LogbookFormat(
    ListFormat(
      source: "kaya",
      name: "KAYA",
      required: ["date", "ascent_type", "attempts", "grade", "climb_name", "gym"],
      hint: "Choose the ascents CSV file of KAYA."
    ),
    usedColumns: ["color", "location", "rating"]
  ) { $0.kayaClimb() }

  /// All columns, which together identify an ascent, because KAYA exports no ids.
  fileprivate static let kayaColumns = [
    "date", "stiffness", "rating", "ascent_type", "attempts", "grade", "color", "climb_name", "gym",
    "location", "country",
  ]
}

extension RowCells {
  fileprivate mutating func kayaClimb() -> ImportedClimb? {
    guard let time = climbTime("date") else { return nil }
    let key = LogbookFormat.kayaColumns.map { text($0) ?? "" }
    var climb = ImportedClimb(self, key: key, time: time)
    climb.name = line("climb_name", isMarkup: true)
    let (grade, written) = text("grade").map { read($0, nil, "grade", in: "country") } ?? (nil, nil)
    climb.set(grade?.scale.isForBoulders == true ? .bouldering : nil, grade)
    let gym = line("gym")
    climb.place = gym ?? line("location")
    climb.isOutdoor = climb.place == nil ? nil : gym == nil
    climb.stars = stars("rating", of: 5)
    climb.notes = notes(labelled("Color:", "color"), written)
    climb.attempts = kayaAttempts(climb.discipline)
    return isEmptyRow(climb) ? nil : climb
  }

  private mutating func kayaAttempts(_ discipline: Discipline?) -> [ImportedAttempt] {
    let type = word("ascent_type")
    let last = type.isEmpty ? .unknown : known(Self.kayaTypes[type], "ascent_type") ?? .unknown
    let tries = count("attempts", to: 999)
    return attempts(possible(last, discipline), tries: tries, "attempts")
  }

  private static let kayaTypes: [String: ImportedAttempt] = [
    "onsight": .sent(.onsight), "flash": .sent(.flash), "redpoint": .sent(.redpoint),
    "pinkpoint": .sent(.pinkpoint), "send": .sent, "repeat": .sent(.repeated), "attempt": .fell,
    "project": .fell,
  ]
}
