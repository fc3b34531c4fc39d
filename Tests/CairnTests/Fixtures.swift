import Cairn
import CairnStore
import CairnTestKit
import Testing

/// Returns the instant for a text.
func at(_ text: String) throws -> Instant {
  try #require(Instant(text: text), "\(text) is no instant")
}

/// Returns the instant of a time on 5 January 2026 in UTC, for example `18:30`.
func clock(_ time: String) throws -> Instant {
  try at("2026-01-05T\(time):00Z")
}

/// Returns the day for a text.
func day(_ text: String) throws -> LocalDay {
  try #require(LocalDay(text: text), "\(text) is no day")
}

/// Returns the rules of a time zone of the system.
func zone(_ name: String) throws -> ZoneRules {
  try #require(SystemZones.rules(name), "\(name) is no zone")
}

/// Returns the code of the error that `body` throws; nil if it throws none.
func code(_ body: () throws(CairnError) -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return error.code
  }
}

extension SeededGenerator {
  /// Returns an integer in a range.
  mutating func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &self) }

  /// Returns an instant that a person can record.
  mutating func instant() -> Instant {
    Instant(
      milliseconds: number(Instant.earliest.milliseconds...Instant.limit.milliseconds - 1)
    )
  }

  /// Returns one of several values.
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(number(0...Int64(values.count - 1)))]
  }

  /// Returns true in one of `count` cases.
  mutating func oneIn(_ count: Int64) -> Bool { number(1...count) == 1 }
}
