/// When a write has its statements planned anew.
///
/// PostgreSQL keeps the plan of a prepared statement until a table is counted anew, which does not happen
/// for rows that are not committed. What was planned while a table was empty reads all of it for each row,
/// however large one transaction makes it. So it is planned anew after 2,000 statements, 4,000, 8,000 and so
/// on: each plan was made for no less than half of what is there.
struct PlanInvalidation {
  private var count = 0
  private var due = 2_000

  /// Counts a statement; whether all are to be planned anew before it.
  mutating func isDue() -> Bool {
    count += 1
    guard count == due else { return false }
    due *= 2
    return true
  }
}
