import Cairn

/// Values of a merged session that were set concurrently with the merge and that the target lacks.
///
/// As in a merge on one device, the first session describes the start, the last one the end, and either fills gaps.
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

  /// The names of all fields that can be filled in after the merge.
  static let names = ofEither + ofFirst + ofLast

  private static let ofFirst = ["moodBefore", "mentalReadiness", "physicalReadiness"]
  private static let ofLast = ["moodAfter"]
  private static let ofEither = [
    "place", "rpe", "pumpLevel", "conditions", "temperature", "humidity", "isCompleted",
  ]

  /// Copies values that neither the merge nor a later edit has set on the target.
  func fill(_ fields: inout Fields) {
    for name in names where !made.set.contains(name) && mergeTarget.fields[name] == .null {
      let isSaidSince = mergeTarget.stamp(of: name).map { $0 > mergeTarget.stamp(of: "segments") ?? $0 } ?? false
      if !isSaidSince, gone.fields[name] != .null { fields[name] = gone.fields[name] }
    }
  }
}
