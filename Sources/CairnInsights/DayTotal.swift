public import Cairn

/// The totals of one civil day for one kind of session.
public struct DayTotal: Sendable, Equatable {
  /// The date, in days that start at the person's day boundary.
  public let day: LocalDay
  /// The session time within the day.
  public let time: Milliseconds
  /// The amount in the unit of the kind, for instance pages.
  public let amount: Int64
  /// The number of sessions that started on the day.
  public let sessions: Int
  /// The time without overlaps: moments with several sessions count once.
  public let netTime: Milliseconds

  /// Creates a total; `overlap` is the part of the time that ran in parallel.
  public init(
    day: LocalDay,
    time: Milliseconds,
    amount: Int64,
    sessions: Int,
    overlap: Milliseconds = .zero
  ) {
    (self.day, self.time) = (day, time)
    (self.amount, self.sessions) = (amount, sessions)
    netTime = time - overlap
  }
}

/// Totals over a range of days.
public struct Totals: Sendable, Equatable {
  /// The session time.
  public let time: Milliseconds
  /// The amount in the unit of the kind.
  public let amount: Int64
  /// The number of sessions.
  public let sessions: Int
  /// The number of days with any time.
  public let activeDays: Int

  /// The definition of the totals in one sentence.
  public static var definition: String { Insight.time.definition }

  /// Totals without time or sessions.
  public static let none = Totals(time: .zero, amount: 0, sessions: 0, activeDays: 0)

  /// Creates totals from sums computed elsewhere.
  public init(time: Milliseconds, amount: Int64, sessions: Int, activeDays: Int) {
    (self.time, self.amount) = (time, amount)
    (self.sessions, self.activeDays) = (sessions, activeDays)
  }

  /// Sums the days in `range`.
  public init(_ days: [DayTotal], in range: ClosedRange<LocalDay>) {
    let inside = days.filter { range.contains($0.day) }
    time = inside.reduce(.zero) { $0 + $1.time }
    amount = inside.reduce(0) { $0 + $1.amount }
    sessions = inside.reduce(0) { $0 + $1.sessions }
    activeDays =
      inside.reduce(into: Set<Int32>()) { if $1.time > .zero { $0.insert($1.day.number) } }.count
  }
}
