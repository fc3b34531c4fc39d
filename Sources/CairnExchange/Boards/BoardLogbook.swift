import Cairn

extension LogbookFormat {
  /// The logbook of a training board, such as Kilter, Tension or MoonBoard, in BoardLib's format.
  public static let boards = LogbookFormat(
    ListFormat(
      source: "boards",
      name: "a training board",
      required: ["board", "angle", "climb_name", "date", "tries"],
      hint: "Choose a logbook CSV file written by BoardLib."
    ),
    usedColumns: [
      "displayed_grade", "logged_grade", "is_mirror", "is_ascent", "is_repeat", "tries_total",
      "comment",
    ]
  ) { $0.boardClimb() }
}

extension RowCells {
  fileprivate mutating func boardClimb() -> ImportedClimb? {
    guard let time = boardTime() else { return nil }
    let columns = ["board", "angle", "climb_name", "date", "is_mirror"]
    var climb = ImportedClimb(self, key: columns.map { text($0) ?? "" }, time: time)
    climb.name = line("climb_name")
    let (grade, written) = boardGrade()
    climb.set(.bouldering, grade)
    (climb.place, climb.isOutdoor) = (line("board"), false)
    let mirror = isTrue("is_mirror") ? "Mirrored" : nil
    climb.angle = number("angle", Climb.angles)
    climb.notes = notes(text("comment"), mirror, written)
    climb.attempts = boardAttempts()
    return isEmptyRow(climb) ? nil : climb
  }

  /// Returns the day of `2026-05-02 18:30:12`; its time zone is unknown.
  private mutating func boardTime() -> ClimbTime? {
    guard let text = text("date"),
      let day = LocalDay(written: text.prefix { $0 != " " && $0 != "T" })
    else { return climbTime("date") }
    return .day(day)
  }

  /// Returns the grade; of `6c/V5` the V grade, which most boards show.
  private mutating func boardGrade() -> (grade: Grade?, written: String?) {
    guard let column = ["logged_grade", "displayed_grade"].first(where: { text($0) != nil }),
      let text = text(column)
    else { return (nil, nil) }
    let parts = text.split(separator: "/").map { trimmed(String($0)) }
    let isPair = parts.count == 2 && parts[0].first?.isNumber == true && parts[1].first == "V"
    return read(isPair ? parts[1] : text, true, column)
  }

  /// Returns the attempts; a send on the first try is a flash only if there were no earlier tries.
  private mutating func boardAttempts() -> [ImportedAttempt] {
    let tries = count("tries", to: 999) ?? 1
    guard isTrue("is_ascent") || text("is_ascent") == nil else {
      return ImportedAttempt.falls(tries)
    }
    if isTrue("is_repeat") { return attempts(.sent(.repeated), tries: tries, "tries") }
    let isFirst = tries == 1 && (count("tries_total", to: 999) ?? 1) == 1
    return attempts(isFirst ? .sent(.flash) : .sent, tries: tries, "tries")
  }

  private func isTrue(_ column: String) -> Bool { ["true", "1", "yes"].contains(word(column)) }
}
