import Cairn
import CairnTestKit
import Foundation
import Testing

@Suite struct `Splitting time at hours of the clock` {
  @Test(arguments: SeededGenerator.seeds)
  func `assigns each minute to the hour on the clock, in every zone`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var wrong: [String] = []
    for name in TimeZone.knownTimeZoneIdentifiers {
      let start = random.nearChange(of: name)
      let range = start..<start + .minutes(random.number(1...1_200))
      let expected = try minuteByMinute(range, name)
      if try pieces(range, zone(name)) != expected { wrong.append("\(name) \(start.text)") }
    }
    #expect(wrong.prefix(5) == [])
  }

  @Test(arguments: SeededGenerator.seeds)
  func `adds up to the result per day`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for name in ["Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia"] {
      let start = random.nearChange(of: name)
      let end = start + Milliseconds(random.number(0...300_000_000))
      let edge = random.number(0...23)
      var (days, hours): ([Int32: Int64], [Int32: Int64]) = ([:], [:])
      let rules = try zone(name)
      rules.eachDay(from: start, to: end, dayStartHour: edge) {
        days[$0.number, default: 0] += $1.count
      }
      rules.eachHour(from: start, to: end, dayStartHour: edge) { day, _, time in
        hours[day.number, default: 0] += time.count
      }
      #expect(days == hours, "\(name) \(start.text) seed \(seed)")
    }
  }

  private func minuteByMinute(_ range: Range<Instant>, _ name: String) throws -> [Int64: Int64] {
    let foundation = try #require(TimeZone(identifier: name))
    var minutes: [Int64: Int64] = [:]
    var second = range.lowerBound.milliseconds / 1_000
    while second < range.upperBound.milliseconds / 1_000 {
      let offset = foundation.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      let hour = Int64((Double(second + Int64(offset)) / 3_600).rounded(.down))
      minutes[(hour % 24 + 24) % 24, default: 0] += 60_000
      second += 60
    }
    return minutes
  }

  private func pieces(_ range: Range<Instant>, _ rules: ZoneRules) -> [Int64: Int64] {
    var sums: [Int64: Int64] = [:]
    rules.eachHour(from: range.lowerBound, to: range.upperBound) {
      sums[$1, default: 0] += $2.count
    }
    return sums
  }
}
