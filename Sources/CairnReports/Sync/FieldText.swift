package import Cairn

extension ConflictView {
  /// The display name of the field in conflict: `note`, `time`, `cultural region`.
  package var field: String { isMerged ? "merge" : FieldText.label(conflict.kind, conflict.field) }

  /// The labels of the choices: to use the losing value, and to keep the current one.
  package var choices: (use: String, keep: String) {
    guard isOfDeletion else { return ("Use other", "Keep current") }
    return isMerged ? ("Separate", "Keep merged") : ("Restore", "Keep deleted")
  }

  /// Returns both values as display text, the current one first; `moment` formats an instant.
  package func texts(_ moment: (Instant) -> String) -> (current: String, lost: String) {
    let words = FieldText(conflict.kind, conflict.field, names)
    return (words.text(in: current, moment), words.text(in: losingFields, moment))
  }
}

/// The display text of one field of a record.
struct FieldText {
  private let kind: RecordKind
  private let field: String
  private let names: [RecordID: String]

  init(_ kind: RecordKind, _ field: String, _ names: [RecordID: String]) {
    (self.kind, self.field, self.names) = (kind, field, names)
  }

  /// Returns the text of the field's value; needs all fields because the time of a session includes its end.
  func text(in fields: Fields, _ moment: (Instant) -> String) -> String {
    if field == RecordField.deleted {
      if fields.deletion != nil { return "deleted" }
      let isMerged = kind == SessionRecord.kind && fields[RecordField.mergedInto] != .null
      if isMerged { return "merged into another session" }
    }
    let isThere = field == RecordField.deleted
    if kind == SessionRecord.kind, isThere || ["segments", "endedAt"].contains(field) {
      if let time = Self.time(fields, moment) { return time }
    }
    if field == RecordField.deleted { return "edited, not deleted" }
    switch fields[field] {
    case .null: return field == "isPrivate" ? "only you" : "nothing"
    case .bool(let value): return field == "isPrivate" ? "others too" : value ? "yes" : "no"
    case .integer(let value): return text(value, moment)
    case .text(let value): return text(value)
    }
  }

  /// Returns the time of a session, such as `20:00 to 21:15, 1:10:00 in all, 1 pause`.
  private static func time(_ fields: Fields, _ moment: (Instant) -> String) -> String? {
    guard let session = try? Session<NoDetail>(recordID: RecordID(high: 0, low: 0), fields: fields)
    else { return nil }
    let (timeline, pauses) = (session.timeline, session.timeline.segments.count - 1)
    let parts = [
      timeline.end.map { "\(moment(timeline.start)) to \(moment($0))" }
        ?? "since \(moment(timeline.start)), still open",
      timeline.end.map { "\(timeline.active(until: $0).clockText) in all" },
      pauses > 0 ? "\(pauses) pause\(pauses == 1 ? "" : "s")" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private func text(_ value: Int64, _ moment: (Instant) -> String) -> String {
    switch field {
    case "at", "added", "createdAt", "expiresAt", "endedAt": moment(Instant(milliseconds: value))
    case "duration", "startPosition", "endPosition": Milliseconds(value).clockText
    case "rating": "\((value * 25).hundredthsText) of 5 stars"
    case "speed": "\(value.hundredthsText) times"
    case "temperature": "\(value.tenthsText) °C"
    case "humidity": "\(value) %"
    default: "\(value)"
    }
  }

  private func text(_ value: String) -> String {
    if field.hasPrefix("fact.") { return fact(value) }
    switch field {
    case "status": return ReadingStatus(name: value)?.label ?? value
    case "outcome": return Self.outcomes[value] ?? value
    case "position", "startPosition", "endPosition":
      return (try? Position(text: value))?.label ?? value
    case "interruptions":
      return Interruption.list(value).map { $0.reason }.joined(separator: ", ")
    case "shelves", "tags", "partners":
      return value.split(separator: "\n").joined(separator: ", ")
    default: return named(value) ?? value
    }
  }

  private static let outcomes = [
    "finished": "finished", "gave_up": "did not finish", "reset": "reset",
  ]

  private func fact(_ stored: String) -> String {
    let word = stored.split(separator: ":", maxSplits: 1).last.map(String.init) ?? stored
    return FactKind(name: String(field.dropFirst(5)))?.label(of: word) ?? word
  }

  /// Returns the names for a text that consists of record ids; nil for any other text.
  private func named(_ value: String) -> String? {
    let words = value.split(separator: " ")
    let ids = words.compactMap {
      RecordID(text: String($0.utf8.first == 0x2B ? $0.dropFirst() : $0))
    }
    guard !ids.isEmpty, ids.count == words.count else { return nil }
    return ids.map { names[$0] ?? "another" }.joined(separator: ", ")
  }
}

extension FieldText {
  /// Returns the display name of a field.
  static func label(_ kind: RecordKind, _ field: String) -> String {
    if field.hasPrefix("fact.") {
      return FactKind(name: String(field.dropFirst(5)))?.label ?? String(field.dropFirst(5))
    }
    if field.hasPrefix(SessionTags.prefix) { return "tag" }
    if kind == Climb.recordKind, field == "position" { return "position in the list" }
    return labels[field] ?? spaced(field)
  }

  private static let labels = [
    RecordField.deleted: "deletion",
    "segments": "time", "endedAt": "time", "endZone": "end time zone",
    "interruptions": "pause reasons", "rpe": "RPE", "pumpLevel": "pump",
    "mentalReadiness": "mental readiness", "isPrivate": "visibility",
    "isOutdoor": "outdoors", "partners": "people with you", "isBorrowed": "borrowed",
    "isFavorite": "favourite", "isCompleted": "finished", "isAskingDisabled": "no questions",
    "readThrough": "reading it belongs to", "entry": "book", "outcome": "outcome of the reading",
    "position": "place reached", "startPosition": "start position",
    "endPosition": "end position", "credits": "authors", "isbn": "ISBN",
    "firstYear": "year of first publication", "added": "date added", "target": "goal",
    "gradeScale": "scale", "impact": "tag", "tick": "send style",
  ]

  /// Splits a camel-case name: `series number` for `seriesNumber`.
  private static func spaced(_ field: String) -> String {
    let words = field.utf8.reduce(into: [UInt8]()) { words, letter in
      let isUppercase = (0x41...0x5A).contains(letter)
      words += isUppercase ? [0x20, letter | 0x20] : [letter]
    }
    return String(decoding: words, as: UTF8.self)
  }
}
