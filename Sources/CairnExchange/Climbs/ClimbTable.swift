import Cairn

extension LogbookFormat {
  /// A table of climbs, from `cairn export climbs` or written by a person.
  public static let table = LogbookFormat(
    ListFormat(
      source: "climbs",
      name: "a table",
      required: ["day", "name", "grade", "grade_scale"],
      hint:
        "Give it the columns day, name, grade and grade_scale; see docs/import.md for the others."
    ),
    usedColumns: [
      "id", "session_id", "place", "outdoor", "position", "at", "discipline", "style", "pitches",
      "attempts", "falls", "sent", "first_go", "tick", "helped", "hindered", "notes", "source",
      "angle", "stars",
    ]
  ) { $0.tableClimb() }
}

extension RowCells {
  fileprivate mutating func tableClimb() -> ImportedClimb? {
    guard let time = tableTime() else { return nil }
    let id = text("id").flatMap(RecordID.init(text:))
    var climb = ImportedClimb(self, key: id.map { [$0.text] } ?? [raw], time: time)
    (climb.id, climb.isNumbered) = (id.map { Identifier($0) }, id != nil)
    climb.name = line("name")
    let (grade, written) = scaledGrade()
    climb.set(named("discipline"), grade)
    (climb.style, climb.pitches) = (named("style"), number("pitches", 1...1_000))
    (climb.angle, climb.stars) = (number("angle", Climb.angles), text("stars").flatMap(Stars.init))
    (climb.place, climb.isOutdoor) = (line("place"), yesNo("outdoor"))
    (climb.position, climb.origin) = (number("position", 1...1_000_000), line("source"))
    climb.notes = notes(text("notes"), written)
    climb.attempts = tableAttempts(climb.discipline)
    for (column, impact) in [("helped", TagImpact.helped), ("hindered", .hindered)] {
      for tag in tags(column) { climb.tags[tag] = impact }
    }
    return isEmptyRow(climb) ? nil : climb
  }

  /// Returns the time; the day column wins even if `at` is another day in the current time zone.
  private mutating func tableTime() -> ClimbTime? {
    guard let time = climbTime("day"), case .day(let day) = time else {
      return nil
    }
    guard let text = text("at") else { return time }
    if let instant = Instant(text: text) { return .moment(instant, on: day) }
    note("import.date", "at", text, "is not a time such as 2026-05-02T18:00:00Z")
    return time
  }

  /// Returns the grade in the scale of its column, else in the scale that its form implies.
  private mutating func scaledGrade() -> (grade: Grade?, written: String?) {
    guard let text = text("grade") else { return (nil, nil) }
    let scale: GradeScale? = named("grade_scale")
    guard let grade = scale.flatMap({ Grade(lenient: text, in: $0) }) else {
      return read(text, (named("discipline") as Discipline?)?.isForBoulders, "grade")
    }
    return (grade, nil)
  }

  private mutating func named<Word: Named>(_ column: String) -> Word? {
    guard let text = text(column) else { return nil }
    let word = Word.all.first { folded($0.name) == folded(text) }
    if word == nil { note("import.unknown_value", column, text, "is unknown and was skipped") }
    return word
  }

  private mutating func yesNo(_ column: String) -> Bool? {
    switch word(column) {
    case "": return nil
    case "yes", "true", "1": return true
    case "no", "false", "0": return false
    default:
      note(
        "import.unknown_value",
        column,
        text(column) ?? "",
        "is neither yes nor no and was skipped"
      )
      return nil
    }
  }

  private func tags(_ column: String) -> [ClimbTag] {
    parts(column, separator: ";").compactMap { ClimbTag(stored: $0) ?? (try? ClimbTag(typed: $0)) }
  }

  /// Returns the attempts from the counts of attempts and falls; the send comes first if it was a
  /// first go, else last.
  private mutating func tableAttempts(_ discipline: Discipline?) -> [ImportedAttempt] {
    let tick: Tick? = named("tick")
    let sent = yesNo("sent") ?? tick.map { _ in true }
    let known = text("attempts") == nil ? nil : number("attempts", 0...999)
    let count = Int(known ?? (sent == nil ? 0 : 1))
    guard count > 0 else { return [] }
    if sent == false { return ImportedAttempt.falls(Int64(count)) }
    let fell = yesNo("first_go") == false && (tick != nil || count > 1)
    let others = tableTries(sent == true ? count - 1 : count, fell)
    guard sent == true else { return others }
    let send = possible(tick.map { .sent($0) } ?? .sent, discipline)
    return tick?.isFirstAttempt == true ? [send] + others : others + [send]
  }

  /// Returns the attempts without a send: the counted falls, and the rest with an unknown result.
  private mutating func tableTries(_ count: Int, _ fellFirst: Bool) -> [ImportedAttempt] {
    let statedFalls = text("falls").flatMap { _ in number("falls", 0...999) }
    let falls = min(count, Int(statedFalls ?? (fellFirst ? 1 : 0)))
    let unknown = [ImportedAttempt](repeating: .unknown, count: count - falls)
    guard fellFirst, falls > 0 else { return unknown + ImportedAttempt.falls(Int64(falls)) }
    return [.fell] + unknown + ImportedAttempt.falls(Int64(falls) - 1)
  }
}
