import Cairn
import CairnStore

/// Changes to the mood and location of a session; nil leaves a value unchanged.
struct SessionContextEdit: Sendable {
  /// The mood before the session, 1 to 5; the inner nil clears it.
  var moodBefore: Int64??
  /// The mood after the session, 1 to 5; the inner nil clears it.
  var moodAfter: Int64??
  /// The location; an empty one clears it.
  var place: String?

  static let before = SchemaField(
    "mood_before",
    .integer(SessionContext.moods),
    "the mood before, 1 to 5"
  )
  static let after = SchemaField(
    "mood_after",
    .integer(SessionContext.moods),
    "the mood after, 1 to 5"
  )
  static let place = SchemaField("place", .text, "the place")

  /// Creates an edit without changes.
  init() {}

  /// Reads the requested fields; all must be declared.
  init(_ input: Input, before: Bool = true, after: Bool = true) {
    if before { moodBefore = input.editedNumber("mood_before") }
    if after { moodAfter = input.editedNumber("mood_after") }
    place = input.edited("place")
  }

  /// Applies the changes to a session.
  func apply(to id: SessionID, in writer: LogWriter) throws {
    guard moodBefore != nil || moodAfter != nil || place != nil else { return }
    try writer.change(id, as: NoDetail.self) { session in
      if let moodBefore { try session.sessionContext.setMoodBefore(moodBefore) }
      if let moodAfter { try session.sessionContext.setMoodAfter(moodAfter) }
      if let place { session.sessionContext.setPlace(place) }
    }
  }
}
