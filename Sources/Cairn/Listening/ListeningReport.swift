/// What a listening app tells of a session.
///
/// An app tells of one session more than once: partial while it lasts, whole when it ends, and again
/// when it heard no answer. All it tells of one is joined, so that neither order nor repetition
/// matter (spec/listening.md 4.2 T1–T3).
public struct ListeningReport: Sendable, Equatable {
  /// Where sessions that apps tell of come from.
  public static let source = "app"
  /// When it began, to the millisecond.
  public private(set) var start: Instant
  /// Whether the app said when it began; else that is when it told of it, and it ended then.
  public private(set) var isStartReported: Bool
  /// When it ended, or nil when not told.
  public private(set) var end: Instant?
  /// How many seconds were heard, as told or else from start to end; nil when neither is known.
  public private(set) var seconds: Int64?
  /// Whether these seconds were told, and do not follow from start and end.
  public fileprivate(set) var areSecondsReported: Bool
  /// How many of them count, see ``cap(_:)``; nil when it is not known how many were heard.
  public private(set) var counted: Int64?
  /// The pace at which it was played last in hundredths, 10 to 1,000, or nil when not told.
  public fileprivate(set) var rate: Int64?

  /// Takes what an app tells; without seconds they are those from start to end, and a rate that no
  /// session can have is none.
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

  /// Takes in what was told of the same session at another time: the start where none was told, the
  /// later end, the longer time, and the pace that goes with it.
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

  /// Lets no more count than one and a half times the audio, rounded up; any amount when the length
  /// of the audio is not known (spec/listening.md 2.2).
  public mutating func cap(_ audio: Milliseconds?) {
    guard let audio, let seconds else { return }
    counted = min(seconds, (audio.count * 3 + 1_999) / 2_000)
  }

  /// Adds to what was set since what is news between two reports of the same session; a longer time
  /// that was told as such takes its place.
  fileprivate mutating func grow(
    from told: ListeningReport,
    to news: ListeningReport,
    _ audio: Milliseconds?
  ) {
    let end = news.end == told.end ? end : [end, news.end].compactMap { $0 }.max()
    let most = Self.mostSeconds
    let added = max(0, min(news.seconds ?? 0, most) - min(max(told.seconds ?? 0, 0), most))
    let isLonger = news.areSecondsReported && added > 0
    self = ListeningReport(
      start: start,
      isStartReported: isStartReported,
      end: end,
      seconds: isLonger ? news.seconds : areSecondsReported ? min(seconds ?? 0, most) + added : nil,
      rate: rate
    )
    cap(audio)
  }

  /// The stretch that counts: from the start on, or up to the moment it was told.
  ///
  /// Throws `session.time_out_of_range`.
  public func timeline() throws(CairnError) -> Timeline {
    let length = Milliseconds.seconds(counted ?? 0)
    let first = isStartReported ? start : Instant(milliseconds: start.milliseconds - length.count)
    return try Timeline(ended: [Segment(start: first, end: first + length)])
  }
}

extension ListeningReport {
  /// The most seconds that are taken of one session: a hundred years.
  package static let mostSeconds: Int64 = 3_155_760_000

  /// How far the clock of an app may be ahead of that of who is told.
  private static let ahead = Milliseconds.minutes(5)

  /// Whether both can be of one session: they began in the same second, or one of them does not say
  /// when.
  ///
  /// Who tells of a session without its start tells of one that has begun: a later start than that is
  /// that of another.
  public func isSame(as other: ListeningReport) -> Bool {
    switch (isStartReported, other.isStartReported) {
    case (true, true): start.milliseconds / 1_000 == other.start.milliseconds / 1_000
    case (false, true): other.start <= start + Self.ahead
    default: true
    }
  }
}

extension ListeningReport {
  /// The names of the fields it is stored in.
  struct Names {
    let start, isStartReported, end, seconds, areSecondsReported, counted, rate: String

    /// What was told.
    static let told = Names(
      start: "reportedStart",
      isStartReported: "isStartReported",
      end: "reportedEnd",
      seconds: "reportedSeconds",
      areSecondsReported: "areSecondsReported",
      counted: "countedSeconds",
      rate: "reportedRate"
    )
    /// What was set since.
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

  /// Reads what was told; nil when nothing was.
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

  /// What is stored of whether seconds were told: nothing where it goes without saying.
  private var secondsReportedField: Bool? {
    areSecondsReported == (end == nil && seconds != nil) ? nil : areSecondsReported
  }

  /// Whether another report says no more than this one.
  fileprivate func says(_ other: ListeningReport) -> Bool {
    var joined = self
    joined.join(other)
    return joined.end == end && joined.seconds == seconds && joined.isStartReported == isStartReported
  }
}

extension Session where Detail == Listening {
  /// Makes a session of what an app told of it; throws `session.time_out_of_range`.
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
    (detail.isCompleted, detail.isToldCompleted, detail.report) = (isCompleted, isCompleted, report)
    try detail.setSpeed(report.rate)
    self.init(id: id, detail: detail, timeline: try report.timeline(), zone: zone)
    source = ListeningReport.source
  }

  /// Takes in what an app told of it at another time; throws `session.time_out_of_range`.
  ///
  /// What it told before changes nothing, whatever a person or an app made of it since. News adds to
  /// what an app set since; of a time that a person set the start stays, and an end that they set.
  public mutating func join(
    _ report: ListeningReport,
    isCompleted: Bool,
    audio: Milliseconds?
  ) throws(CairnError) {
    if isCompleted, !detail.isToldCompleted {
      (detail.isToldCompleted, detail.isCompleted) = (true, true)
    }
    let isAsReported = isAsReported
    guard let known = detail.report else { return }
    var joined = known
    joined.join(report)
    // What the person said of the speed stays.
    if detail.speed == known.rate { try detail.setSpeed(joined.rate) }
    guard !known.says(report) else {
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

  /// When the time ends that an app told of; nil when none did.
  public var knownEnd: Instant? { try? known?.timeline().end }

  /// Sets what an app knows better by now, in the place of what it told.
  ///
  /// What is not given stays. Throws `session.time_out_of_range`, and what
  /// ``Timeline/resize(start:end:)`` throws.
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

  /// Whether its time is that of what an app told.
  public var isAsReported: Bool { (try? known?.timeline()) == timeline }

  /// When it began as far as listening apps are told, to the millisecond.
  public var reportedStart: Instant { isAsReported ? known?.start ?? start : start }

  /// When it ended as far as listening apps are told; nil when that was never said.
  public var reportedEnd: Instant? { isAsReported ? known?.end : timeline.end }

  /// The whole seconds that were heard; nil when that was never said.
  public var seconds: Int64? {
    guard isAsReported, let known else {
      return timeline.end.map { timeline.active(until: $0).count / 1_000 }
    }
    return known.counted
  }

  private var start: Instant { timeline.start }
}
