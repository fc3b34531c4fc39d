import Cairn
import CairnTestKit

/// The minute and a half that contains the random sessions of these tests.
///
/// It is short enough to model the running time as a set of seconds.
enum Model {
  static let start = Instant(milliseconds: 1_767_636_000_000)

  static func instant(_ second: Int64) -> Instant { start + .seconds(second) }
}

extension SeededGenerator {
  /// Returns one to four segments within a minute, optionally with empty ones.
  mutating func stretches(allowingEmpty: Bool = false) -> [Segment] {
    var edges = (0..<number(1...4) * 2).map { _ in number(0...60) }
    if !allowingEmpty { edges = Array(Set(edges)) }
    if edges.count % 2 == 1 { edges.append(61) }
    edges.sort()
    return stride(from: 0, to: edges.count, by: 2).map {
      Segment(start: Model.instant(edges[$0]), end: Model.instant(edges[$0 + 1]))
    }
  }

  /// Returns an ended session within a minute.
  mutating func timeline(allowingEmpty: Bool = false) throws -> Timeline {
    try Timeline(ended: stretches(allowingEmpty: allowingEmpty))
  }

  /// Returns an instant in the minute, or a little outside.
  mutating func second() -> Int64 { number(-3...65) }
}

extension Timeline {
  /// The seconds during which the timer ran.
  var seconds: Set<Int64> {
    segments.reduce(into: []) { seconds, segment in
      let first = (segment.start - Model.start).count / 1_000
      let last = ((segment.end ?? segment.start) - Model.start).count / 1_000
      seconds.formUnion(first..<last)
    }
  }

  /// Whether the segments are in order, do not overlap, and are closed except perhaps the last.
  var isSound: Bool {
    let ends = segments.dropLast().map(\.end)
    let areOrdered = zip(segments, segments.dropFirst()).allSatisfy { earlier, later in
      earlier.end.map { $0 <= later.start } ?? false
    }
    return !segments.isEmpty && ends.allSatisfy { $0 != nil } && areOrdered
      && segments.allSatisfy { $0.start <= $0.end ?? $0.start }
  }
}
