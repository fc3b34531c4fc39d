import Cairn

extension LogbookFormat {
  /// The tick export of Mountain Project: a day, a route and a style.
  public static let mountainProject = LogbookFormat(
    ListFormat(
      source: "mountainproject",
      name: "Mountain Project",
      required: ["Date", "Route", "Rating", "Pitches", "Style", "Lead Style", "Route Type"],
      hint: "Choose the file from Mountain Project, Ticks, Export CSV."
    ),
    usedColumns: ["Notes", "URL", "Location", "Your Rating", "Your Stars"]
  ) { $0.mountainProjectClimb() }
}

extension RowCells {
  fileprivate mutating func mountainProjectClimb() -> ImportedClimb? {
    guard let time = climbTime("Date", monthFirst: true) else { return nil }
    var climb = ImportedClimb(self, key: mountainProjectKey(time), time: time)
    let kinds = parts("Route Type").map { $0.lowercased() }
    let style = word("Style")
    let discipline = Self.discipline(kinds, style)
    climb.name = line("Route", isMarkup: true)
    let (grade, written) = mountainProjectGrade(isBoulder: discipline == .bouldering)
    climb.set(discipline, grade)
    climb.style = Self.ropeStyles[style]
    (climb.place, climb.isOutdoor) = (line("Location", isMarkup: true), true)
    climb.pitches = count("Pitches", to: 1_000)
    // A missing rating is stored as -1.
    climb.stars = text("Your Stars") == "-1" ? nil : stars("Your Stars", of: 4)
    climb.notes = notes(prose("Notes"), written, labelled("My grade:", "Your Rating"))
    climb.attempts = [possible(mountainProjectResult(style), climb.discipline)]
    return isEmptyRow(climb) ? nil : climb
  }

  /// Returns a key of day, route, styles and pitches, because ticks have no id (spec/ecosystem.md 1.3).
  private func mountainProjectKey(_ time: ClimbTime) -> [String] {
    let path = (text("URL") ?? "").split(separator: "/").map(String.init)
    let number = path.firstIndex(of: "route").flatMap { index in
      index + 1 < path.count ? path[index + 1] : nil
    }
    let route = number ?? "\(text("Route") ?? "")\n\(text("Location") ?? "")"
    let day = time.day(in: .utc, 0).text
    return [day, route, word("Style"), word("Lead Style"), text("Pitches") ?? ""]
  }

  /// Returns the grade in one of two scales; a grade of neither, such as `4th`, is kept as written.
  ///
  /// Ice, mixed and aid grades belong to no rock scale, so they are added to the notes.
  private mutating func mountainProjectGrade(isBoulder: Bool) -> (Grade?, String?) {
    guard let text = text("Rating") else { return (nil, nil) }
    if Grade.read(text, forBoulders: isBoulder) == nil, !Self.isOtherTerrain(text),
      let kept = Grade(lenient: text, in: isBoulder ? .v : .yds)
    {
      return (kept, nil)
    }
    return read(text, isBoulder, "Rating")
  }

  /// Whether a grade is like `WI4`, `AI3+`, `M6`, `A2`, `C1` or `Steep Snow`.
  private static func isOtherTerrain(_ text: String) -> Bool {
    let tokens = text.lowercased().split(separator: " ")
    if tokens.contains("snow") { return true }
    guard let first = tokens.first else { return false }
    let kind = first.prefix { $0.isLetter }
    return ["wi", "ai", "m", "a", "c"].contains(kind)
      && first.dropFirst(kind.count).first?.isNumber == true
  }

  /// Returns the discipline; of several, the most demanding one.
  private static func discipline(_ kinds: [String], _ style: String) -> Discipline? {
    if style == "tr" { return .topRope }
    let all: [(String, Discipline)] = [
      ("boulder", .bouldering), ("trad", .trad), ("sport", .sport), ("tr", .topRope),
    ]
    return all.first { kinds.contains($0.0) }?.1
  }

  private static let ropeStyles: [String: RopeStyle] = [
    "lead": .lead, "tr": .topRope, "follow": .second, "solo": .solo,
  ]

  private mutating func mountainProjectResult(_ style: String) -> ImportedAttempt {
    let lead = word("Lead Style")
    if !lead.isEmpty { return known(Self.leads[lead], "Lead Style") ?? .unknown }
    return style.isEmpty ? .unknown : known(Self.styles[style], "Style") ?? .unknown
  }

  private static let leads: [String: ImportedAttempt] = [
    "onsight": .sent(.onsight), "flash": .sent(.flash), "redpoint": .sent(.redpoint),
    "pinkpoint": .sent(.pinkpoint), "fell/hung": .fell,
  ]

  /// The style determines the result only for boulders.
  private static let styles: [String: ImportedAttempt] = [
    "lead": .unknown, "tr": .unknown, "follow": .unknown, "solo": .unknown,
    "send": .sent, "flash": .sent(.flash), "attempt": .fell,
  ]
}
