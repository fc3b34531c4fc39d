/// The report of a listening app about one session.
///
/// An app reports a session more than once: partially during playback, completely at the end, and
/// again if it received no response. All reports of a session are joined, so neither order nor
/// repetition matters (spec/listening.md 4.2 T1–T3).
public struct ListeningReport: Sendable, Equatable {
  /// The source of sessions that apps report.
  public static let source = "app"
  /// The start, to the millisecond.
  public private(set) var start: Instant
  /// Whether the app sent a start; otherwise `start` is the time of the report, when it ended.
  public private(set) var isStartReported: Bool
  /// The end; nil if it was not reported.
  public private(set) var end: Instant?
  /// The seconds listened, as reported or else from start to end; nil if unknown.
  public private(set) var seconds: Int64?
  /// Whether the seconds were reported, not computed from start and end.
  public fileprivate(set) var areSecondsReported: Bool
  /// The seconds that count, see ``cap(_:)``; nil if unknown.
  public private(set) var counted: Int64?
  /// The latest playback rate in hundredths, 10 to 1,000; nil if it was not reported.
  public fileprivate(set) var rate: Int64?

  /// Creates a report; missing seconds are computed from start and end, and an invalid rate is
  /// discarded.
  public init(
    start: Instant,
    isStartReported: Bool,
    end: Instant?,
    seconds: Int64?,
    rate: Int64? = nil
  ) {
    (self.start, self.isStartReported, self.end) = (start, isStartReported, end)
    self.seconds = seconds ?? end.map { ($0 - start).count / 1_000 }
    areSecondsReported = seconds != nil
    counted = self.seconds
    self.rate = rate.flatMap { Listening.speeds.contains($0) ? $0 : nil }
  }

  /// Joins another report of the same session: a start if none was reported, the later end, and the
  /// longer time with its rate.
  public mutating func join(_ other: ListeningReport) {
    if !isStartReported, other.isStartReported { (start, isStartReported) = (other.start, true) }
    if let pace = other.rate, (seconds ?? 0, rate ?? 0) < (other.seconds ?? 0, pace) || rate == nil
    {
      rate = pace
    }
    end = [end, other.end].compactMap { $0 }.max()
    areSecondsReported = [self, other].contains { report in
      report.areSecondsReported && report.seconds == max(seconds ?? 0, other.seconds ?? 0)
    }
    seconds = [seconds, other.seconds].compactMap { $0 }.max()
    counted = [counted, other.counted].compactMap { $0 }.max()
  }

  /// Limits the counted seconds to one and a half times the audio, rounded up; does nothing if the
  /// length of the audio is unknown (spec/listening.md 2.2).
  public mutating func cap(_ audio: Milliseconds?) {
    guard let audio, let seconds else { return }
    counted = min(seconds, (audio.count * 3 + 1_999) / 2_000)
  }

  /// Adds the difference between two reports of a session to a correction; a longer time that was
  /// reported, not computed, replaces the corrected time.
  fileprivate mutating func grow(
    from reported: ListeningReport,
    to update: ListeningReport,
    _ audio: Milliseconds?
  ) {
    let end = update.end == reported.end ? end : [end, update.end].compactMap { $0 }.max()
    let limit = Self.maxSeconds
    let added = max(0, min(update.seconds ?? 0, limit) - min(max(reported.seconds ?? 0, 0), limit))
    let isLonger = update.areSecondsReported && added > 0
    self = ListeningReport(
      start: start,
      isStartReported: isStartReported,
      end: end,
      seconds: isLonger
        ? update.seconds : areSecondsReported ? min(seconds ?? 0, limit) + added : nil,
      rate: rate
    )
    cap(audio)
  }

  /// Returns the segment that counts: from the start, or up to the time of the report.
  ///
  /// Throws `session.time_out_of_range`.
  public func timeline() throws(CairnError) -> Timeline {
    let length = Milliseconds.seconds(counted ?? 0)
    let first = isStartReported ? start : Instant(milliseconds: start.milliseconds - length.count)
    return try Timeline(ended: [Segment(start: first, end: first + length)])
  }
}

extension ListeningReport {
  /// The maximum seconds of one session: a hundred years.
  package static let maxSeconds: Int64 = 3_155_760_000

  /// How far the clock of an app may be ahead of the receiver's.
  private static let ahead = Milliseconds.minutes(5)

  /// Returns whether both reports can describe the same session.
  ///
  /// If both have a start, the starts must be in the same second. A report without a start is about a
  /// session that has begun, so a session that starts later than the report, with a tolerance for
  /// clocks, is a different one.
  public func isSame(as other: ListeningReport) -> Bool {
    switch (isStartReported, other.isStartReported) {
    case (true, true): start.milliseconds / 1_000 == other.start.milliseconds / 1_000
    case (false, true): other.start <= start + Self.ahead
    default: true
    }
  }
}

extension ListeningReport {
  /// The names of the stored fields of a report.
  struct Names {
    let start, isStartReported, end, seconds, areSecondsReported, counted, rate: String

    /// The fields of the report.
    static let reported = Names(
      start: "reportedStart",
      isStartReported: "isStartReported",
      end: "reportedEnd",
      seconds: "reportedSeconds",
      areSecondsReported: "areSecondsReported",
      counted: "countedSeconds",
      rate: "reportedRate"
    )
    /// The fields of a correction.
    static let revised = Names(
      start: "revisedStart",
      isStartReported: "isRevisedStartReported",
      end: "revisedEnd",
      seconds: "revisedSeconds",
      areSecondsReported: "areRevisedSecondsReported",
      counted: "revisedCounted",
      rate: "revisedRate"
    )
  }

  /// Reads a stored report; nil if there is none.
  ///
  /// Throws `record.malformed`.
  init?(fields: Fields, _ names: Names) throws(CairnError) {
    guard let start = try fields.instant(names.start) else { return nil }
    self.start = start
    isStartReported = try fields.bool(names.isStartReported) ?? true
    end = try fields.instant(names.end)
    seconds = try fields.integer(names.seconds, in: 0...Int64.max)
    areSecondsReported = try fields.bool(names.areSecondsReported) ?? (end == nil && seconds != nil)
    counted = try fields.integer(names.counted, in: 0...Int64.max)
    rate = try fields.integer(names.rate, in: Listening.speeds)
  }

  static func write(_ report: ListeningReport?, to fields: inout Fields, _ names: Names) {
    fields.set(names.start, report?.start)
    fields.set(names.isStartReported, report?.isStartReported == false ? false : nil)
    fields.set(names.end, report?.end)
    fields.set(names.seconds, report?.seconds)
    fields.set(names.areSecondsReported, report.flatMap { $0.secondsReportedField })
    fields.set(names.counted, report?.counted)
    fields.set(names.rate, report?.rate)
  }

  /// The stored value of ``areSecondsReported``; nil if it follows from the other values.
  private var secondsReportedField: Bool? {
    areSecondsReported == (end == nil && seconds != nil) ? nil : areSecondsReported
  }

  /// Returns whether another report adds nothing to this one.
  fileprivate func includes(_ other: ListeningReport) -> Bool {
    var joined = self
    joined.join(other)
    return joined.end == end && joined.seconds == seconds
      && joined.isStartReported == isStartReported
  }
}

extension Session where Detail == Listening {
  /// Creates a session from the report of an app; throws `session.time_out_of_range`.
  public init(
    id: SessionID,
    story: Story,
    _ report: ListeningReport,
    isCompleted: Bool,
    zone: String
  ) throws(CairnError) {
    var report = report
    report.cap(story.duration)
    var detail = Listening(story: story.id)
    (detail.isCompleted, detail.isReportedCompleted, detail.report) = (
      isCompleted, isCompleted, report
    )
    try detail.setSpeed(report.rate)
    self.init(id: id, detail: detail, timeline: try report.timeline(), zone: zone)
    source = ListeningReport.source
  }

  /// Joins another report of an app; throws `session.time_out_of_range`.
  ///
  /// A repeated report changes nothing, even if a person or an app has changed the session. New
  /// information extends a correction by an app. A start or an end that a person set stays.
  public mutating func join(
    _ report: ListeningReport,
    isCompleted: Bool,
    audio: Milliseconds?
  ) throws(CairnError) {
    if isCompleted, !detail.isReportedCompleted {
      (detail.isReportedCompleted, detail.isCompleted) = (true, true)
    }
    let isAsReported = isAsReported
    guard let known = detail.report else { return }
    var joined = known
    joined.join(report)
    // A speed that the person set stays.
    if detail.speed == known.rate { try detail.setSpeed(joined.rate) }
    guard !known.includes(report) else {
      detail.report?.areSecondsReported = joined.areSecondsReported
      detail.report?.rate = joined.rate
      return
    }
    joined.cap(audio)
    let before = knownEnd
    detail.revision?.grow(from: known, to: joined, audio)
    detail.report = joined
    if isAsReported {
      timeline = try (detail.revision ?? joined).timeline()
    } else if let end = knownEnd, timeline.end == before {
      try resize(start: nil, end: end)
    }
  }

  /// The end of the reported time; nil if no app reported one.
  public var knownEnd: Instant? { try? known?.timeline().end }

  /// Applies a correction by an app, which replaces its report.
  ///
  /// Missing values stay unchanged. Throws `session.time_out_of_range`, and the errors of
  /// ``Timeline/resize(start:end:)``.
  public mutating func revise(
    _ revision: ListeningRevision,
    audio: Milliseconds?
  ) throws(CairnError) {
    if let isCompleted = revision.isCompleted { detail.isCompleted = isCompleted }
    guard revision.hasTime else { return }
    if revision.seconds == nil, !isAsReported {
      return try resize(start: revision.start, end: revision.end)
    }
    var report = revision.report(known, start: reportedStart, end: reportedEnd)
    report.cap(audio)
    timeline = try report.timeline()
    detail.revision = report
  }

  private var known: ListeningReport? { detail.revision ?? detail.report }

  /// Whether the session has the time that an app reported.
  public var isAsReported: Bool { (try? known?.timeline()) == timeline }

  /// The start that listening apps see, to the millisecond.
  public var reportedStart: Instant { isAsReported ? known?.start ?? start : start }

  /// The end that listening apps see; nil if it was never reported.
  public var reportedEnd: Instant? { isAsReported ? known?.end : timeline.end }

  /// The whole seconds listened; nil if they were never reported.
  public var seconds: Int64? {
    guard isAsReported, let known else {
      return timeline.end.map { timeline.active(until: $0).count / 1_000 }
    }
    return known.counted
  }

  private var start: Instant { timeline.start }
}
