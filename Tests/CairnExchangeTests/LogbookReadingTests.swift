import Cairn
import CairnExchange
import Testing

@Suite struct `Parsing climbing logbooks` {
  @Test(arguments: SampleLogbook.all)
  func `distinguishes them by their columns`(sample: SampleLogbook) throws {
    let file = try fixture(sample.file)
    #expect(try FileFormat(sniffing: file) == sample.format)
    #expect(FileFormat(named: sample.format.name) == sample.format)
    #expect(try sample.read().source == sample.format.name)
    // Column names are case-insensitive.
    let lines = String(decoding: file, as: UTF8.self).split(separator: "\n", maxSplits: 1)
    let shouted = "\(lines[0].uppercased())\n\(lines[1])"
    #expect(try FileFormat(sniffing: Array(shouted.utf8)) == sample.format)
  }

  @Test func `returns ticks of Mountain Project`() throws {
    let read = try SampleLogbook.all[0].read()
    #expect(
      read.climbs.map(\.words) == [
        "Invented Crack 5.10b/c PG13 YDS trad/lead: fell",
        "Invented Crack 5.10b/c PG13 YDS trad/lead: sent redpoint",
        "Made-up Slab 5.7 YDS top_rope/top_rope: unknown",
        "Pretend Problem V4-5 V bouldering/-: sent", "Pretend Problem V4-5 V bouldering/-: fell",
      ]
    )
    #expect(read.climbs.map(\.pitches) == [2, 2, 1, 1, 1])
    #expect(read.climbs[0].notes == "Led it, one hang, \"pumpy\"")
    #expect(read.climbs[3].notes == "Third go\nMy grade: V4")
    #expect(read.climbs[0].place == "Nowhere > Test Crag > North Face")
    #expect(read.climbs.allSatisfy { $0.isOutdoor == true })
    #expect(
      read.issues.map(\.message)
        == ["Stored with each climb, but not shown: Avg Stars, Length, Rating Code."]
    )
  }

  @Test func `returns ascents of theCrag`() throws {
    let read = try SampleLogbook.all[1].read()
    #expect(
      read.climbs.map(\.words) == [
        "The Bard 12 EWBANK trad/lead: sent onsight",
        "Kachoong 21 EWBANK sport/lead: sent redpoint",
        "Punks in the Gym 32 EWBANK sport/lead: fell", "India 29 EWBANK sport/lead: fell",
        "Tiptoe Ridge 5 EWBANK trad/second: sent", "Muldoon 13 EWBANK top_rope/top_rope: sent",
        "Cave Man V6 V bouldering/-: sent", "Sleepy Hollow V3 V bouldering/-: sent flash",
        "Wheel of Life V10 V bouldering/-: fell", "Rock Ape V5 V bouldering/-: fell",
      ]
    )
    #expect(read.climbs[0].notes == "Perfect rock all the way.")
    #expect(read.climbs[8].notes == "Made the first link!")
    #expect(read.climbs[0].place == "Arapiles" && read.climbs[0].isOutdoor == nil)
    #expect(read.climbs.map(\.day).first == "2026-05-16")
    let partners = read.issues.filter { $0.code == "import.partners" }
    #expect(partners.count == 4 && partners[0].message.contains("With"))
    #expect(read.issues.count == 5)
    #expect(read.issues.contains { $0.message.contains("Route Height") })
  }

  @Test func `returns ascents of 8a`() throws {
    let read = try SampleLogbook.all[2].read()
    #expect(
      read.climbs.map(\.words) == [
        "Example Route 7a+ FRENCH sport/-: fell, fell, sent redpoint",
        "Example Bloc 6C FONT bouldering/-: sent flash",
      ]
    )
    #expect(read.climbs.map(\.notes) == ["Nice, long", nil])
    #expect(read.issues.allSatisfy { !$0.message.contains("height") })
  }

  @Test func `returns ascents of KAYA with their time`() throws {
    let read = try SampleLogbook.all[3].read()
    #expect(
      read.climbs.map(\.words) == [
        "- v3 V bouldering/-: sent onsight", "- v4 V bouldering/-: sent redpoint",
        "Example Arete v6 V bouldering/-: fell, fell, fell, fell, fell, sent redpoint",
        "Example Route 5.10c YDS -/-: sent flash",
      ]
    )
    #expect(read.climbs[0].day == "2026-07-09T15:17:17Z")
    #expect(read.climbs[0].notes == "Color: Pink")
    #expect(read.climbs.map(\.isOutdoor) == [false, false, true, true])
    #expect(read.climbs.map(\.place)[2] == "Example Crag")
  }

  @Test(arguments: [
    ("2026-05-02", "2026-05-02"), ("5/2/2026", "2026-05-02"), ("12/31/2025", "2025-12-31"),
    ("2026/5/2", "2026-05-02"), ("2026-05-02T00:00:00Z", "2026-05-02"),
  ])
  func `accepts dates as spreadsheets write them`(date: String, day: String) throws {
    let read = try LogbookFormat.mountainProject.parse(ticks([tick("Slab", on: date)]))
    #expect(read.climbs.map(\.day) == [day])
  }

  @Test(arguments: [
    ("", "import.climb"), ("13/31/2026", "import.date"), ("2026-02-30", "import.date"),
    ("5/2/26", "import.date"), ("1899-12-31", "import.date"), ("yesterday", "import.date"),
    ("Thu Jul 32 2026 15:17:17 GMT+0000", "import.date"),
    ("Thu Jul 09 2026 25:17:17 GMT+0000", "import.date"),
    ("Thu Jul 09 2026 15:17:17 UTC", "import.date"),
    ("99999999999999999999-01-01", "import.date"),
  ])
  func `excludes a row without a valid day`(date: String, code: String) throws {
    let read = try LogbookFormat.mountainProject.parse(ticks([tick("Slab", on: date)]))
    #expect(read.climbs == [])
    #expect(read.issues.map(\.code).filter { $0 != "import.unused_columns" } == [code])
  }

  @Test(arguments: [
    ("Lead", "Onsight", "Sport", "sport/lead: sent onsight"),
    ("Lead", "Pinkpoint", "Sport", "sport/lead: sent pinkpoint"),
    ("Lead", "Pinkpoint", "Trad", "trad/lead: sent"),
    ("Lead", "Fell/Hung", "Trad, Sport", "trad/lead: fell"),
    ("Lead", "", "Sport", "sport/lead: unknown"), ("TR", "", "Trad", "top_rope/top_rope: unknown"),
    ("Follow", "", "Trad", "trad/second: unknown"), ("Solo", "", "Trad", "trad/solo: unknown"),
    ("Flash", "", "Boulder", "bouldering/-: sent flash"), ("", "", "Ice", "-/-: unknown"),
    ("Danced", "", "Sport", "sport/-: unknown"), ("Lead", "Danced", "Sport", "sport/lead: unknown"),
  ])
  func `does not infer more than a tick contains`(
    style: String,
    lead: String,
    type: String,
    words: String
  ) throws {
    let rating = type == "Boulder" ? "V3" : "5.9"
    let row = tick("Slab", style, lead, ["Route Type": type, "Rating": rating])
    let read = try LogbookFormat.mountainProject.parse(ticks([row]))
    #expect(read.climbs.map { String($0.words.suffix(words.count)) } == [words])
    let isOdd = style == "Danced" || lead == "Danced" || (type == "Trad" && lead == "Pinkpoint")
    #expect(read.issues.count == (isOdd ? 1 : 0))
  }

  @Test func `limits the number of attempts`() throws {
    let header = "route_boulder,name,date,type,tries,repeats,difficulty\n"
    func file(_ rows: Int) -> [UInt8] {
      Array((header + String(repeating: "ROUTE,A,2026-04-11,rp,999,999,7a\n", count: rows)).utf8)
    }
    #expect(
      try LogbookFormat.eightANu.parse(file(2)).climbs.map(\.attempts.count) == [1_998, 1_998]
    )
    let error = #expect(throws: ImportError.self) { try LogbookFormat.eightANu.parse(file(200)) }
    #expect(error?.code == "csv.too_many_rows")
    #expect(error?.message == "The file has more than 300000 attempts.")
  }

  @Test(arguments: [("3", "3/4"), ("0", "0/4"), ("-1", nil), ("", nil)] as [(String, String?)])
  func `returns the given stars`(stars: String, expected: String?) throws {
    let row = tick("Slab", "Lead", "", ["Your Stars": stars])
    let read = try LogbookFormat.mountainProject.parse(ticks([row]))
    #expect(read.climbs.map { $0.stars?.text } == [expected])
    #expect(read.issues.filter { $0.code == "import.number" } == [])
  }

  @Test(arguments: [
    ("Greenpoint onsight", "sent onsight"), ("Ground up red point", "sent redpoint"),
    ("Clean", "sent"), ("Repeat", "sent repeat"), ("Tick", "unknown"), ("Working", "fell"),
    ("Retreat", "fell"), ("Top rope with rest", "fell"), ("Second", "unknown"), ("Aid", "unknown"),
    ("Ghost", "unknown"), ("Mark", "unknown"), ("Levitated", "unknown"),
  ])
  func `recognises the types of theCrag`(type: String, words: String) throws {
    let text =
      "Route Name,Ascent ID,Ascent Type,Route Grade,Ascent Date\nA,1,\(type),6a,2026-05-02\n"
    let read = try LogbookFormat.theCrag.parse(Array(text.utf8))
    #expect(read.climbs.map { $0.words.components(": ") } == [words])
    #expect(read.issues.count == (type == "Levitated" ? 1 : 0))
  }

  @Test func `treats several ascents in a row as laps`() throws {
    let text =
      "Route Name,Ascent ID,Ascent Type,Route Grade,Ascent Date,# Ascents\nA,1,Flash,6a,2026-05-02,3\n"
    let read = try LogbookFormat.theCrag.parse(Array(text.utf8))
    #expect(read.climbs.map { $0.words.components(": ") } == ["sent flash, sent, sent"])
  }

  @Test(arguments: [
    ("rp", "false", "0", "sent redpoint"), ("os", "false", "1", "sent onsight"),
    ("f", "false", "3", "sent flash"), ("go", "false", "2", "fell, sent redpoint"),
    ("null", "true", "4", "fell, fell, fell, fell"), ("null", "true", "null", ""),
    ("null", "false", "2", "unknown, unknown"), ("zz", "false", "null", "unknown"),
    ("tr", "false", "1", "unknown"), ("rp", "false", "99999", "sent redpoint"),
  ])
  func `treats tries of 8a as falls before the send`(
    type: String,
    project: String,
    tries: String,
    words: String
  ) throws {
    let text =
      "route_boulder,name,date,type,project,tries,difficulty\n"
      + "ROUTE,A,2026-05-02,\(type),\(project),\(tries),6a\n"
    let read = try LogbookFormat.eightANu.parse(Array(text.utf8))
    #expect(read.climbs.map { $0.words.components(": ") } == [words])
    let isOdd = type == "zz" || tries == "99999" || (type == "f" && tries == "3")
    #expect(read.issues.count == (isOdd ? 1 : 0))
  }

  @Test(arguments: [
    ("6a", "6a FRENCH"), ("VIII-", "VIII- UIAA"), ("24", "24 EWBANK"), ("9", "9 UIAA"),
    ("M4", "-"), ("=cmd", "-"),
  ])
  func `keeps a grade of an unknown scale in the note`(grade: String, words: String) throws {
    let text =
      "Route Name,Ascent ID,Ascent Type,Route Grade,Route Gear Style,Ascent Date\n"
      + "A,1,Tick,\(grade),Trad,2026-05-02\n"
    let climb = try #require(try LogbookFormat.theCrag.parse(Array(text.utf8)).climbs.first)
    #expect(climb.words.hasPrefix("A \(words) trad"))
    #expect(climb.notes == (words == "-" ? "Grade: \(grade)" : nil))
  }

  @Test func `keeps Mountain Project's ratings in other scales`() throws {
    let row = tick("Ridge", "Lead", "", ["Rating": "Easy 5th", "Route Type": "Trad, Snow"])
    let read = try LogbookFormat.mountainProject.parse(ticks([row]))
    #expect(read.climbs.first?.grade?.text == "Easy 5th")
    #expect(read.climbs.first?.grade?.isOrdered == false)
  }

  @Test(arguments: ["WI4", "WI3+ M5", "M6", "A2+", "Steep Snow"])
  func `keeps a grade of ice, mixed or aid climbing in the note`(rating: String) throws {
    let row = tick("Ridge", "Lead", "", ["Rating": rating, "Route Type": "Trad, Ice"])
    let read = try LogbookFormat.mountainProject.parse(ticks([row]))
    #expect(read.climbs.first?.grade == nil)
    #expect(read.climbs.first?.notes?.contains(rating) == true)
  }
}

@Suite struct `Hostile logbooks` {
  @Test(arguments: SampleLogbook.all)
  func `are rejected if too large, or without rows`(sample: SampleLogbook) throws {
    let file = try fixture(sample.file)
    var limits = CSVLimits()
    limits.fileBytes = 10
    let tooLarge = #expect(throws: CairnError.self) { try parse(sample, file, limits) }
    #expect(tooLarge?.code == "import.too_large")
    limits = CSVLimits()
    limits.rows = 1
    let tooMany = #expect(throws: CairnError.self) { try parse(sample, file, limits) }
    #expect(tooMany?.code == "csv.too_many_rows")
    let header = Array(file.prefix { $0 != 0x0A })
    let empty = #expect(throws: CairnError.self) { try sample.format.logbook(header) }
    #expect(empty?.code == "import.empty")
    let other = #expect(throws: CairnError.self) {
      try sample.format.logbook(Array("a,b\n1,2".utf8))
    }
    #expect(other?.code == "import.columns")
  }

  private func parse(_ sample: SampleLogbook, _ file: [UInt8], _ limits: CSVLimits) throws {
    switch sample.format {
    case .mountainProject: _ = try LogbookFormat.mountainProject.parse(file, limits: limits)
    case .theCrag: _ = try LogbookFormat.theCrag.parse(file, limits: limits)
    case .eightANu: _ = try LogbookFormat.eightANu.parse(file, limits: limits)
    default: _ = try LogbookFormat.kaya.parse(file, limits: limits)
    }
  }

  @Test func `yield the valid rows, and report the rest by line`() throws {
    let long = String(repeating: "x", count: 1_001)
    var file = ticks([
      tick(long), tick("Good"), tick("", "Lead", "", ["Rating": "", "Notes": ""]),
      tick("Deep", "Lead", "", ["Pitches": "1001"]),
      tick("=1+1", "Lead", "", ["Rating": "\u{202E}"]),
      tick("Odd", "Lead", "", ["Rating": String(repeating: "5", count: 100)]),
    ])
    file += Array("2026-05-02,too,few\n\"open".utf8)
    let read = try LogbookFormat.mountainProject.parse(file)
    #expect(read.climbs.map(\.name) == [nil, "Good", "Deep", "=1+1", "Odd"])
    #expect(
      read.issues.map { "\($0.line) \($0.code)" } == [
        "2 import.text", "4 import.climb", "5 import.number", "7 import.grade",
        "8 csv.columns", "9 csv.unclosed_quote",
      ]
    )
    #expect(read.climbs[4].grade == nil)
  }

  @Test func `take time proportional to their size`() throws {
    let rows = (0..<5_000).map { tick("Route \($0 % 7)", on: "2026-05-\(10 + $0 % 9)") }
    let read = try LogbookFormat.mountainProject.parse(ticks(rows))
    let plan = read.plan(zone: .utc, now: climbingNow)
    #expect(plan.items.count == 5_000)
    #expect(Set(plan.items.compactMap { $0.records.first?.id }).count == 5_000)
  }
}

extension String {
  /// Returns the text after the first separator.
  fileprivate func components(_ separator: String) -> String {
    guard let found = firstRange(of: separator) else { return "" }
    return String(self[found.upperBound...])
  }
}
