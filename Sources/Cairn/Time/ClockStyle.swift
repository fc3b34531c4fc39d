/// The notation of a time of day for people: 24 hours, or 12 hours with AM and PM.
public struct ClockStyle: Named {
  /// The stored name: `24h` or `12h`.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// `20:40`: the default.
  public static let twentyFourHours = ClockStyle("24h")

  /// `8:40 PM`.
  public static let twelveHours = ClockStyle("12h")

  /// Both styles, the default first.
  public static let all = [twentyFourHours, twelveHours]

  /// Returns `20:40` or `8:40 PM`, with a second `20:40:05` or `8:40:05 PM`.
  ///
  /// `minute` is the minute of the day; other days' minutes wrap. Midnight is `00:00` or `12:00 AM`.
  public func text(minute: Int64, second: Int64? = nil) -> String {
    let (hour, minute) = (floorRemainder(floorDivide(minute, 60), 24), floorRemainder(minute, 60))
    let rest = ":" + padded(minute, 2) + (second.map { ":" + padded($0, 2) } ?? "")
    guard self == .twelveHours else { return padded(hour, 2) + rest }
    return "\(hour % 12 == 0 ? 12 : hour % 12)\(rest) \(hour < 12 ? "AM" : "PM")"
  }

  /// Returns `20:00` or `8:00 PM`; hours from 24 on wrap.
  public func text(hour: Int) -> String { text(minute: Int64(hour % 24) * 60) }

  /// Returns the label of an hour axis: `20` or `8 PM`.
  public func label(hour: Int) -> String {
    guard self == .twelveHours else { return "\(hour)" }
    return "\(hour % 12 == 0 ? 12 : hour % 12) \(hour < 12 ? "AM" : "PM")"
  }

  /// Returns the time of day of wall-clock time in milliseconds since 1970-01-01T00:00.
  package func text(wallClock local: Int64) -> String { text(minute: floorDivide(local, 60_000)) }

  /// Returns the time of day of wall-clock time, with its second unless that is 0.
  package func exactText(wallClock local: Int64) -> String {
    let second = floorRemainder(local, 60_000) / 1_000
    return text(minute: floorDivide(local, 60_000), second: second == 0 ? nil : second)
  }
}

extension ClockStyle {
  #if hasFeature(Embedded)
  /// The default style; the browser module passes the person's own.
  package static var current: ClockStyle { twentyFourHours }
  #else
  /// The style of the person for whom the current task formats.
  ///
  /// It is set once per request and once per command, because dozens of call sites format times.
  @TaskLocal package static var current = ClockStyle.twentyFourHours
  #endif
}
