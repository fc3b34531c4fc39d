import Cairn
import CairnTestKit

/// A minute and a half in which the random sessions of these tests take place.
///
/// They are so small that their time can be written down second by second, as a set.
enum Model {
  static let start = Instant(milliseconds: 1_767_636_000_000)

  static func instant(_ second: Int64) -> Instant { start + .seconds(second) }
}

extension SeededGenerator {
  /// One to four stretches inside a minute; empty ones among them when asked for.
  mutating func stretches(allowingEmpty: Bool = false) -> [Segment] {
    var edges = (0..<number(1...4) * 2).map { _ in number(0...60) }
    if !allowingEmpty { edges = Array(Set(edges)) }
    if edges.count % 2 == 1 { edges.append(61) }
    edges.sort()
    return stride(from: 0, to: edges.count, by: 2).map {
      Segment(start: Model.instant(edges[$0]), end: Model.instant(edges[$0 + 1]))
    }
  }

  /// A session that has ended, inside a minute.
  mutating func timeline(allowingEmpty: Bool = false) throws -> Timeline {
    try Timeline(ended: stretches(allowingEmpty: allowingEmpty))
  }

  /// An edge in the minute, or a little outside.
  mutating func second() -> Int64 { number(-3...65) }
}

extension Timeline {
  /// The seconds in which the timer ran.
  var seconds: Set<Int64> {
    segments.reduce(into: []) { seconds, segment in
      let first = (segment.start - Model.start).count / 1_000
      let last = ((segment.end ?? segment.start) - Model.start).count / 1_000
      seconds.formUnion(first..<last)
    }
  }

  /// Whether the stretches are in order, apart, and all but perhaps the last closed.
  var isSound: Bool {
    let ends = segments.dropLast().map(\.end)
    let areOrdered = zip(segments, segments.dropFirst()).allSatisfy { earlier, later in
      earlier.end.map { $0 <= later.start } ?? false
    }
    return !segments.isEmpty && ends.allSatisfy { $0 != nil } && areOrdered
      && segments.allSatisfy { $0.start <= $0.end ?? $0.start }
  }
}
