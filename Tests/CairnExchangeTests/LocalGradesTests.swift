import Cairn
import CairnExchange
import Testing

private func ascents(_ rows: [(country: String, gear: String, grade: String)]) throws
  -> ImportedLogbook
{
  let header =
    "Route Name,Ascent ID,Ascent Type,Route Grade,Ascent Gear Style,Country,Crag Name,With,Comment,"
    + "Ascent Date\n"
  let lines = rows.enumerated().map { place, row in
    "Alfa &amp; Bravo,\(place),Onsight,\(row.grade),\(row.gear),\(row.country),Crag,Someone \(place),"
      + "\"Didn&#39;t fall; &quot;crux&quot; &amp; all <3\",2024-05-01T00:00:00Z\n"
  }
  return try LogbookFormat.theCrag.parse(Array((header + lines.joined()).utf8))
}

@Suite struct `Grades of climbs from many countries` {
  @Test(
    arguments: [
      ("Spain", "Sport", "5+", .french), ("Portugal", "Sport", "4", .french),
      ("France", "Sport", "5", .french), ("Italy", "Trad", "4+", .french),
      ("Greece", "Sport", "6a", .french), ("Switzerland", "Sport", "5+", .french),
      ("Germany", "Sport", "5+", .uiaa), ("Austria", "Sport", "7-", .uiaa),
      ("Spain", "Sport", "7-", .uiaa), ("Spain", "Sport", "V+", .uiaa),
      ("Australia", "Sport", "21", .ewbank), ("", "Sport", "5+", .uiaa),
      ("Spain", "Boulder", "5+", .font), ("Germany", "Sport", "7a", .french),
    ] as [(String, String, String, GradeScale)]
  )
  func `use the country's scale if they are ambiguous`(
    country: String,
    gear: String,
    grade: String,
    scale: GradeScale
  ) throws {
    let climb = try #require(try ascents([(country, gear, grade)]).climbs.first)
    #expect(climb.grade?.scale == scale && climb.grade?.text == grade)
  }

  @Test(arguments: [("ESP", GradeScale.uiaa), ("ES", .french), ("it", .french), ("DE", .uiaa)])
  func `accept a country code`(code: String, scale: GradeScale) throws {
    let text =
      "route_boulder,name,location_name,country_code,date,type,tries,difficulty,comment\n"
      + "ROUTE,Alfa,Crag,\(code),2024-05-01,rp,2,5+,Good &amp; short\n"
    let climb = try #require(try LogbookFormat.eightANu.parse(Array(text.utf8)).climbs.first)
    #expect(climb.grade?.scale == scale && climb.notes == "Good & short")
  }

  @Test func `come with decoded notes and names`() throws {
    let climb = try #require(try ascents([("Spain", "Sport", "5+")]).climbs.first)
    #expect(climb.name == "Alfa & Bravo")
    #expect(climb.notes == "Didn't fall; \"crux\" & all <3")
    let notes = ["Notes": "Didn&#39;t fall; &#34;crux&#34; &amp; all", "Location": "A &gt; B"]
    let tick = try #require(
      try LogbookFormat.mountainProject.parse(ticks([tick("Long Line", "TR", "", notes)])).climbs
        .first
    )
    #expect(tick.notes == "Didn't fall; \"crux\" & all" && tick.place == "A > B")
  }

  @Test func `come with one report per message`() throws {
    let rows = (0..<9).map { _ in ("Spain", "Sport", "5+") }
    let plan = try ascents(rows).plan(zone: .utc, now: climbingNow)
    let partners = plan.issues.map(\.message).filter { $0.contains("With") }
    #expect(partners.count == 1)
    #expect(partners.first?.hasPrefix("9 rows (2, 3, 4, 5, 6, …): ") == true)
  }
}
