import Cairn
import CairnStore
import CairnTestKit
import Testing

/// The instant a text names.
func at(_ text: String) throws -> Instant {
  try #require(Instant(text: text), "\(text) is no instant")
}

/// The instant a clock on 5 January 2026 shows in UTC, for instance `18:30`.
func clock(_ time: String) throws -> Instant {
  try at("2026-01-05T\(time):00Z")
}

/// The day a text names.
func day(_ text: String) throws -> LocalDay {
  try #require(LocalDay(text: text), "\(text) is no day")
}

/// The rules of a zone the system knows.
func zone(_ name: String) throws -> ZoneRules {
  try #require(SystemZones.rules(name), "\(name) is no zone")
}

/// The code of the error that `body` throws; nil when it throws none.
func code(_ body: () throws(CairnError) -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return error.code
  }
}

extension SeededGenerator {
  /// A whole number in a range.
  mutating func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &self) }

  /// An instant a person may record.
  mutating func instant() -> Instant {
    Instant(
      milliseconds: number(Instant.earliest.milliseconds...Instant.limit.milliseconds - 1)
    )
  }

  /// One of several values.
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(number(0...Int64(values.count - 1)))]
  }

  /// True in one of `count` cases.
  mutating func oneIn(_ count: Int64) -> Bool { number(1...count) == 1 }
}
