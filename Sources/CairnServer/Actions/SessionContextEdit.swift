import Cairn
import CairnStore

/// What a person says of how a session was; what they do not say stays as it is.
struct SessionContextEdit: Sendable {
  /// The mood before, 1 to 5; the inner nil takes it away.
  var moodBefore: Int64??
  /// The mood after, likewise.
  var moodAfter: Int64??
  /// Where it was; empty takes it away.
  var place: String?

  static let before = SchemaField("mood_before", .integer(SessionContext.moods), "the mood before, 1 to 5")
  static let after = SchemaField("mood_after", .integer(SessionContext.moods), "the mood after, 1 to 5")
  static let place = SchemaField("place", .text, "where it was")

  /// Says nothing.
  init() {}

  /// Reads the members named, of those that are declared.
  init(_ input: Input, before: Bool = true, after: Bool = true) {
    if before { moodBefore = input.editedNumber("mood_before") }
    if after { moodAfter = input.editedNumber("mood_after") }
    place = input.edited("place")
  }

  /// Puts it on a session.
  func apply(to id: SessionID, in writer: LogWriter) throws {
    guard moodBefore != nil || moodAfter != nil || place != nil else { return }
    try writer.change(id, as: NoDetail.self) { session in
      if let moodBefore { try session.sessionContext.setMoodBefore(moodBefore) }
      if let moodAfter { try session.sessionContext.setMoodAfter(moodAfter) }
      if let place { session.sessionContext.setPlace(place) }
    }
  }
}
