public import Cairn

extension Measure {
  /// Returns an amount with its unit: `1h 05m`, `30 pages`.
  public func text(_ amount: Int64) -> String {
    self == .minutes ? Self.hours(amount) : counted(amount)
  }

  /// Returns an amount in the short form of an axis label: `1h 30m`, `2h`, `30`.
  public func brief(_ amount: Int64) -> String {
    guard self == .minutes else { return grouped(amount) }
    return amount > 0 && amount % 60 == 0 ? "\(grouped(amount / 60))h" : Self.hours(amount)
  }

  private static func hours(_ minutes: Int64) -> String {
    guard minutes >= 60 else { return "\(minutes)m" }
    let rest = minutes % 60
    return "\(grouped(minutes / 60))h \(rest < 10 ? "0" : "")\(rest)m"
  }
}
