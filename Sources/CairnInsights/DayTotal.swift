public import Cairn

/// What one civil day holds of one kind of session.
public struct DayTotal: Sendable, Equatable {
  /// The day under the person's day edge.
  public let day: LocalDay
  /// The time that ran on that day.
  public let time: Milliseconds
  /// What was done on that day in the unit of the kind, for instance pages.
  public let amount: Int64
  /// Sessions listed under that day, the day they started.
  public let sessions: Int
  /// The moments of that day in which any session ran, each counted once; of one kind its time.
  public let lived: Milliseconds

  /// Makes a total, so much of whose time ran beside another session.
  public init(
    day: LocalDay,
    time: Milliseconds,
    amount: Int64,
    sessions: Int,
    overlap: Milliseconds = .zero
  ) {
    (self.day, self.time) = (day, time)
    (self.amount, self.sessions) = (amount, sessions)
    lived = time - overlap
  }
}

/// Sums over a stretch of days.
public struct Totals: Sendable, Equatable {
  /// The time that ran.
  public let time: Milliseconds
  /// What was done in the unit of the kind.
  public let amount: Int64
  /// Sessions listed in the stretch.
  public let sessions: Int
  /// Days with any time.
  public let activeDays: Int

  /// What the totals are, in one sentence.
  public static var definition: String { Insight.time.definition }

  /// No time and no sessions.
  public static let none = Totals(time: .zero, amount: 0, sessions: 0, activeDays: 0)

  /// Makes totals that were summed elsewhere.
  public init(time: Milliseconds, amount: Int64, sessions: Int, activeDays: Int) {
    (self.time, self.amount) = (time, amount)
    (self.sessions, self.activeDays) = (sessions, activeDays)
  }

  /// Adds up the days in `range`.
  public init(_ days: [DayTotal], in range: ClosedRange<LocalDay>) {
    let inside = days.filter { range.contains($0.day) }
    time = inside.reduce(.zero) { $0 + $1.time }
    amount = inside.reduce(0) { $0 + $1.amount }
    sessions = inside.reduce(0) { $0 + $1.sessions }
    activeDays =
      inside.reduce(into: Set<Int32>()) { if $1.time > .zero { $0.insert($1.day.number) } }.count
  }
}
