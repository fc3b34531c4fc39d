import Cairn

/// What was said of a session that another device had merged into one that says nothing of it.
///
/// Which of both says what of the whole is as in a merge on one device: the first how it began, the last how it
/// ended, and either what only one of them knows.
struct MergedFieldRepair {
  private let gone: Record
  private let made: Change
  private let mergeTarget: Record
  private let names: [String]

  init(_ gone: Record, _ made: Change, _ mergeTarget: Record) {
    (self.gone, self.made, self.mergeTarget) = (gone, made, mergeTarget)
    let own = try? Session<NoDetail>(recordID: gone.id, fields: gone.fields)
    let isFirst = own.flatMap { own in
      made.timelineBefore.map { own.timeline.start <= $0.start }
    }
    names = Self.ofEither + (isFirst == true ? Self.ofFirst : Self.ofLast)
  }

  /// All that can be said late.
  static let names = ofEither + ofFirst + ofLast

  private static let ofFirst = ["moodBefore", "mentalReadiness", "physicalReadiness"]
  private static let ofLast = ["moodAfter"]
  private static let ofEither = [
    "place", "rpe", "pumpLevel", "conditions", "temperature", "humidity", "isCompleted",
  ]

  /// Takes over what neither the merge nor anybody since has said of the whole.
  func fill(_ fields: inout Fields) {
    for name in names where !made.set.contains(name) && mergeTarget.fields[name] == .null {
      let isSaidSince = mergeTarget.stamp(of: name).map { $0 > mergeTarget.stamp(of: "segments") ?? $0 } ?? false
      if !isSaidSince, gone.fields[name] != .null { fields[name] = gone.fields[name] }
    }
  }
}
