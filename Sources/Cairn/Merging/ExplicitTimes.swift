/// What a person stated about the whole time of a session: one value, so that a merge never mixes
/// two versions.
package struct ExplicitTimes: Sendable, Hashable {
  /// Whether the session had ended, was paused or was running at that time.
  package enum State: String, Sendable {
    /// Ended.
    case ended
    /// Paused.
    case paused
    /// Running.
    case running
  }

  /// The segments in order.
  package var segments: [Segment]
  /// The state at the end of the segments.
  package let state: State

  /// Creates explicit times.
  package init(_ segments: [Segment], _ state: State) {
    (self.segments, self.state) = (segments, state)
  }

  /// The stored form: `ended 100-160,200-260`; an open segment has no end.
  package var text: String {
    var text = Array(state.rawValue.utf8)
    for (index, segment) in segments.enumerated() {
      text.append(UInt8(ascii: index == 0 ? " " : ","))
      text.append(decimal: segment.start.milliseconds)
      text.append(UInt8(ascii: "-"))
      if let end = segment.end { text.append(decimal: end.milliseconds) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses the stored form; nil for anything else.
  package init?(text: String) {
    var text = text
    guard let times = text.withUTF8({ Self.read($0) }), times.isInOrder else { return nil }
    self = times
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> ExplicitTimes? {
    var reader = ByteReader(bytes)
    guard let state = state(&reader), reader.take(" "), let segments = segments(&reader),
      reader.isAtEnd
    else { return nil }
    return ExplicitTimes(segments, state)
  }

  private static func state(_ reader: inout ByteReader) -> State? {
    if reader.take("ended") { return .ended }
    if reader.take("paused") { return .paused }
    return reader.take("running") ? .running : nil
  }

  private static func segments(_ reader: inout ByteReader) -> [Segment]? {
    var segments: [Segment] = []
    repeat {
      guard let start = reader.signed(), reader.take("-") else { return nil }
      let end = reader.signed().map { Instant(milliseconds: $0) }
      segments.append(Segment(start: Instant(milliseconds: start), end: end))
    } while reader.take(",")
    return segments
  }

  /// Whether the segments are in order and do not overlap; only the last can be open.
  private var isInOrder: Bool {
    var earliest = Instant.beginning
    for segment in segments {
      guard earliest <= segment.start, segment.start <= segment.limit else { return false }
      earliest = segment.limit
    }
    return !segments.isEmpty
  }
}
