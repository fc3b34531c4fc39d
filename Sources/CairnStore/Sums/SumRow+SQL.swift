import Cairn
import CairnSQL
import CairnReports

extension SumRow {
  /// The value columns.
  static let columns: SQL = """
    CAST(coalesce(sum(time), 0) AS BIGINT) AS time, CAST(coalesce(sum(amount), 0) AS BIGINT) AS amount,
    CAST(coalesce(sum(sessions), 0) AS BIGINT) AS sessions,
    CAST(coalesce(sum(pace_samples), 0) AS BIGINT) AS pace_samples,
    CAST(coalesce(sum(pace_sample_time), 0) AS BIGINT) AS pace_sample_time,
    CAST(coalesce(sum(pace_sample_amount), 0) AS BIGINT) AS pace_sample_amount
    """

  init(_ row: any SQLRow) throws {
    self.init(
      time: try row["time"],
      amount: try row["amount"],
      sessions: try row["sessions"],
      paced: try row["pace_samples"],
      paceTime: try row["pace_sample_time"],
      paceAmount: try row["pace_sample_amount"]
    )
  }
}

extension SumRow {
  /// Creates the row from the values of a sum table.
  init(_ sums: Sums) {
    self.init(
      time: Milliseconds(sums[0]),
      amount: sums[1],
      sessions: Int(sums[2]),
      paced: Int(sums[3]),
      paceTime: Milliseconds(sums[4]),
      paceAmount: sums[5]
    )
  }

  /// Creates the sum of two rows.
  init(_ one: SumRow, _ other: SumRow) {
    self.init(
      time: one.time + other.time,
      amount: one.amount + other.amount,
      sessions: one.sessions + other.sessions,
      paced: one.paced + other.paced,
      paceTime: one.paceTime + other.paceTime,
      paceAmount: one.paceAmount + other.paceAmount
    )
  }
}

extension DayTotalRow {
  func adding(_ other: DayTotalRow) -> DayTotalRow {
    DayTotalRow(day: day, sums: SumRow(sums, other.sums))
  }
}

extension DayActivityRow {
  func adding(_ other: DayActivityRow) -> DayActivityRow {
    DayActivityRow(
      day: day,
      time: time + other.time,
      pages: pages + other.pages,
      sessions: sessions + other.sessions,
      overlap: overlap + other.overlap
    )
  }
}

extension DayActivityRow {
  init(_ row: any SQLRow) throws {
    self.init(
      day: try row["day"],
      time: try row["time"],
      pages: try row["pages"],
      sessions: try row["sessions"],
      overlap: try row["overlap"]
    )
  }
}

extension TagRow {
  /// Returns the sum with another spelling of the same tag.
  func with(_ other: TagRow) -> TagRow {
    TagRow(value: value, time: time + other.time, times: times + other.times)
  }
}

extension HourRow {
  /// Reads the columns `hour`, `time`, `amount` and `sessions`.
  init(_ row: any SQLRow) throws {
    self.init(
      hour: try row["hour"],
      time: try row["time"],
      amount: try row["amount"],
      sessions: try row["sessions"]
    )
  }
}
