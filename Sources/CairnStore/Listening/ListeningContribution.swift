import Cairn
import CairnSQL

/// An ended listening session's share of the sums per day and per story.
struct ListeningContribution {
  private let story: RecordID
  private let seconds: Int64
  private let isCompleted: Bool

  init(_ session: Session<Listening>) {
    story = session.detail.story.record
    seconds = session.seconds ?? 0
    isCompleted = session.detail.isCompleted
  }

  /// Adds the session to the sums with a `sign` of 1, or subtracts it with -1.
  ///
  /// The seconds of its days add up to the seconds of the session.
  func add(_ sign: Int64, on shares: [DayShare], to sumDeltas: inout SumDeltas) {
    let parts = apportion(seconds, by: shares.map { $0.time.count })
    for (share, part) in zip(shares, parts) {
      sumDeltas.listeningDays.add(sums(part, sign), to: share.day)
    }
    sumDeltas.listeningStories.add(sums(seconds, sign), to: story)
  }

  /// Returns the session count and seconds, and the same for completed sessions.
  private func sums(_ seconds: Int64, _ sign: Int64) -> Sums {
    let whole: (Int64, Int64) = isCompleted ? (1, seconds) : (0, 0)
    return Sums(1, seconds, whole.0, whole.1, 0, 0, 0, 0) &* sign
  }
}

extension SumTable<LocalDay> {
  static let listeningDays = SumTable(
    add: { day, sums in
      """
      INSERT INTO listening_day AS row (day, \(fragment: ListeningSumColumns.names))
      VALUES (\(day), \(fragment: ListeningSumColumns.values(sums)))
      ON CONFLICT (\(key: "day")) DO UPDATE SET \(fragment: ListeningSumColumns.merged)
      """
    },
    change: { day, sums in
      "UPDATE listening_day SET \(fragment: ListeningSumColumns.changes(sums)) WHERE day = \(day)"
    },
    prune: { "DELETE FROM listening_day WHERE day = \($0) AND sessions = 0" }
  )
}

extension SumTable<RecordID> {
  static let listeningStories = SumTable(
    add: { story, sums in
      """
      INSERT INTO story_total AS row (story, \(fragment: ListeningSumColumns.names))
      VALUES (\(story), \(fragment: ListeningSumColumns.values(sums)))
      ON CONFLICT (\(key: "story")) DO UPDATE SET \(fragment: ListeningSumColumns.merged)
      """
    },
    change: { story, sums in
      "UPDATE story_total SET \(fragment: ListeningSumColumns.changes(sums)) WHERE story = \(story)"
    },
    prune: { "DELETE FROM story_total WHERE story = \($0) AND sessions = 0" }
  )
}

/// The columns shared by `listening_day` and `story_total`.
private enum ListeningSumColumns {
  static let names: SQL = "sessions, seconds, completed, completed_seconds"

  static let merged: SQL = """
    sessions = row.sessions + excluded.sessions, seconds = row.seconds + excluded.seconds,
      completed = row.completed + excluded.completed,
      completed_seconds = row.completed_seconds + excluded.completed_seconds
    """

  static func values(_ sums: Sums) -> SQL {
    "\(sums[0]), \(sums[1]), \(sums[2]), \(sums[3])"
  }

  static func changes(_ sums: Sums) -> SQL {
    """
    sessions = sessions + \(sums[0]), seconds = seconds + \(sums[1]),
      completed = completed + \(sums[2]), completed_seconds = completed_seconds + \(sums[3])
    """
  }
}
