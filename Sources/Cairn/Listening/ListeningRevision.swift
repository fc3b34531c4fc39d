/// What a listening app knows better by now of a session; what is nil stays as it is.
public struct ListeningRevision: Sendable, Equatable {
  /// When it began.
  public var start: Instant?
  /// When it ended.
  public var end: Instant?
  /// How many seconds were heard.
  public var seconds: Int64?
  /// Whether the story was heard to its end.
  public var isCompleted: Bool?
  /// The story it was.
  public var story: Identifier<Story>?

  /// Sets nothing.
  public init() {}

  var hasTime: Bool { start != nil || end != nil || seconds != nil }

  /// What is said of the time from now on, of a session of which a report was known, with its start
  /// and end as they were told.
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

  /// The seconds that were told; what fitted between start and end goes on fitting between them.
  private static func kept(_ known: ListeningReport?, span: Int64?) -> Int64? {
    guard let known, known.areSecondsReported, let told = known.seconds else { return nil }
    let before = known.end.map { ($0 - known.start).count / 1_000 }
    guard let before, let span, told <= before else { return told }
    return min(told, span)
  }
}
