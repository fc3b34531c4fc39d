public import Cairn

/// Adds tags to sessions and removes others, in one history entry.
public struct TagSessions: Sendable {
  /// The sessions.
  public var ids: [SessionID]
  /// The tags to add.
  public var added: [String]
  /// The tags to remove, before others are added.
  public var removed: [String]

  /// The tags to add.
  package static let added = InputField.list("add", "The tags to add", limit: 50)
  /// The tags to remove.
  package static let removed = InputField.list("remove", "The tags to remove", limit: 50)

  /// Creates the act.
  public init(_ ids: [SessionID], add added: [String] = [], remove removed: [String] = []) {
    (self.ids, self.added, self.removed) = (ids, added, removed)
  }

  /// Changes the tags; other tags stay.
  ///
  /// Throws `session.not_found`, `session.invalid_tag`, and `session.tag_not_found` if none of the sessions has a
  /// removed tag.
  public func run(in store: some LibraryStore) throws(CairnError) {
    store.title = try title(store)
    if ids.count > 1 { store.beginBatch() }
    var missing = try removed.map(SessionTags.checked)
    for id in ids { try change(id, &missing, store) }
    if let tag = missing.first { throw Self.noTag(tag) }
  }

  private func change(
    _ id: SessionID,
    _ missing: inout [String],
    _ store: some LibraryStore
  ) throws(CairnError) {
    var found: [String] = []
    try store.change(id, as: NoDetail.self) { (session) throws(CairnError) in
      for tag in missing where session.sessionContext.tags.contains(tag) { found.append(tag) }
      for tag in removed {
        _ = session.sessionContext.tags.remove(try SessionTags.checked(tag))
      }
      for tag in added { try session.sessionContext.tags.add(tag) }
    }
    missing.removeAll { found.contains($0) }
  }

  private func title(_ store: some LibraryStore) throws(CairnError) -> String {
    let done = added.isEmpty ? "untagged" : "tagged"
    guard ids.count == 1 else { return "\(counted(ids.count, "session")) \(done)" }
    return try store.requireSummary(of: ids[0]).historyTitle(done)
  }

  private static func noTag(_ tag: String) -> CairnError {
    CairnError(
      "session.tag_not_found",
      "None of these sessions has the tag “\(tag)”.",
      hint: "The log shows the tags of each session."
    )
  }
}
