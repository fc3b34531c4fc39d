import Cairn

extension LogbookFormat {
  /// The logbook export of theCrag: ascents with an id, a day and a type.
  public static let theCrag = LogbookFormat(
    ListFormat(
      source: "thecrag",
      name: "theCrag",
      required: ["Route Name", "Ascent ID", "Ascent Type", "Route Grade", "Ascent Date"],
      hint: "Choose the logbook CSV file of theCrag."
    ),
    usedColumns: [
      "Ascent Grade", "Country", "Route Gear Style", "Ascent Gear Style", "# Ascents", "Crag Name",
      "With",
      "Comment",
    ]
  ) { $0.theCragClimb() }
}

extension RowCells {
  fileprivate mutating func theCragClimb() -> ImportedClimb? {
    guard let time = climbTime("Ascent Date") else { return nil }
    let number = text("Ascent ID")
    let day = time.day(in: .utc, 0).text
    let unnumbered = [day, text("Route ID") ?? text("Route Name") ?? "", word("Ascent Type")]
    var climb = ImportedClimb(self, key: number.map { [$0] } ?? unnumbered, time: time)
    climb.isNumbered = number != nil
    let type = known(AscentType.all[word("Ascent Type")], "Ascent Type")
    let (discipline, style) = theCragKind(type)
    climb.name = line("Route Name", isMarkup: true)
    let (grade, written) = theCragGrade(discipline)
    climb.set(discipline, grade)
    climb.style = style
    climb.place = line("Crag Name", isMarkup: true)
    climb.notes = notes(prose("Comment"), written, myGrade)
    reportPartners()
    climb.attempts = theCragAttempts(type, climb.discipline)
    return isEmptyRow(climb) ? nil : climb
  }

  /// Adds an issue for partners instead of importing them: these climbs have no session to store them in,
  /// and in the notes the names would appear in every exported list.
  private mutating func reportPartners() {
    guard text("With") != nil else { return }
    note("import.partners", "The names in With were skipped, because partners belong to sessions.")
  }

  /// The climber's own grade as a note line, if it differs.
  private var myGrade: String? {
    text("Ascent Grade") == text("Route Grade") ? nil : labelled("My grade:", "Ascent Grade")
  }

  /// Returns the discipline and rope style of the ascent, else those of the route.
  private func theCragKind(_ type: AscentType?) -> (Discipline?, RopeStyle?) {
    let (ascent, route) = (word("Ascent Gear Style"), word("Route Gear Style"))
    let style = type?.style ?? AscentType.gearStyles[ascent]
    if style == .topRope { return (.topRope, style) }
    let discipline = AscentType.disciplines[ascent] ?? AscentType.disciplines[route]
    return (discipline, discipline == .bouldering ? nil : style)
  }

  /// Returns the grade, or a note line with a grade of a scale that Cairn does not have.
  private mutating func theCragGrade(_ discipline: Discipline?) -> (Grade?, String?) {
    guard let text = text("Route Grade") else { return (nil, nil) }
    return read(text, discipline?.isForBoulders, "Route Grade", in: "Country")
  }

  /// Returns the attempts; several ascents in one row are laps, so only the first can be a first go.
  private mutating func theCragAttempts(
    _ type: AscentType?,
    _ discipline: Discipline?
  ) -> [ImportedAttempt] {
    let laps = Int(count("# Ascents", to: 999) ?? 1)
    let first = possible(type?.attempt ?? .unknown, discipline)
    let later = first.result == .sent ? ImportedAttempt.sent : first
    return [first] + Array(repeating: later, count: laps - 1)
  }
}

extension RowCells {
  /// Returns the grade by its form; adds an issue and returns a note line for an invalid one.
  mutating func read(
    _ text: String,
    _ isBoulder: Bool?,
    _ column: String
  ) -> (grade: Grade?, written: String?) {
    if let grade = Grade.read(text, forBoulders: isBoulder) { return (grade, nil) }
    note("import.grade", column, text, "is not a known grade; it was added to the note")
    return (nil, "Grade: \(text)")
  }
}
