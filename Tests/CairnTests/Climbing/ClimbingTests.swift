import Cairn
import Testing

@Suite struct `The detail of a climbing session` {
  @Test(arguments: ClimbingScale.all)
  func `is unknown until it is set, and can be cleared`(scale: ClimbingScale) throws {
    var climbing = Climbing()
    #expect(climbing[scale] == nil)
    try climbing.set(scale, scale.range.lowerBound)
    #expect(climbing[scale] == scale.range.lowerBound)
    try climbing.set(scale, nil)
    #expect(climbing == Climbing())
  }

  @Test(arguments: ClimbingScale.all)
  func `is within its range`(scale: ClimbingScale) throws {
    var climbing = Climbing()
    for value in [scale.range.lowerBound, scale.range.upperBound] { try climbing.set(scale, value) }
    let before = climbing
    for value in [scale.range.lowerBound - 1, scale.range.upperBound + 1] {
      let error = #expect(throws: CairnError.self) { try climbing.set(scale, value) }
      #expect(error?.code == "climbing.invalid_value")
      let told = scale == .temperature ? value.tenthsText : "\(value)"
      #expect(error?.message.contains(told) == true)
    }
    #expect(climbing == before)
  }

  @Test func `is private by default`() throws {
    #expect(Climbing().isPrivate)
    var open = Climbing()
    open.isPrivate = false
    #expect(try Climbing.stored(open) == open)
  }

  @Test func `is stored field by field, a cleared one as null`() throws {
    var climbing = Climbing(discipline: .trad)
    for scale in ClimbingScale.all { try climbing.set(scale, scale.range.upperBound) }
    climbing.isOutdoor = false
    climbing.setPartners([" Ana ", "Bo\tB.", "Ana", "  "])
    climbing.setConditions(" dry \n cold ")
    #expect(climbing.partners == ["Ana", "Bo B."])
    #expect(climbing.conditions == "dry cold")
    #expect(try Climbing.stored(climbing) == climbing)
    var fields = Fields()
    climbing.write(to: &fields)
    Climbing().write(to: &fields)
    #expect(fields.contains("rpe") && fields["rpe"] == .null)
  }

  @Test func `stays with the part it belongs to when the session is cut`() throws {
    var earlier = Climbing(discipline: .sport)
    for scale in ClimbingScale.ratings { try earlier.set(scale, 2) }
    let later = earlier.split(done: .minutes(10), of: .minutes(20))
    #expect([earlier.mental, earlier.exertion, later.mental, later.exertion] == [2, nil, nil, 2])
    var whole = earlier
    whole.merge(later)
    #expect(ClimbingScale.ratings.allSatisfy { whole[$0] == 2 })
  }

  @Test func `names no discipline when two were joined`() {
    var both = Climbing(discipline: .sport)
    both.merge(Climbing(discipline: .bouldering))
    #expect(both.discipline == nil)
    var one = Climbing()
    one.merge(Climbing(discipline: .trad))
    #expect(one.discipline == .trad)
  }
}

extension Climbing {
  fileprivate static func stored(_ climbing: Climbing) throws -> Climbing {
    var fields = Fields()
    climbing.write(to: &fields)
    return try Climbing(fields: fields)
  }
}

@Suite struct `A send` {
  static let id = Identifier<Climb>(RecordID(high: 1, low: 1))

  static func climb(_ discipline: Discipline?) -> Climb {
    let session = SessionID(RecordID(high: 2, low: 2))
    var climb = Climb(id: id, climbContext: .session(session), position: 1)
    climb.discipline = discipline
    return climb
  }

  @Test(arguments: [
    (Discipline.bouldering as Discipline?, ["onsight", "flash", "redpoint", "repeat"]),
    (.sport, ["onsight", "flash", "redpoint", "pinkpoint", "repeat"]),
    (.trad, ["onsight", "flash", "redpoint", "repeat"]),
    (.topRope, ["onsight", "flash", "repeat"]),
    (nil, ["onsight", "flash", "redpoint", "pinkpoint", "repeat"]),
  ])
  func `has the ticks of its discipline, and no other`(
    discipline: Discipline?,
    allowed: [String]
  ) {
    let climb = Self.climb(discipline)
    for tick in Tick.all {
      let isAllowed = (try? climb.check(tick)) != nil
      #expect(isAllowed == allowed.contains(tick.name))
    }
  }

  @Test func `alone can have a tick`() throws {
    let id = Identifier<Attempt>(RecordID(high: 3, low: 3))
    for result in [AttemptResult.fell, nil] {
      #expect(throws: CairnError.self) {
        try Attempt(id: id, climb: Self.id, number: 1, result: result, tick: .flash)
      }
    }
  }

  @Test func `that another device changed to a fall loses its tick`() throws {
    let id = Identifier<Attempt>(RecordID(high: 3, low: 3))
    let sent = try Attempt(id: id, climb: Self.id, number: 1, result: .sent, tick: .flash)
    var fields = Fields()
    sent.write(to: &fields)
    fields.set("result", "try")
    let read = try Attempt(recordID: id.record, fields: fields)
    #expect(read.result == .fell && read.tick == nil)
  }

  @Test func `has a text for screen readers`() throws {
    let id = Identifier<Attempt>(RecordID(high: 3, low: 3))
    func words(_ result: AttemptResult?, _ tick: Tick? = nil) throws -> String {
      try Attempt(id: id, climb: Self.id, number: 1, result: result, tick: tick).label
    }
    #expect(try words(.sent, .flash) == "sent, flash")
    #expect(try words(.sent) == "sent")
    #expect(try words(.fell) == "fell")
    #expect(try words(nil) == "result unknown")
  }
}

@Suite struct `A climb` {
  @Test(arguments: [
    (Discipline.bouldering, GradeScale.v, true), (.bouldering, .yds, false), (.sport, .v, false),
    (.sport, .french, true), (.trad, .font, false), (.topRope, .uiaa, true),
  ])
  func `has a grade of its own discipline`(
    discipline: Discipline,
    scale: GradeScale,
    expected: Bool
  ) throws {
    var climb = `A send`.climb(nil)
    let (before, grade) = (climb, try Grade(try #require(scale.grades.first), in: scale))
    do {
      try climb.set(grade, discipline)
      #expect(expected && climb.grade == grade)
    } catch {
      #expect(!expected && error.code == "grade.wrong_discipline" && climb == before)
    }
  }

  @Test func `keeps the text of an unknown grade`() throws {
    let kept = try #require(Grade(lenient: "hard for me", in: .v))
    var climb = `A send`.climb(.bouldering)
    try climb.setGrade(kept)
    var fields = Fields()
    climb.write(to: &fields)
    #expect(try Climb(recordID: climb.recordID, fields: fields) == climb)
  }

  @Test func `of a day keeps its place if known`() throws {
    var climb = Climb(
      id: `A send`.id,
      climbContext: .day(LocalDay(number: 20_000), place: "Crag", isOutdoor: true),
      position: 2
    )
    climb.setName(" The  Roof ")
    climb.style = .second
    try climb.setPitches(3)
    var fields = Fields()
    climb.write(to: &fields)
    let read = try Climb(recordID: climb.recordID, fields: fields)
    #expect(read == climb && read.session == nil && read.name == "The Roof")
  }

  @Test(arguments: [0, -1, 1_001] as [Int64])
  func `has 1 to 1,000 pitches`(count: Int64) {
    var climb = `A send`.climb(.trad)
    #expect(throws: CairnError.self) { try climb.setPitches(count) }
    #expect(climb.pitches == nil)
  }
}

@Suite struct `A tag` {
  @Test func `is one of 36 built-in tags`() {
    let counts = TagCategory.all.map { category in
      ClimbTag.catalogue.count { $0.category == category }
    }
    #expect(counts == [11, 16, 9, 0])
    #expect(Set(ClimbTag.catalogue).count == 36)
  }

  @Test(arguments: [
    ("crimp", "hold:crimp"), ("Heel Hook", "hold:heel hook"), ("arete", "wall:arête"),
    ("hold:Sloper", "hold:sloper"), ("my wall", "own:my wall"), ("own:crimp", "own:crimp"),
    (" the  red volume ", "own:the red volume"), ("a:b", "own:a:b"),
  ])
  func `is found by its typed name, or is a custom one`(typed: String, expected: String) throws {
    let tag = try ClimbTag(typed: typed)
    #expect(tag.text == expected)
    #expect(ClimbTag(stored: tag.text) == tag)
  }

  @Test(arguments: ["", "   ", "own:", String(repeating: "x", count: 61)])
  func `has a word`(typed: String) {
    let error = #expect(throws: CairnError.self) { try ClimbTag(typed: typed) }
    #expect(error?.code == "climb.invalid_tag")
  }

  @Test func `on a climb is one record on every device`() {
    let tag = ClimbTag.catalogue[0]
    let marks = [TagImpact.helped, .hindered].map {
      TagMark(climb: `A send`.id, tag: tag, impact: $0)
    }
    #expect(marks[0].recordID == marks[1].recordID)
  }
}
