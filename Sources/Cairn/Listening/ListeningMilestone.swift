/// A listening milestone, for example the tenth story or the fifth hour.
public struct ListeningMilestone: Named {
  /// The quantity that a milestone measures.
  public enum Measure: String, Sendable, CaseIterable {
    /// The number of different stories finished.
    case stories
    /// The seconds of sessions that finished a story.
    case time = "listening_time"
    /// The number of consecutive days with a finished story.
    case streaks
  }

  /// The stored name, also used in the API for listening apps.
  public let name: String
  /// The quantity it measures.
  public let measure: Measure
  /// The target in stories, seconds or days.
  public let target: Int64

  private init(_ name: String, _ measure: Measure, _ target: Int64) {
    (self.name, self.measure, self.target) = (name, measure, target)
  }

  /// All ten, by measure and then by target (spec/listening.md 2.6).
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

/// A milestone that was reached, with the session that reached it.
///
/// It stays even if its sessions are deleted. While it is reached, its date is that of the session
/// that reached it, in whatever order the sessions were stored (spec/listening.md 2.6).
public struct ReachedMilestone: Recorded {
  /// `milestone`.
  public static let recordKind = RecordKind("milestone")
  /// The milestone.
  public let milestone: ListeningMilestone
  /// When the session that reached it ended.
  public var at: Instant
  /// The session that reached it.
  public var session: SessionID

  /// Creates a reached milestone.
  public init(_ milestone: ListeningMilestone, at: Instant, by session: SessionID) {
    (self.milestone, self.at, self.session) = (milestone, at, session)
  }

  /// Returns the record ID of a milestone, which is the same on every device.
  public static func id(_ milestone: ListeningMilestone) -> RecordID {
    RecordID(derivedFrom: ["milestone", milestone.name])
  }

  /// The record ID.
  public var recordID: RecordID { Self.id(milestone) }

  /// Reads a reached milestone from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    milestone = try fields.required("name", fields.named("name"))
    at = try fields.required("at", fields.instant("at"))
    session = try fields.required("session", fields.id("session"))
  }

  /// Sets every field of a reached milestone.
  public func write(to fields: inout Fields) {
    fields.set("name", milestone.name)
    fields.set("at", at)
    fields.set("session", session)
  }
}
