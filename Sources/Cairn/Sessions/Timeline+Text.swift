extension Timeline {
  /// The stored form: `start-end,start-end` in milliseconds, an open stretch without its end.
  ///
  /// One text, so that a merge takes a session's times as a whole and never mixes two versions.
  public var text: String {
    segments
      .map { "\($0.start.milliseconds)-\($0.end.map { String($0.milliseconds) } ?? "")" }
      .joined(separator: ",")
  }

  /// Reads the stored form.
  ///
  /// `endedAt` closes an open stretch: a rule that ends a session elsewhere writes only the end
  /// (spec/sync.md 3.6). Throws `record.malformed`, also for times that no rule would have let
  /// in, so that another device's mistake cannot be counted twice.
  public init(text: String, endedAt: Instant?) throws(CairnError) {
    var segments: [Segment] = []
    for part in text.utf8.split(separator: 0x2C, omittingEmptySubsequences: false) {
      guard let segment = Segment(stored: part) else { throw Self.malformed }
      segments.append(segment)
    }
    guard !segments.isEmpty, segments.dropLast().allSatisfy({ $0.end != nil }) else {
      throw Self.malformed
    }
    self.init(stored: segments, endedAt: endedAt)
    let closed = self.segments.map { Segment(start: $0.start, end: $0.end ?? $0.start) }
    guard (try? Self.check(closed)) != nil else { throw Self.malformed }
  }

  private init(stored: [Segment], endedAt: Instant?) {
    segments = stored
    isEnded = endedAt != nil
    if let endedAt, let last = stored.last, last.end == nil {
      segments[stored.count - 1].end = max(endedAt, last.start)
    }
  }

  private static var malformed: CairnError { Fields.malformed("segments", "a list of stretches") }
}

extension Segment {
  fileprivate init?(stored text: Substring.UTF8View) {
    guard let hyphen = text.firstIndex(of: 0x2D),
      let start = Int64(Substring(text[..<hyphen]))
    else { return nil }
    let rest = text[text.index(after: hyphen)...]
    let end = Int64(Substring(rest))
    guard end != nil || rest.isEmpty else { return nil }
    self.init(
      start: Instant(milliseconds: start),
      end: end.map { Instant(milliseconds: $0) }
    )
  }
}
