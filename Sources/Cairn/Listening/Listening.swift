/// The detail of a listening session.
public struct Listening: SessionDetail {
  /// `listening`.
  public static let kind = SessionKind("listening")
  /// Five seconds: a shorter session is an accidental tap (spec/listening.md 4.1).
  public static var minimum: Milliseconds { .seconds(5) }
  /// The story.
  public private(set) var story: Identifier<Story>
  /// Whether the story was finished; a partial session does not count as a finished story.
  public var isCompleted = false
  /// The audio position at the start, or nil.
  public private(set) var startPosition: Milliseconds?
  /// The audio position at the end, or nil.
  public private(set) var endPosition: Milliseconds?
  /// The playback speed in hundredths, 10 to 1,000; nil if unknown, which usually means 100.
  public private(set) var speed: Int64?
  /// Whether only the day is known, because the import has no time of day.
  public var isDayOnly = false
  /// The row in the source at the last import; nil if it was not imported.
  public var sourceRow: String?
  /// The report of a listening app; nil if there is none.
  public internal(set) var report: ListeningReport?
  /// A later correction by a listening app that replaces the report; nil if there is none.
  public internal(set) var revision: ListeningReport?
  /// Whether a listening app reported the story as finished, regardless of later changes.
  var isReportedCompleted = false
  /// The story that a listening app reported, if the session now has another one; otherwise nil.
  public private(set) var reportedStory: Identifier<Story>?
  /// The session that this one was merged into; otherwise nil.
  public var mergedInto: SessionID?

  /// Creates the detail of a session with nothing known but its story.
  public init(story: Identifier<Story>) {
    self.story = story
  }

  /// Reads the detail from stored fields; throws `record.malformed`.
  public init(fields: Fields) throws(CairnError) {
    story = try fields.required("story", fields.id("story"))
    isCompleted = try fields.bool("isCompleted") ?? false
    startPosition = try fields.integer("startPosition", in: Self.positions).map { Milliseconds($0) }
    endPosition = try fields.integer("endPosition", in: Self.positions).map { Milliseconds($0) }
    speed = try fields.integer("speed", in: Self.speeds)
    isDayOnly = try fields.bool("isDayOnly") ?? false
    sourceRow = try fields.text("sourceRow")
    report = try ListeningReport(fields: fields, .reported)
    revision = try ListeningReport(fields: fields, .revised)
    isReportedCompleted = try fields.bool("reportedCompleted") ?? false
    reportedStory = try fields.id("reportedStory")
    mergedInto = try fields.id("mergedInto")
  }

  /// Sets every field of the detail.
  public func write(to fields: inout Fields) {
    fields.set("story", story)
    fields.set("isCompleted", isCompleted ? true : nil)
    fields.set("startPosition", startPosition?.count)
    fields.set("endPosition", endPosition?.count)
    fields.set("speed", speed)
    fields.set("isDayOnly", isDayOnly ? true : nil)
    fields.set("sourceRow", sourceRow)
    ListeningReport.write(report, to: &fields, .reported)
    ListeningReport.write(revision, to: &fields, .revised)
    fields.set("reportedCompleted", isReportedCompleted ? true : nil)
    fields.set("reportedStory", reportedStory)
    fields.set("mergedInto", mergedInto)
  }

  static let positions = 0...Story.durations.upperBound
  static let speeds: ClosedRange<Int64> = 10...1_000

  /// Always nil: the amount of listening is its time.
  public var amount: Int64? { nil }

  /// The story.
  public var subject: RecordID? { story.record }

  /// Splits the positions in proportion to time; only the later part can have finished the story.
  public mutating func split(done: Milliseconds, of whole: Milliseconds) -> Listening {
    var later = self
    later.copyReports(from: Listening(story: story))
    isCompleted = false
    let middle = middle(done, whole)
    (endPosition, later.startPosition) = (middle, middle)
    return later
  }

  private func middle(_ done: Milliseconds, _ whole: Milliseconds) -> Milliseconds? {
    guard let startPosition, let endPosition, whole > .zero, startPosition <= endPosition else {
      return nil
    }
    let heard = (endPosition - startPosition).count
    return startPosition + Milliseconds(proportion(heard, done.count, whole.count))
  }

  /// Replaces the reported values: apps report by session ID, so reports stay with their ID.
  public mutating func copyReports(from own: Listening) {
    (report, revision, isReportedCompleted) = (own.report, own.revision, own.isReportedCompleted)
    (reportedStory, sourceRow) = (own.reportedStory, own.sourceRow)
  }

  /// Merges the detail of a later session; throws `listening.different_stories`.
  public mutating func merge(_ later: Listening) throws(CairnError) {
    guard later.story == story else {
      throw CairnError(
        "listening.different_stories",
        "The two sessions belong to different stories.",
        hint: "Merge sessions of one story."
      )
    }
    isCompleted = isCompleted || later.isCompleted
    startPosition = startPosition ?? later.startPosition
    endPosition = later.endPosition ?? endPosition
    speed = speed == later.speed ? speed : nil
  }
}

extension Listening {
  /// Moves the session to another story; the story that an app reported is remembered.
  public mutating func move(to other: Identifier<Story>) {
    let reported = reportedStory ?? story
    reportedStory = report == nil || reported == other ? nil : reported
    story = other
  }

  /// Sets the audio positions at the start and the end; each is optional.
  ///
  /// Throws `listening.invalid_position` outside 0 to 10,000 hours. The end may precede the start,
  /// because people rewind.
  public mutating func setPositions(_ start: Milliseconds?, _ end: Milliseconds?) throws(CairnError)
  {
    for position in [start, end] {
      guard let position, !Self.positions.contains(position.count) else { continue }
      throw CairnError(
        "listening.invalid_position",
        "A position in audio is 0 to 10,000 hours, not \(position.count) ms.",
        hint: "Give a position such as 1:02:03, or none."
      )
    }
    (startPosition, endPosition) = (start, end)
  }

  /// Sets the playback speed in hundredths, or clears it; throws `listening.invalid_speed`.
  public mutating func setSpeed(_ hundredths: Int64?) throws(CairnError) {
    if let hundredths, !Self.speeds.contains(hundredths) {
      throw CairnError(
        "listening.invalid_speed",
        "A playback speed is 0.1 to 10, not \(Self.times(hundredths)).",
        hint: "Give a speed such as 1.25, or none."
      )
    }
    speed = hundredths
  }

  /// Returns a speed as text: `1.25` for 125.
  private static func times(_ hundredths: Int64) -> String {
    let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    let fraction =
      rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(whole)" + fraction
  }
}
