extension Instant {
  /// An instant after every other; the end of an open segment in comparisons.
  package static let endless = Instant(milliseconds: 1 << 47)
  /// An instant before every other.
  package static let beginning = Instant(milliseconds: -(1 << 47))
}

extension Segment {
  /// The end, or ``Instant/endless`` while the segment is open.
  package var limit: Instant { end ?? .endless }

  /// Creates a segment that is open if `limit` is ``Instant/endless``.
  init(start: Instant, limit: Instant) {
    self.init(start: start, end: limit == .endless ? nil : limit)
  }
}

/// Set operations on time. Segments are half-open, and only the last one can be open.
extension [Segment] {
  /// The same time as segments in order that neither overlap nor touch.
  package var union: [Segment] {
    guard count > 1 else { return self }
    var result: [Segment] = []
    for segment in sorted(by: { ($0.start, $0.limit) < ($1.start, $1.limit) }) {
      if let last = result.last, segment.start <= last.limit {
        result[result.count - 1] = Segment(
          start: last.start,
          limit: Swift.max(last.limit, segment.limit)
        )
      } else {
        result.append(segment)
      }
    }
    return result
  }

  /// Returns the time in a range.
  package func clipped(_ low: Instant, _ high: Instant) -> [Segment] {
    var result: [Segment] = []
    for segment in self {
      let (start, limit) = (Swift.max(segment.start, low), Swift.min(segment.limit, high))
      if start < limit { result.append(Segment(start: start, limit: limit)) }
    }
    return result
  }

  /// Returns the time that is not in `others`.
  package func subtracting(_ others: [Segment]) -> [Segment] {
    var rest = self
    for other in others where rest.intersects(other) {
      rest = rest.clipped(.beginning, other.start) + rest.clipped(other.limit, .endless)
      rest.sort { $0.start < $1.start }
    }
    return rest
  }

  /// Returns whether any segment has time in common with `other`.
  package func intersects(_ other: Segment) -> Bool {
    contains { Swift.max($0.start, other.start) < Swift.min($0.limit, other.limit) }
  }

  /// Returns whether the two have time in common.
  package func intersects(_ others: [Segment]) -> Bool {
    others.contains { intersects($0) }
  }
}
