import Testing

@testable import CairnStore

@Suite struct `A yearly rule of a zone` {
  /// A rule, a year, and the UTC instants at which the C library changes the offset.
  static let rules: [(String, Int32, Int64, Int64)] = [
    ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, 1_774_746_000, 1_792_890_000),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2026, 1_774_746_000, 1_792_890_000),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", 2040, 2_216_160_000, 2_234_905_200),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 2026, 1_775_314_800, 1_791_041_400),
    ("XXX0YYY,J60/0,J300/0", 2028, 1_835_481_600, 1_856_214_000),
    ("XXX0YYY,59/0,299/0", 2028, 1_835_395_200, 1_856_127_600),
  ]

  @Test(arguments: rules)
  func `gives the transitions of a year, ascending`(
    line: String,
    year: Int32,
    first: Int64,
    second: Int64
  ) throws {
    let rule = try #require(YearlyRule(Array(line.utf8)[...]))
    #expect(rule.transitions(in: year).map(\.at) == [first, second])
  }

  @Test func `without summer time has no transitions`() throws {
    let rule = try #require(YearlyRule(Array("<+0545>-5:45".utf8)[...]))
    #expect(rule.standard == 20_700)
    #expect(rule.transitions(in: 2026).isEmpty)
  }

  @Test(arguments: [
    "", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-168", "CET-1:60", "<+01-1",
    "CET-1 ", "CET-1CEST,M3.5.0,M10.5.0,",
    "CET-1CEST,366,J1", "CET-1CEST,J0,J1", "CET-99999999999999999999",
  ])
  func `is nil for anything else`(line: String) {
    #expect(YearlyRule(Array(line.utf8)[...]) == nil)
  }
}

@Suite struct `A file of the time zone database` {
  /// A zone that has one transition, at 1,000 s, from one to two hours east.
  static let file =
    header(times: 0) + header(times: 1) + [0, 0, 0, 0, 0, 0, 3, 232, 1] + kinds + [10, 10]
  static let kinds: [UInt8] = [0, 0, 14, 16, 0, 0, 0, 0, 28, 32, 1, 0]

  static func header(times: UInt8) -> [UInt8] {
    let types: UInt8 = times == 0 ? 0 : 2
    return Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + [UInt8](repeating: 0, count: 12)
      + [0, 0, 0, times, 0, 0, 0, types, 0, 0, 0, 0]
  }

  @Test func `gives the offsets and transitions that it lists`() throws {
    let zone = try #require(ZoneFile(Self.file))
    #expect(zone.firstOffset == 3_600)
    #expect(zone.transitions.map(\.at) == [1_000])
    #expect(zone.transitions.map(\.offset) == [7_200])
    #expect(zone.rule == nil)
  }

  @Test func `is nil when any part of it is missing`() {
    for count in 0..<(Self.file.count - 1) {
      #expect(ZoneFile(Array(Self.file.prefix(count))) == nil, "\(count) bytes")
    }
  }

  @Test func `never traps, whatever its bytes are`() {
    for index in Self.file.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var damaged = Self.file
        damaged[index] = value
        _ = ZoneFile(damaged)
      }
    }
  }

  @Test(arguments: [
    "../etc/passwd", "/etc/localtime", "localtime", "posix/Europe/Berlin", "Europe", "Europe/",
    "Etc/../UTC",
  ])
  func `is not read under another name`(name: String) {
    #expect(SystemZones.rules(name) == nil)
  }
}
