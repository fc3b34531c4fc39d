/// The schedule on which a write replans its prepared statements.
///
/// PostgreSQL keeps the plan of a prepared statement until the table is analysed again, which ignores uncommitted
/// rows. A plan made while a table was empty scans it sequentially for each row, however large one transaction makes
/// it. So plans are discarded after 2,000 statements, 4,000, 8,000 and so on: each plan was made when the table
/// had at least half of its rows.
struct PlanInvalidation {
  private var count = 0
  private var threshold = 2_000

  /// Counts a statement; returns whether to discard the plans before it.
  mutating func isDue() -> Bool {
    count += 1
    guard count == threshold else { return false }
    threshold *= 2
    return true
  }
}
