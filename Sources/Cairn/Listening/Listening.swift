/// What a listening session records beside its time.
public struct Listening: SessionDetail {
  /// `listening`.
  public static let kind = SessionKind("listening")
  /// Five seconds: what is shorter is a slip of the finger (spec/listening.md 4.1).
  public static var minimum: Milliseconds { .seconds(5) }
  /// The story that is listened to.
  public private(set) var story: Identifier<Story>
  /// Whether it was heard to its end; a partial session does not count as a story heard.
  public var isCompleted = false
  /// Where in the audio it began, or nil.
  public private(set) var startPosition: Milliseconds?
  /// Where in the audio it ended, or nil.
  public private(set) var endPosition: Milliseconds?
  /// The speed of playback in hundredths, 10 to 1,000; nil when not known, which is mostly 100.
  public private(set) var speed: Int64?
  /// Whether only its day is known, so that the time of day is no one's: of an import that tells none.
  public var isDayOnly = false
  /// How the source tells of it, as it was imported last; nil for what no import brought.
  public var sourceRow: String?
  /// What a listening app told of it; nil when none did.
  public internal(set) var report: ListeningReport?
  /// What a listening app set since in the place of that; nil when it did not.
  public internal(set) var revision: ListeningReport?
  /// Whether a listening app told that the story was heard to its end, whatever was made of it since.
  var isToldCompleted = false
  /// The story that a listening app told of, where the session is of another one since; else nil.
  public private(set) var reportedStory: Identifier<Story>?
  /// The session that it was made one with, and went into; nil for any other.
  public var mergedInto: SessionID?

  /// A session of which nothing is known but what is listened to.
  public init(story: Identifier<Story>) {
    self.story = story
  }

  /// Reads the detail; throws `record.malformed`.
  public init(fields: Fields) throws(CairnError) {
    story = try fields.required("story", fields.id("story"))
    isCompleted = try fields.bool("isCompleted") ?? false
    startPosition = try fields.integer("startPosition", in: Self.positions).map { Milliseconds($0) }
    endPosition = try fields.integer("endPosition", in: Self.positions).map { Milliseconds($0) }
    speed = try fields.integer("speed", in: Self.speeds)
    isDayOnly = try fields.bool("isDayOnly") ?? false
    sourceRow = try fields.text("sourceRow")
    report = try ListeningReport(fields: fields, .told)
    revision = try ListeningReport(fields: fields, .revised)
    isToldCompleted = try fields.bool("reportedCompleted") ?? false
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
    ListeningReport.write(report, to: &fields, .told)
    ListeningReport.write(revision, to: &fields, .revised)
    fields.set("reportedCompleted", isToldCompleted ? true : nil)
    fields.set("reportedStory", reportedStory)
    fields.set("mergedInto", mergedInto)
  }

  static let positions = 0...Story.durations.upperBound
  static let speeds: ClosedRange<Int64> = 10...1_000

  /// Not known: what was done is the time itself.
  public var amount: Int64? { nil }

  /// The story.
  public var subject: RecordID? { story.record }

  /// Cuts the positions by time; only the later part can have reached the end of the story.
  public mutating func split(done: Milliseconds, of whole: Milliseconds) -> Listening {
    var later = self
    later.takeTold(from: Listening(story: story))
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

  /// What others tell of a session, they tell of its id; so what is told stays with the id.
  public mutating func takeTold(from own: Listening) {
    (report, revision, isToldCompleted) = (own.report, own.revision, own.isToldCompleted)
    (reportedStory, sourceRow) = (own.reportedStory, own.sourceRow)
  }

  /// Takes the end of a later session; throws `listening.different_stories`.
  public mutating func merge(_ later: Listening) throws(CairnError) {
    guard later.story == story else {
      throw CairnError(
        "listening.different_stories",
        "The two sessions are of different stories.",
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
  /// Makes it a session of another story; what an app told of is remembered.
  public mutating func move(to other: Identifier<Story>) {
    let told = reportedStory ?? story
    reportedStory = report == nil || told == other ? nil : told
    story = other
  }

  /// Sets where in the audio it began and ended, each of them or neither.
  ///
  /// Throws `listening.invalid_position` outside 0 to 10,000 hours. The end may lie before the
  /// start: people go back.
  public mutating func setPositions(_ start: Milliseconds?, _ end: Milliseconds?) throws(CairnError)
  {
    for position in [start, end] {
      guard let position, !Self.positions.contains(position.count) else { continue }
      throw CairnError(
        "listening.invalid_position",
        "A place in the audio is 0 to 10,000 hours from its start, not \(position.count) ms.",
        hint: "Give such a place, for instance 1:02:03, or none."
      )
    }
    (startPosition, endPosition) = (start, end)
  }

  /// Sets the speed of playback in hundredths, or clears it; throws `listening.invalid_speed`.
  public mutating func setSpeed(_ hundredths: Int64?) throws(CairnError) {
    if let hundredths, !Self.speeds.contains(hundredths) {
      throw CairnError(
        "listening.invalid_speed",
        "Audio plays at 0.1 to 10 times its speed, not at \(Self.times(hundredths)).",
        hint: "Give such a speed, for instance 1.25, or none."
      )
    }
    speed = hundredths
  }

  /// `1.25` of 125.
  private static func times(_ hundredths: Int64) -> String {
    let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    let fraction =
      rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(whole)" + fraction
  }
}
