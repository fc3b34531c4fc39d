import Cairn

/// The rows of a logbook, with the day of each climb.
struct ClimbRows {
  /// Rows that were not imported, in the order of the file.
  private(set) var issues: [RowIssue] = []
  private var rows: [(climb: ImportedClimb, day: LocalDay, lap: Int)] = []
  /// The number of rows per key so far, and the line of the first one.
  private var laps: [[String]: (count: Int, line: Int)] = [:]
  private let source: String
  private let today: LocalDay
  private let now: Instant

  init(_ source: String, today: LocalDay, now: Instant) {
    (self.source, self.today, self.now) = (source, today, now)
  }

  mutating func add(_ climb: ImportedClimb, on day: LocalDay) {
    let earlier = laps[climb.key]
    if climb.isNumbered, let earlier {
      return note(
        climb,
        "import.duplicate_row",
        "\(climb.title) repeats line \(earlier.line), with the same number."
      )
    }
    laps[climb.key] = ((earlier?.count ?? 0) + 1, earlier?.line ?? climb.line)
    guard day <= today, climb.time.instant.map({ $0 <= now }) ?? true else {
      let what = "\(climb.title): \(CalendarText.day(day)) is in the future and was skipped."
      return note(climb, "import.future", what)
    }
    rows.append((climb, day, earlier?.count ?? 0))
  }

  private mutating func note(_ climb: ImportedClimb, _ code: String, _ message: String) {
    issues.append(RowIssue(line: climb.line, code, message))
  }

  /// The climbs in the order of the file.
  var items: [ImportItem] {
    zip(rows, positions).map { row, position in
      ClimbRecords(row.climb, source, on: row.day, lap: row.lap, position: position).item
    }
  }

  /// The position of each climb within its day, by time if known, else in the order of the file.
  private var positions: [Int64] {
    var positions = [Int64](repeating: 1, count: rows.count)
    var counts: [LocalDay: Int64] = [:]
    let order = rows.indices.sorted {
      (rows[$0].climb.time.instant ?? .earliest, $0) < (
        rows[$1].climb.time.instant ?? .earliest, $1
      )
    }
    for index in order {
      counts[rows[index].day, default: 0] += 1
      positions[index] = counts[rows[index].day] ?? 1
    }
    return positions
  }
}

extension ImportedClimb {
  /// `Midnight Lightning V8`, with the known parts only.
  var title: String {
    let words = [name, grade?.text].compactMap(\.self)
    return words.isEmpty ? discipline?.label ?? "A climb" : words.joined(separator: " ")
  }
}

/// The records of one logbook row.
private struct ClimbRecords {
  private let climb: ImportedClimb
  private let source: String
  private let day: LocalDay
  private let id: Identifier<Climb>
  private let position: Int64

  init(_ climb: ImportedClimb, _ source: String, on day: LocalDay, lap: Int, position: Int64) {
    (self.climb, self.source, self.day) = (climb, source, day)
    self.position = climb.position ?? position
    id =
      climb.id ?? Identifier(RecordID(derivedFrom: [source, "climb"] + climb.key + [String(lap)]))
  }

  var item: ImportItem {
    // The position within a day changes as a file grows, and the day with the person's time zone.
    let moved: Set = climb.time.instant == nil ? ["position"] : ["position", "day"]
    let planned = PlannedRecord(
      recorded,
      onlyWhenNew: moved,
      together: ["grade", "gradeScale"]
    )
    return ImportItem(
      line: climb.line,
      title: "\(climb.title), \(CalendarText.day(day))",
      records: [planned] + attempts.map { PlannedRecord($0) } + marks.map { PlannedRecord($0) },
      isAllOrNothing: climb.id != nil
    )
  }

  private var recorded: Climb {
    let climbContext = ClimbContext.day(day, at: climb.place, isOutdoor: climb.isOutdoor)
    var recorded = Climb(id: id, climbContext: climbContext, position: position)
    recorded.at = climb.time.instant
    recorded.setName(climb.name)
    try? recorded.set(climb.grade, climb.discipline)
    recorded.style = climb.style
    try? recorded.setPitches(climb.pitches)
    try? recorded.setAngle(climb.angle)
    recorded.stars = climb.stars
    recorded.notes = climb.notes
    recorded.source = climb.origin ?? source
    recorded.sourceRow = climb.raw
    return recorded
  }

  private var marks: [TagMark] {
    climb.tags.sorted { $0.key.text < $1.key.text }
      .map { TagMark(climb: id, tag: $0.key, impact: $0.value) }
  }

  /// The time of a climb is known only for its last attempt.
  private var attempts: [Attempt] {
    climb.attempts.enumerated().compactMap { index, attempt in
      let number = Int64(index) + 1
      let isLast = index + 1 == climb.attempts.count
      return try? Attempt(
        id: Identifier(RecordID(derivedFrom: ["attempt", id.record.text, String(number)])),
        climb: id,
        number: number,
        result: attempt.result,
        tick: attempt.tick,
        at: isLast ? climb.time.instant : nil
      )
    }
  }
}
