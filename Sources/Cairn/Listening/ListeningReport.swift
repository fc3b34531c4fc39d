/// What a listening app tells of a session.
///
/// An app tells of one session more than once: partial while it lasts, whole when it ends, and again
/// when it heard no answer. All it tells of one is joined, so that neither order nor repetition
/// matter (spec/listening.md 4.2 T1–T3).
public struct ListeningReport: Sendable, Equatable {
  /// Where sessions that apps tell of come from.
  public static let source = "app"
  /// When it began, to the millisecond.
  public let start: Instant
  /// Whether the app said when it began; else that is when it told of it, and it ended then.
  public let isStartTold: Bool
  /// When it ended, or nil when not told.
  public private(set) var end: Instant?
  /// How many seconds were heard, as told or else from start to end; nil when neither is known.
  public private(set) var seconds: Int64?
  /// How many of them count, see ``cap(_:)``; nil when it is not known how many were heard.
  public private(set) var counted: Int64?

  /// Takes what an app tells; without seconds they are those from start to end.
  public init(start: Instant, isStartTold: Bool, end: Instant?, seconds: Int64?) {
    (self.start, self.isStartTold, self.end) = (start, isStartTold, end)
    self.seconds = seconds ?? end.map { ($0 - start).count / 1_000 }
    counted = self.seconds
  }

  /// Takes in what was told of the same session at another time: the later end, the longer time.
  public mutating func join(_ other: ListeningReport) {
    end = [end, other.end].compactMap { $0 }.max()
    seconds = [seconds, other.seconds].compactMap { $0 }.max()
    counted = [counted, other.counted].compactMap { $0 }.max()
  }

  /// Lets no more count than one and a half times the audio, rounded up; any amount when the length
  /// of the audio is not known (spec/listening.md 2.2).
  public mutating func cap(_ audio: Milliseconds?) {
    guard let audio, let seconds else { return }
    counted = min(seconds, (audio.count * 3 + 1_999) / 2_000)
  }

  /// The stretch that counts: from the start on, or up to the moment it was told.
  ///
  /// Throws `session.time_out_of_range`.
  public func timeline() throws(CairnError) -> Timeline {
    let length = Milliseconds.seconds(counted ?? 0)
    let first = isStartTold ? start : Instant(milliseconds: start.milliseconds - length.count)
    return try Timeline(ended: [Segment(start: first, end: first + length)])
  }
}

extension ListeningReport {
  /// Reads what was told, nil when nothing was; throws `record.malformed`.
  init?(fields: Fields) throws(CairnError) {
    guard let start = try fields.instant("toldStart") else { return nil }
    self.start = start
    isStartTold = try fields.bool("isStartTold") ?? true
    end = try fields.instant("toldEnd")
    seconds = try fields.integer("toldSeconds", in: 0...Int64.max)
    counted = try fields.integer("countedSeconds", in: 0...Int64.max)
  }

  static func write(_ report: ListeningReport?, to fields: inout Fields) {
    fields.set("toldStart", report?.start)
    fields.set("isStartTold", report?.isStartTold == false ? false : nil)
    fields.set("toldEnd", report?.end)
    fields.set("toldSeconds", report?.seconds)
    fields.set("countedSeconds", report?.counted)
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
    (detail.isCompleted, detail.report) = (isCompleted, report)
    self.init(id: id, detail: detail, timeline: try report.timeline(), zone: zone)
    source = ListeningReport.source
  }

  /// Takes in what an app told of it at another time; throws `session.time_out_of_range`.
  ///
  /// The time of a session that a person changed since stays as the person set it.
  public mutating func join(
    _ report: ListeningReport,
    isCompleted: Bool,
    audio: Milliseconds?
  ) throws(CairnError) {
    var joined = detail.report ?? report
    joined.join(report)
    joined.cap(audio)
    if isAsReported { timeline = try joined.timeline() }
    detail.report = joined
    detail.isCompleted = detail.isCompleted || isCompleted
  }

  /// Whether its time is that of what an app told.
  public var isAsReported: Bool { (try? detail.report?.timeline()) == timeline }

  /// When it began as far as listening apps are told, to the millisecond.
  public var toldStart: Instant { isAsReported ? detail.report?.start ?? start : start }

  /// When it ended as far as listening apps are told; nil when that was never said.
  public var toldEnd: Instant? { isAsReported ? detail.report?.end : timeline.end }

  /// The whole seconds that were heard; nil when that was never said.
  public var seconds: Int64? {
    guard isAsReported, let report = detail.report else {
      return timeline.end.map { timeline.active(until: $0).count / 1_000 }
    }
    return report.counted
  }

  private var start: Instant { timeline.start }
}
