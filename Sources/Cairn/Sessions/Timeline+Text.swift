extension Timeline {
  /// The stored form: `start-end,start-end` in milliseconds; an open segment has no end.
  ///
  /// The times of a session are one value, so that a sync merge never mixes two versions of them.
  public var text: String {
    var text: [UInt8] = []
    text.reserveCapacity(segments.count * 28)
    for segment in segments {
      if !text.isEmpty { text.append(UInt8(ascii: ",")) }
      text.append(decimal: segment.start.milliseconds)
      text.append(UInt8(ascii: "-"))
      if let end = segment.end { text.append(decimal: end.milliseconds) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses the stored form.
  ///
  /// `endedAt` closes an open segment, because an automatic end on another device writes only that
  /// field (spec/sync.md 3.6). Throws `record.malformed`, also for times that are never valid, such as
  /// overlapping segments, which would count twice.
  public init(text: String, endedAt: Instant?) throws(CairnError) {
    guard let segments = Segment.list(text), segments.dropLast().allSatisfy({ $0.end != nil })
    else { throw Self.malformed }
    self.init(stored: segments, endedAt: endedAt)
    guard isPossible else { throw Self.malformed }
  }

  /// Whether ``check(_:)`` accepts the segments; an open one counts as just started.
  private var isPossible: Bool {
    var earliest = Instant.earliest
    for segment in segments {
      let end = segment.end ?? segment.start
      guard earliest <= segment.start, segment.start <= end, end < .limit else { return false }
      earliest = end
    }
    return true
  }

  private init(stored: [Segment], endedAt: Instant?) {
    segments = stored
    isEnded = endedAt != nil
    if let endedAt, let last = stored.last, last.end == nil {
      segments[stored.count - 1].end = max(endedAt, last.start)
    }
  }

  private static var malformed: CairnError { Fields.malformed("segments", "a list of segments") }
}

extension Segment {
  fileprivate static func list(_ text: String) -> [Segment]? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = ByteReader(bytes)
      var segments: [Segment] = []
      repeat {
        guard let segment = Segment(from: &reader) else { return nil }
        segments.append(segment)
      } while reader.take(",")
      return reader.isAtEnd ? segments : nil
    }
  }

  private init?(from reader: inout ByteReader) {
    guard let start = reader.number(), reader.take("-") else { return nil }
    let end = reader.number().map { Instant(milliseconds: $0) }
    self.init(start: Instant(milliseconds: start), end: end)
  }
}
