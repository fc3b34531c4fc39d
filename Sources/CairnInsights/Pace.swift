public import Cairn

/// What a session gives to a pace.
public struct PaceRow: Sendable, Equatable {
  /// The time the timer ran.
  public let active: Milliseconds
  /// Pages read; nil when not known.
  public let pages: Int64?

  /// Makes a row.
  public init(active: Milliseconds, pages: Int64?) {
    self.active = active
    self.pages = pages
  }
}

/// Pages per hour in hundredths: all pages over all time, never a mean of paces.
///
/// Sessions without pages or time are left out and counted (spec/reading.md 2.9, D14).
public func pagesPerHour(_ rows: [PaceRow]) -> Figure<Int64> {
  let counted = rows.filter { ($0.pages ?? 0) > 0 && $0.active > .zero }
  let pages = counted.reduce(0) { $0 + ($1.pages ?? 0) }
  let time = counted.reduce(Milliseconds.zero) { $0 + $1.active }
  return Figure(
    value: counted.isEmpty ? nil : pages * 360_000_000 / time.count,
    definition: "All pages divided by all hours, over sessions with pages and time.",
    count: counted.count,
    excluded: rows.count - counted.count
  )
}
