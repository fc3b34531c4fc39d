/// A correction of a session by a listening app; nil leaves a value unchanged.
public struct ListeningRevision: Sendable, Equatable {
  /// The start.
  public var start: Instant?
  /// The end.
  public var end: Instant?
  /// The seconds listened.
  public var seconds: Int64?
  /// Whether the story was finished.
  public var isCompleted: Bool?
  /// The story.
  public var story: Identifier<Story>?

  /// Creates a correction that changes nothing.
  public init() {}

  var hasTime: Bool { start != nil || end != nil || seconds != nil }

  /// Returns the corrected report, from the known report and the start and end that listening apps
  /// see.
  func report(_ known: ListeningReport?, start: Instant, end: Instant?) -> ListeningReport {
    let (first, last) = (self.start ?? start, self.end ?? end)
    let span = last.map { ($0 - first).count / 1_000 }
    return ListeningReport(
      start: first,
      isStartReported: self.start != nil || known?.isStartReported ?? true,
      end: last,
      seconds: seconds ?? Self.kept(known, span: span)
    )
  }

  /// Returns the reported seconds, limited to the new span if they fitted into the old one.
  private static func kept(_ known: ListeningReport?, span: Int64?) -> Int64? {
    guard let known, known.areSecondsReported, let reported = known.seconds else { return nil }
    let before = known.end.map { ($0 - known.start).count / 1_000 }
    guard let before, let span, reported <= before else { return reported }
    return min(reported, span)
  }
}
