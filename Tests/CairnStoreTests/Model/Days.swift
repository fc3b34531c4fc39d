import Cairn
import Foundation

/// An independent computation of days from the system's zone offset per quarter of an hour.
///
/// From 1972 on, no zone has changed its clocks or started a day within a quarter.
enum Days {
  static func day(_ instant: Instant, zone: String, hour: Int64) -> LocalDay {
    let seconds = Double(instant.milliseconds) / 1_000
    let offset = TimeZone(identifier: zone)?.secondsFromGMT(
      for: Date(timeIntervalSince1970: seconds.rounded(.down))
    )
    let local = Double(instant.milliseconds) + Double((offset ?? 0) * 1_000)
    let number = (local - Double(hour * 3_600_000)) / 86_400_000
    return LocalDay(number: Int32(number.rounded(.down)))
  }

  /// Returns the hour of the wall clock, 0 to 23.
  static func hour(_ instant: Instant, zone: String) -> Int {
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds / 1_000))
    let offset = TimeZone(identifier: zone)?.secondsFromGMT(for: date) ?? 0
    return (Int(instant.milliseconds / 1_000) + offset) / 3_600 % 24
  }

  /// Returns a session's time on each day, computed per quarter of an hour; includes an empty first day.
  static func times(_ timeline: Timeline, zone: String, hour: Int64) -> [(LocalDay, Int64)] {
    var times = [(day(timeline.start, zone: zone, hour: hour), 0 as Int64)]
    for segment in timeline.segments {
      var now = segment.start.milliseconds
      while let end = segment.end?.milliseconds, now < end {
        let next = min(end, (now / 900_000 + 1) * 900_000)
        let day = day(Instant(milliseconds: now), zone: zone, hour: hour)
        if let index = times.firstIndex(where: { $0.0 == day }) {
          times[index].1 += next - now
        } else {
          times.append((day, next - now))
        }
        now = next
      }
    }
    return times.sorted { $0.0 < $1.0 }
  }
}
