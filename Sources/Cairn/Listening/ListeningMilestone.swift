/// Something worth a look back in what was listened to: the tenth story, the fifth hour.
public struct ListeningMilestone: Named {
  /// What it is of.
  public enum Measure: String, Sendable, CaseIterable {
    /// Different stories heard to their end.
    case stories
    /// Seconds of sessions in which a story was heard to its end.
    case time = "listening_time"
    /// Days in a row on which a story was heard to its end.
    case streaks
  }

  /// The stored name, which listening apps are told as well.
  public let name: String
  /// What it is of.
  public let measure: Measure
  /// How much it takes, in stories, seconds or days.
  public let target: Int64

  private init(_ name: String, _ measure: Measure, _ target: Int64) {
    (self.name, self.measure, self.target) = (name, measure, target)
  }

  /// All ten, by measure and then by how much they take (spec/listening.md 2.6).
  public static let all = [
    ListeningMilestone("LISTENING_1H", .time, 3_600),
    ListeningMilestone("LISTENING_5H", .time, 18_000),
    ListeningMilestone("LISTENING_10H", .time, 36_000),
    ListeningMilestone("FIRST_STORY", .stories, 1),
    ListeningMilestone("STORIES_5", .stories, 5),
    ListeningMilestone("STORIES_10", .stories, 10),
    ListeningMilestone("STORIES_25", .stories, 25),
    ListeningMilestone("STORIES_50", .stories, 50),
    ListeningMilestone("STREAK_7", .streaks, 7),
    ListeningMilestone("STREAK_30", .streaks, 30),
  ]
}

/// A milestone that was reached, and by which session.
///
/// It stays when what it rests on is deleted. While it is reached its date is that of the session
/// that reached it, in whatever order sessions came (spec/listening.md 2.6).
public struct ReachedMilestone: Recorded {
  /// `milestone`.
  public static let recordKind = RecordKind("milestone")
  /// Which one it is.
  public let milestone: ListeningMilestone
  /// When the session ended that reached it.
  public var at: Instant
  /// The session that reached it.
  public var session: SessionID

  /// Notes that a milestone was reached.
  public init(_ milestone: ListeningMilestone, at: Instant, by session: SessionID) {
    (self.milestone, self.at, self.session) = (milestone, at, session)
  }

  /// The id that a milestone has on every device.
  public static func id(_ milestone: ListeningMilestone) -> RecordID {
    RecordID(derivedFrom: ["milestone", milestone.name])
  }

  /// The identity as stored.
  public var recordID: RecordID { Self.id(milestone) }

  /// Reads it; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    milestone = try fields.required("name", fields.named("name"))
    at = try fields.required("at", fields.instant("at"))
    session = try fields.required("session", fields.id("session"))
  }

  /// Sets every field of it.
  public func write(to fields: inout Fields) {
    fields.set("name", milestone.name)
    fields.set("at", at)
    fields.set("session", session)
  }
}
