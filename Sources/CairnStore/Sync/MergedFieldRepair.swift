import Cairn

/// Values of a merged session that were set concurrently with the merge and that the target lacks.
///
/// As in a merge on one device, the first session describes the start, the last one the end, and either fills gaps.
struct MergedFieldRepair {
  private let merged: Record
  private let merge: Change
  private let mergeTarget: Record
  private let names: [String]

  init(_ merged: Record, _ merge: Change, _ mergeTarget: Record) {
    (self.merged, self.merge, self.mergeTarget) = (merged, merge, mergeTarget)
    let own = try? Session<NoDetail>(recordID: merged.id, fields: merged.fields)
    let isFirst = own.flatMap { own in
      merge.timelineBefore.map { own.timeline.start <= $0.start }
    }
    names = Self.sharedFields + (isFirst == true ? Self.firstSessionFields : Self.lastSessionFields)
  }

  /// The names of all fields that can be filled in after the merge.
  static let names = sharedFields + firstSessionFields + lastSessionFields

  private static let firstSessionFields = ["moodBefore", "mentalReadiness", "physicalReadiness"]
  private static let lastSessionFields = ["moodAfter"]
  private static let sharedFields = [
    "place", "rpe", "pumpLevel", "conditions", "temperature", "humidity", "isCompleted",
  ]

  /// Copies values that neither the merge nor a later edit has set on the target.
  func fill(_ fields: inout Fields) {
    for name in names where !merge.set.contains(name) && mergeTarget.fields[name] == .null {
      let isEditedLater =
        mergeTarget.stamp(of: name).map { $0 > mergeTarget.stamp(of: "segments") ?? $0 } ?? false
      if !isEditedLater, merged.fields[name] != .null { fields[name] = merged.fields[name] }
    }
  }
}
