/// The names that kinds and fields had in format 1 of the log; each is read as its current name.
///
/// Exported files, backups and devices of that format keep working (issue 40, `docs/export.md`).
package enum FormerNames {
  /// The kind of record that stored a conflict before conflicts were derived (ADR 0035).
  package static let conflict = RecordKind("conflict")

  /// Returns the current name of a kind of record.
  package static func kind(_ name: String) -> String {
    switch name {
    case "dose": "streak_minimum"
    case "freeze": "rest_day"
    case "passage": "annotation"
    case "tagMark": "tag_mark"
    default: name
    }
  }

  /// Returns the current name of a field of a kind, which is given by its current name.
  static func field(_ name: String, of kind: String) -> String {
    switch kind {
    case "session": session(name)
    case "author", "work":
      name.hasPrefix("told.") ? "supplied." + name.dropFirst(5) : authorOrWork(name)
    case "read_through": readThrough(name)
    default: other(name, kind)
    }
  }

  private static func session(_ name: String) -> String {
    switch name {
    case "mark": "clockMark"
    case "activeOn": "activeDevice"
    case "toldStart": "reportedStart"
    case "toldEnd": "reportedEnd"
    case "toldSeconds": "reportedSeconds"
    case "toldRate": "reportedRate"
    case "toldCompleted": "reportedCompleted"
    case "toldStory": "reportedStory"
    case "isStartTold": "isStartReported"
    case "areSecondsTold": "areSecondsReported"
    case "isRevisedStartTold": "isRevisedStartReported"
    case "areRevisedSecondsTold": "areRevisedSecondsReported"
    default: name
    }
  }

  private static func authorOrWork(_ name: String) -> String {
    name == "isNotAsked" ? "isAskingDisabled" : name
  }

  private static func readThrough(_ name: String) -> String {
    switch name {
    case "startedItself": "isStartAutomatic"
    case "finishedItself": "isFinishAutomatic"
    default: name
    }
  }

  private static func other(_ name: String, _ kind: String) -> String {
    switch (kind, name) {
    case ("streak_minimum", "dose"): "minimum"
    case ("annotation", "form"): "kind"
    case ("annotation", "made"): "created"
    case ("share", "made"): "createdAt"
    case ("share", "end"): "expiresAt"
    default: name
    }
  }
}

extension Fields {
  /// Returns the same values under the current names of their fields.
  func renamed(for kind: String) -> Fields {
    guard members.contains(where: { FormerNames.field($0.name, of: kind) != $0.name }) else {
      return self
    }
    var fields = Fields(capacity: members.count)
    for (name, value) in members { fields[FormerNames.field(name, of: kind)] = value }
    return fields
  }
}

extension Record {
  /// The same record under the current names of its kind and fields.
  package var renamed: Record {
    let kind = FormerNames.kind(kind.name)
    let stamps = exceptions.map { (name: FormerNames.field($0.name, of: kind), stamp: $0.stamp) }
    return Record(
      kind: RecordKind(kind),
      id: id,
      fields: fields.renamed(for: kind),
      stamp: stamp,
      exceptions: stamps.sorted { $0.name < $1.name }
    )
  }
}
