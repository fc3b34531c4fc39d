public import Cairn

/// Changes to the mood, location and tags of a session; nil leaves a value unchanged.
public struct SessionContextEdit: Sendable {
  /// The mood before the session, 1 to 5; the inner nil clears it.
  public var moodBefore: Int64??
  /// The mood after the session, 1 to 5; the inner nil clears it.
  public var moodAfter: Int64??
  /// The place; an empty one clears it.
  public var place: String?
  /// All tags; those that are not among them are removed.
  public var tags: [String]?

  /// The mood before.
  package static let moodBefore = InputField.number(
    "mood_before",
    "Your mood before, from 1 to 5",
    in: SessionContext.moods
  )
  /// The mood after.
  package static let moodAfter = InputField.number(
    "mood_after",
    "Your mood after, from 1 to 5",
    in: SessionContext.moods
  )
  /// The place.
  package static let place = InputField.text("place", "The place", example: "home, train")
  /// The tags.
  package static let tags = InputField.list("tags", "The tags", limit: 50)

  /// Creates an edit without changes.
  public init() {}

  /// Reads the fields.
  public init(_ input: some ActInput) throws(CairnError) {
    moodBefore = try input.number(Self.moodBefore)
    moodAfter = try input.number(Self.moodAfter)
    place = try input.text(Self.place)
    tags = try input.texts(of: Self.tags)
  }

  /// Applies the changes to a session; throws `session.not_found`, `session.invalid_mood` and
  /// `session.invalid_tag`.
  public func apply(to id: SessionID, in store: some RecordStore) throws(CairnError) {
    guard moodBefore != nil || moodAfter != nil || place != nil || tags != nil else { return }
    try store.change(id, as: NoDetail.self) { (session) throws(CairnError) in
      try apply(to: &session.sessionContext)
    }
  }

  func apply(to sessionContext: inout SessionContext) throws(CairnError) {
    if let moodBefore { try sessionContext.setMoodBefore(moodBefore) }
    if let moodAfter { try sessionContext.setMoodAfter(moodAfter) }
    if let place { sessionContext.setPlace(place) }
    if let tags { try sessionContext.tags.replace(with: tags) }
  }
}
