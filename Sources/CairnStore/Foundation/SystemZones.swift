public import Cairn

#if canImport(FoundationEssentials)
import FoundationEssentials
import FoundationInternationalization
#else
import Foundation
#endif

/// The time zones of the system.
///
/// The only code that uses Foundation for time zones (spec/performance.md, decision 4).
public enum SystemZones {
  /// Returns the rules of an IANA zone from 1970 to 2100; nil for an unknown name.
  ///
  /// Takes up to a millisecond, so cache the result.
  public static func rules(_ name: String) -> ZoneRules? {
    guard let zone = TimeZone(identifier: name) else { return nil }
    var transitions: [(at: Instant, offset: Int64)] = []
    var date = Date(timeIntervalSince1970: 0)
    let first = zone.secondsFromGMT(for: date)
    var offset = first
    while let next = zone.nextDaylightSavingTimeTransition(after: date), next < end {
      let newOffset = zone.secondsFromGMT(for: next)
      if newOffset != offset { transitions.append((instant(next), Int64(newOffset))) }
      offset = newOffset
      date = next
    }
    return ZoneRules(name: name, firstOffset: Int64(first), transitions: transitions)
  }

  /// The name of this device's time zone.
  public static var currentName: String { TimeZone.current.identifier }

  /// 2100-01-01T00:00:00Z.
  private static let end = Date(timeIntervalSince1970: 4_102_444_800)

  private static func instant(_ date: Date) -> Instant {
    Instant(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded()))
  }
}
