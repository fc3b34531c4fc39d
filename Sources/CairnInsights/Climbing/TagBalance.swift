public import Cairn

/// The number of climbs on which a tag helped, and on which it hindered.
public struct TagBalance: Sendable, Equatable {
  /// The tag.
  public let tag: ClimbTag
  /// The number of climbs on which it helped.
  public let helped: Int64
  /// The number of climbs on which it hindered.
  public let hindered: Int64

  /// The number of climbs marked with it.
  public var marked: Int64 { helped + hindered }

  /// The minimum and maximum number of tags in a radar chart.
  public static let radarTagCount = 3...8

  /// Returns all tags with a mark, the most frequent first.
  static func all(_ history: ClimbingHistory) -> Figure<[TagBalance]> {
    var counts = [(helped: Int64, hindered: Int64)](repeating: (0, 0), count: history.tags.count)
    var isTagged = [Bool](repeating: false, count: history.climbs.count)
    for mark in history.marks {
      if mark.isHelp { counts[mark.tag].helped += 1 } else { counts[mark.tag].hindered += 1 }
      isTagged[mark.climb] = true
    }
    let climbs = isTagged.count { $0 }
    let balances = zip(history.tags, counts).filter { $1.helped + $1.hindered > 0 }.map {
      TagBalance(tag: $0, helped: $1.helped, hindered: $1.hindered)
    }.sorted { $0.marked != $1.marked ? $0.marked > $1.marked : $0.tag.text < $1.tag.text }
    return Figure(
      .climbTags,
      value: balances.isEmpty ? nil : balances,
      count: climbs,
      excluded: [Exclusion("no tag", history.climbs.count - climbs)],
      missing: "no tags yet"
    )
  }
}
