import Cairn

extension LogbookFormat {
  /// The logbook export of 8a.nu (Vertical-Life): ascents with a day, a type and tries.
  public static let eightANu = LogbookFormat(
    ListFormat(
      source: "8a",
      name: "8a.nu",
      required: ["route_boulder", "name", "date", "type", "tries", "difficulty"],
      hint: "Choose the logbook CSV file of 8a.nu.",
      blank: "null"
    ),
    usedColumns: ["location_name", "project", "comment", "country_code", "rating", "repeats"]
  ) { $0.eightANuClimb() }
}

extension RowCells {
  fileprivate mutating func eightANuClimb() -> ImportedClimb? {
    guard let time = climbTime("date") else { return nil }
    let places = ["location_name", "sector_name", "area_name", "country_code"]
    let route = ([word("route_boulder"), text("name") ?? ""] + places.map { text($0) ?? "" })
    let day = time.day(in: .utc, 0).text
    var climb = ImportedClimb(self, key: [day] + route, time: time)
    climb.name = line("name", isMarkup: true)
    let discipline = eightANuDiscipline()
    let (grade, written) =
      text("difficulty").map {
        read($0, discipline?.isForBoulders, "difficulty", in: "country_code")
      } ?? (nil, nil)
    climb.set(discipline, grade)
    (climb.place, climb.isOutdoor) = (line("location_name"), true)
    // A missing rating is stored as 0.
    climb.stars = text("rating") == "0" ? nil : stars("rating", of: 5)
    climb.notes = notes(prose("comment"), written)
    climb.style = discipline == .topRope ? .topRope : nil
    climb.attempts = eightANuAttempts(climb.discipline)
    return isEmptyRow(climb) ? nil : climb
  }

  /// Returns the discipline; 8a.nu routes are sport climbs, unless the type is top rope.
  private mutating func eightANuDiscipline() -> Discipline? {
    switch word("route_boulder") {
    case "boulder": .bouldering
    case "route": ["tr", "toprope", "top rope"].contains(word("type")) ? .topRope : .sport
    default: nil
    }
  }

  /// Returns the attempts; the tries of a project, if known, are all falls.
  private mutating func eightANuAttempts(_ discipline: Discipline?) -> [ImportedAttempt] {
    let tries = count("tries", to: 999)
    if word("project") == "true" { return ImportedAttempt.falls(tries ?? 0) }
    let type = word("type")
    let last = type.isEmpty ? .unknown : known(Self.eightANuTypes[type], "type") ?? .unknown
    let repeats = [ImportedAttempt](
      repeating: .sent(.repeated),
      count: Int(count("repeats", to: 999) ?? 0)
    )
    return attempts(possible(last, discipline), tries: tries, "tries") + repeats
  }

  private static let eightANuTypes: [String: ImportedAttempt] = [
    "f": .sent(.flash), "flash": .sent(.flash),
    "o": .sent(.onsight), "os": .sent(.onsight), "onsight": .sent(.onsight),
    "rp": .sent(.redpoint), "redpoint": .sent(.redpoint), "go": .sent(.redpoint),
    "pp": .sent(.pinkpoint), "pinkpoint": .sent(.pinkpoint),
    "tr": .unknown, "toprope": .unknown, "top rope": .unknown,
    "att": .fell, "attempt": .fell,
  ]
}
