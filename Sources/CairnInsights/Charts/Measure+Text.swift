public import Cairn

extension Measure {
  /// Returns an amount with its unit: `1h 05m`, `30 pages`.
  public func text(_ amount: Int64) -> String {
    self == .minutes ? Self.hours(amount) : counted(amount)
  }

  /// Returns an amount in the short form of an axis label: `1h 30m`, `2h`, `30`.
  public func brief(_ amount: Int64) -> String {
    guard self == .minutes else { return "\(amount)" }
    return amount > 0 && amount % 60 == 0 ? "\(amount / 60)h" : Self.hours(amount)
  }

  private static func hours(_ minutes: Int64) -> String {
    let rest = minutes % 60
    return minutes < 60 ? "\(minutes)m" : "\(minutes / 60)h \(rest < 10 ? "0" : "")\(rest)m"
  }
}
